import { is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as accountTables from '~/platform/db/core/tables/accounts.server';
import * as clinicTables from '~/platform/db/core/tables/clinic.server';
import * as reportTables from '~/platform/db/core/tables/reports.server';
import type { RunSql } from './database-state';

const tables = { ...clinicTables, ...accountTables, ...reportTables };

/** What a column holds, whichever engine keeps it. */
type Kind = 'text' | 'number' | 'flag' | 'bytes';

/** A table that is copied: what its rows are read from, its columns, and those of its key. */
export type CopiedTable = {
  name: string;
  from: string;
  columns: { name: string; kind: Kind }[];
  key: string[];
  /** Whether its ids are counted by the database. */
  counts: boolean;
};

/** A row as a database keeps it: nothing is decrypted; a flag is 0 or 1. */
export type RawRow = (string | number | Uint8Array | null)[];

/**
 * Tables that say what goes on at the moment, and with whom: leases and servers are those of the
 * processes of one database, each database has moves of its own, and files that are still arriving
 * are sent again from where they come. (Counts of limits are in no
 * table that is listed there.)
 */
const ofTheMoment = [tables.leases, tables.servers, tables.moves, tables.uploadSlots, tables.uploadPieces];

/** Of a day's slots, which are a matter of each engine, their sum is copied and compared. */
const counted = `(select "list", "day", 0 as "slot", sum("rows") as "rows" from report_days
  group by "list", "day" having sum("rows") <> 0) as counted`;

/** Every table that is copied; one that others hang on comes before them. */
export const copiedTables: CopiedTable[] = inOrder(
  Object.values(tables).filter(
    (one) => is(one, SQLiteTable) && !ofTheMoment.some((other) => other === one),
  ) as SQLiteTable[],
).map(describe);

function inOrder(all: SQLiteTable[]): SQLiteTable[] {
  const placed = new Set<SQLiteTable>();
  const place = (table: SQLiteTable) => {
    if (placed.has(table)) return;
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const { foreignTable } = reference();
      if (foreignTable !== table) place(foreignTable);
    }
    placed.add(table);
  };
  for (const table of all) place(table);
  return [...placed];
}

function describe(table: SQLiteTable): CopiedTable {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  const single = columns.filter(({ primary }) => primary).map((column) => column.name);
  return {
    name,
    from: table === tables.reportDays ? counted : `"${name}"`,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(column) })),
    key: composite.length > 0 ? composite : single,
    counts: columns.some((column) => (column as { autoIncrement?: boolean }).autoIncrement === true),
  };
}

function kindOf(column: SQLiteColumn): Kind {
  const type = column.getSQLType();
  if (type === 'blob') return 'bytes';
  if (type === 'text') return 'text';
  return column.columnType === 'SQLiteBoolean' ? 'flag' : 'number';
}

/** Writes rows into a table within a transaction. */
export type InsertRows = (table: CopiedTable, rows: RawRow[]) => Promise<void>;

/**
 * A database of either engine without its key: what is private stays encrypted. Nobody else writes
 * to it, or what is read is one moment of it.
 */
export type RawDatabase = {
  /** What sentences call it. */
  name: string;
  /** Runs one statement by itself. */
  run: RunSql;
  /** Reads at one moment. */
  reading<Result>(act: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Writes in one transaction, in which no trigger counts or forbids anything. */
  filling(act: (run: RunSql, insert: InsertRows) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

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
