import type { Page } from './pages.ts';

/** The tiles of a page by their mean darkness: `across` × `down` of them. */
type Tiles = { means: Float64Array; across: number; down: number };

const tilesAcross = 40;
// A tile of this darkness has a thin stroke or a character.
const inkFrom = 3;
const differsFrom = 14;
// Less is another weight of the same letters.
const differingShare = 0.4;
const missingBelow = 0.35;
// Other programs round sizes in another way.
const sizeTolerance = 0.01;

const countDown = ({ width, height }: Page) => Math.max(1, Math.round((tilesAcross * height) / width));

function tilesOf({ darkness, width, height }: Page, down: number): Tiles {
  const across = tilesAcross;
  const means = new Float64Array(across * down);
  const counts = new Float64Array(across * down);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const tile = Math.floor((y * down) / height) * across + Math.floor((x * across) / width);
      means[tile] = (means[tile] ?? 0) + (darkness[y * width + x] ?? 0);
      counts[tile] = (counts[tile] ?? 0) + 1;
    }
  return { means: means.map((sum, at) => sum / (counts[at] || 1)), across, down };
}

/** Returns the mean darkness around a tile, so that a shift by a few pixels is no difference. */
function around({ means, across, down }: Tiles, at: number, choose: (...values: number[]) => number): number {
  const [x, y] = [at % across, Math.floor(at / across)];
  const values: number[] = [];
  for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row += 1)
    for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column += 1)
      values.push(means[row * across + column] ?? 0);
  return choose(...values);
}

export type Difference = {
  /** Tiles in which ours differs from both others, which agree. */
  different: number;
  /** Tiles that have ink in both others and hardly any in ours. */
  missing: number;
};

/** Compares a page tile by tile with the same page as two other programs draw it. */
export function comparePages(ours: Page, others: [Page, Page]): Difference | 'size' {
  const shape = (page: Page) => page.width / page.height;
  if (others.every((other) => Math.abs(shape(other) / shape(ours) - 1) > sizeTolerance)) return 'size';
  const down = countDown(ours);
  const [own, one, other] = [ours, ...others].map((page) => tilesOf(page, down)) as [Tiles, Tiles, Tiles];
  let [different, missing] = [0, 0];
  own.means.forEach((mean, at) => {
    const [a, b] = [one.means[at] ?? 0, other.means[at] ?? 0];
    const apart = Math.abs(a - b);
    const nearest = Math.min(Math.abs(mean - a), Math.abs(mean - b));
    const isShifted = mean >= around(one, at, Math.min) - 2 && mean <= around(one, at, Math.max) + 2;
    const isFar = nearest > differsFrom && nearest > differingShare * Math.max(mean, a, b);
    if (isFar && nearest > 2 * apart && !isShifted) different += 1;
    const least = Math.min(a, b);
    if (least > inkFrom && around(own, at, Math.max) < missingBelow * least) missing += 1;
  });
  return { different, missing };
}

/** Counts the tiles whose ink is not in proportion between two sizes of a page. */
export function countUnproportional(small: Page, large: Page): number {
  const [one, other] = [small, large].map((page) => tilesOf(page, countDown(large))) as [Tiles, Tiles];
  return Array.from(one.means).filter((mean, at) => {
    const most = Math.max(mean, other.means[at] ?? 0);
    const highest = (tiles: Tiles) => around(tiles, at, Math.max);
    return most > inkFrom && Math.min(highest(one), highest(other)) < missingBelow * most;
  }).length;
}
