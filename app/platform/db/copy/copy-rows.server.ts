import { createHash } from 'node:crypto';
import {
  type CopiedTable,
  copiedTables,
  keyOf,
  type RawDatabase,
  type RawRow,
  readRows,
} from '~/platform/db/core/copied-tables.server';

/** Is told which table is at work, and how many of its rows are done. */
export type OnTable = (table: string, rows: number) => void;

/**
 * Copies every row from one moment of a database into another one, in one transaction: it holds the
 * same rows afterwards, whatever it held before, or is as it was. Both are at the newest migration.
 */
export async function copyRows(
  from: RawDatabase,
  to: RawDatabase,
  onTable: OnTable = () => undefined,
): Promise<void> {
  await from.reading((read) =>
    to.filling(async (run, insert) => {
      for (const { name } of [...copiedTables].reverse()) await run(`delete from "${name}"`);
      for (const table of copiedTables) {
        let done = 0;
        for await (const rows of readRows(read, table)) {
          await insert(table, rows);
          done += rows.length;
          onTable(table.name, done);
        }
      }
    }),
  );
}

/**
 * What one table is in two databases: how many rows it has in the first, the SHA-256 of all of them
 * as JSON in each, and the first row that differs.
 */
export type Compared = {
  table: string;
  rows: number;
  sha256: [string, string];
  difference?: { kind: 'other' | 'missing' | 'extra'; key: string };
};

/** Compares every row of two databases, each at one moment of its own. */
export async function compareRows(
  from: RawDatabase,
  to: RawDatabase,
  onTable: OnTable = () => undefined,
): Promise<Compared[]> {
  return from.reading((one) =>
    to.reading(async (other) => {
      const compared: Compared[] = [];
      for (const table of copiedTables) {
        const found = await compareTable(table, readRows(one, table), readRows(other, table));
        compared.push(found);
        onTable(table.name, found.rows);
      }
      return compared;
    }),
  );
}

/** What is said of the first row that differs; undefined where all are the same. */
export function differenceIn(compared: Compared[]): string | undefined {
  const said = { other: 'is another one', missing: 'is missing', extra: 'is one too many' };
  const found = compared.flatMap(({ table, difference }) =>
    difference ? [`in ${table} the row ${difference.key} ${said[difference.kind]}`] : [],
  );
  return found.length > 0 ? found.join('; ') : undefined;
}

type Pages = AsyncGenerator<RawRow[]>;

async function compareTable(table: CopiedTable, one: Pages, other: Pages): Promise<Compared> {
  const hashes = [createHash('sha256'), createHash('sha256')] as const;
  const [left, right] = [eachRow(one), eachRow(other)];
  let rows = 0;
  let difference: Compared['difference'];
  for (;;) {
    const [mine, theirs] = [(await left.next()).value, (await right.next()).value];
    if (!mine && !theirs) break;
    rows += mine ? 1 : 0;
    const [text, otherText] = [mine && canonical(mine), theirs && canonical(theirs)];
    if (text) hashes[0].update(`${text}\n`);
    if (otherText) hashes[1].update(`${otherText}\n`);
    if (text !== otherText) difference ??= differenceOf(table, mine, theirs);
  }
  return { table: table.name, rows, sha256: [hashes[0].digest('hex'), hashes[1].digest('hex')], difference };
}

async function* eachRow(pages: Pages): AsyncGenerator<RawRow, undefined> {
  for await (const rows of pages) yield* rows;
}

const canonical = (row: RawRow) =>
  JSON.stringify(
    row.map((value) => (value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value)),
  );

function differenceOf(table: CopiedTable, mine?: RawRow, theirs?: RawRow): Compared['difference'] {
  const order = mine && theirs ? inOrder(keyOf(table, mine), keyOf(table, theirs)) : mine ? -1 : 1;
  const kind = order === 0 ? 'other' : order < 0 ? 'missing' : 'extra';
  return { kind, key: canonical(keyOf(table, (order > 0 ? theirs : mine) ?? [])).slice(1, -1) };
}

/** As both engines sort: numbers by value, texts by their bytes. */
function inOrder(one: RawRow, other: RawRow): number {
  for (const [at, value] of one.entries()) {
    const next = other[at];
    const order =
      typeof value === 'number' && typeof next === 'number'
        ? value - next
        : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(next)));
    if (order !== 0) return order;
  }
  return 0;
}
