/** Where a row stands in a list: its time (milliseconds since 1970), then its id. */
export type Place = { at: number; id: string };

/**
 * A run of neighbouring rows: how many there are, from which place on. The first block of a list
 * begins at `null`: before everything. A place may outlive its row; it still says where its block
 * begins.
 */
export type Block = { from: Place | null; rows: number };

/** How many rows a block starts with. It is split at twice as many. */
export const blockRows = 500;

const isBefore = (a: Place, b: Place) => a.at < b.at || (a.at === b.at && a.id < b.id);

/** How many rows the blocks of a list hold together. */
export function rowsIn(blocks: Block[]): number {
  return blocks.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Counts a row that came (`by` 1) or left (−1) in the block it belongs to. Takes the blocks of a
 * list, at least one; changes them.
 */
export function countMove(blocks: Block[], place: Place, by: 1 | -1) {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const from = blocks[middle]?.from;
    if (from && isBefore(place, from)) high = middle - 1;
    else low = middle;
  }
  const block = blocks[low];
  if (block) block.rows += by;
}

/**
 * Where to begin to read: the block that holds the row at `offset` (from 0), and how many of its
 * rows to pass over.
 */
export function findOffset(blocks: Block[], offset: number): { from: Place | null; skip: number } {
  let skip = offset;
  for (const { from, rows } of blocks) {
    if (skip < rows) return { from, skip };
    skip -= rows;
  }
  return { from: blocks.at(-1)?.from ?? null, skip: skip + (blocks.at(-1)?.rows ?? 0) };
}

/**
 * The same list in blocks that are neither long nor many: neighbours that fit into one become one,
 * and long ones are split. Takes the blocks, and what finds the place of the row that stands so
 * many rows after a place.
 *
 * @returns new blocks.
 */
export function rebalance(
  blocks: Block[],
  placeAfter: (from: Place | null, rows: number) => Place | undefined,
): Block[] {
  const tidied: Block[] = [];
  for (const { from, rows } of blocks) {
    const last = tidied.at(-1);
    if (last && last.rows + rows <= blockRows) last.rows += rows;
    else tidied.push({ from, rows });
    for (let long = tidied.at(-1); long && long.rows >= 2 * blockRows; long = tidied.at(-1)) {
      const next = placeAfter(long.from, blockRows);
      if (!next) break;
      tidied.push({ from: next, rows: long.rows - blockRows });
      long.rows = blockRows;
    }
  }
  return tidied;
}
