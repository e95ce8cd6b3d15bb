import type { CopiedTable, RawRow } from './copied-tables.server';
import type { RunSql } from './database-state';

const rowsAtOnce = 1000;

const listed = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/** Reads the rows of a table in the order of its key, 1,000 at a time; each has its place. */
export async function* readRows(run: RunSql, table: CopiedTable): AsyncGenerator<RawRow[]> {
  const { from, columns, key } = table;
  const start = `select ${listed(columns.map(({ name }) => name))} from ${from}`;
  const end = `order by ${listed(key)} limit ${rowsAtOnce}`;
  const next = `${start} where (${listed(key)}) > (${key.map(() => '?').join(', ')}) ${end}`;
  let found = await run(`${start} ${end}`);
  while (found.length > 0) {
    const rows = found.map((row) => row.map(plain)) as RawRow[];
    yield rows;
    if (rows.length < rowsAtOnce) return;
    found = await run(next, ...keyOf(table, rows.at(-1) ?? []));
  }
}

/** SQLite keeps a flag as a number. */
const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** What a row is known by. */
export function keyOf({ columns, key }: CopiedTable, row: RawRow): RawRow {
  return key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);
}
