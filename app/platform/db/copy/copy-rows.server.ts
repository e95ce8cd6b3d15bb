import { createHash } from 'node:crypto';
import {
  type CopiedTable,
  copiedTables,
  type RawDatabase,
  type RawRow,
  readRows,
  toRowKey,
} from '~/platform/db/core/copied-tables.server';

/** Receives the table at work and the number of its finished rows. */
type OnTable = (table: string, rows: number) => void;

/**
 * Copies every row, as of one moment, into another database in one transaction. The target then
 * holds exactly these rows, or is unchanged after an error. Both databases are at the newest
 * migration.
 */
export async function copyRows(
  from: RawDatabase,
  to: RawDatabase,
  onTable: OnTable = () => undefined,
): Promise<void> {
  await from.reading((read) =>
    to.fill(async (run, insert) => {
      for (const { name } of [...copiedTables].reverse()) await run(`delete from "${name}"`);
      for (const table of copiedTables) {
        let copiedRows = 0;
        for await (const rows of readRows(read, table)) {
          await insert(table, rows);
          copiedRows += rows.length;
          onTable(table.name, copiedRows);
        }
      }
    }),
  );
}

/**
 * The comparison of one table in two databases: its number of rows in the first; in each, the
 * SHA-256 of all rows as JSON; and the first row that differs.
 */
type Compared = {
  table: string;
  rows: number;
  sha256: [string, string];
  difference?: { kind: 'other' | 'missing' | 'extra'; key: string };
};

/** Compares every row of two databases, each as of one moment of its own. */
export async function compareRows(
  from: RawDatabase,
  to: RawDatabase,
  onTable: OnTable = () => undefined,
): Promise<Compared[]> {
  return from.reading((runLeft) =>
    to.reading(async (runRight) => {
      const compared: Compared[] = [];
      for (const table of copiedTables) {
        const comparison = await compareTable(table, readRows(runLeft, table), readRows(runRight, table));
        compared.push(comparison);
        onTable(table.name, comparison.rows);
      }
      return compared;
    }),
  );
}

/** Describes the first row that differs in each table; undefined if all rows are equal. */
export function findDifference(compared: Compared[]): string | undefined {
  const wordings = { other: 'differs', missing: 'is missing', extra: 'should not exist' };
  const differences = compared.flatMap(({ table, difference }) =>
    difference ? [`in ${table} the row ${difference.key} ${wordings[difference.kind]}`] : [],
  );
  return differences.length > 0 ? differences.join('; ') : undefined;
}

type Pages = AsyncGenerator<RawRow[]>;

async function compareTable(table: CopiedTable, leftPages: Pages, rightPages: Pages): Promise<Compared> {
  const hashes = [createHash('sha256'), createHash('sha256')] as const;
  const [left, right] = [eachRow(leftPages), eachRow(rightPages)];
  let rows = 0;
  let difference: Compared['difference'];
  for (;;) {
    const [leftRow, rightRow] = [(await left.next()).value, (await right.next()).value];
    if (!leftRow && !rightRow) break;
    rows += leftRow ? 1 : 0;
    const [leftText, rightText] = [leftRow && canonical(leftRow), rightRow && canonical(rightRow)];
    if (leftText) hashes[0].update(`${leftText}\n`);
    if (rightText) hashes[1].update(`${rightText}\n`);
    if (leftText !== rightText) difference ??= differenceOf(table, leftRow, rightRow);
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

function differenceOf(table: CopiedTable, leftRow?: RawRow, rightRow?: RawRow): Compared['difference'] {
  const order =
    leftRow && rightRow ? compareKeys(toRowKey(table, leftRow), toRowKey(table, rightRow)) : leftRow ? -1 : 1;
  const kind = order === 0 ? 'other' : order < 0 ? 'missing' : 'extra';
  return { kind, key: canonical(toRowKey(table, (order > 0 ? rightRow : leftRow) ?? [])).slice(1, -1) };
}

/** Compares keys as both engines sort: numbers by value, texts by their bytes. */
function compareKeys(left: RawRow, right: RawRow): number {
  for (const [at, value] of left.entries()) {
    const next = right[at];
    const order =
      typeof value === 'number' && typeof next === 'number'
        ? value - next
        : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(next)));
    if (order !== 0) return order;
  }
  return 0;
}
