import { is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as accountabilityTables from '~/platform/db/core/tables/accountability.server';
import * as accountTables from '~/platform/db/core/tables/accounts.server';
import * as alertTables from '~/platform/db/core/tables/alerts.server';
import * as changeTables from '~/platform/db/core/tables/changes.server';
import * as clinicTables from '~/platform/db/core/tables/clinic.server';
import * as disputeTables from '~/platform/db/core/tables/disputes.server';
import * as dutyTables from '~/platform/db/core/tables/duty.server';
import * as keyTables from '~/platform/db/core/tables/keys.server';
import * as stepTables from '~/platform/db/core/tables/next-steps.server';
import * as notificationTables from '~/platform/db/core/tables/notifications.server';
import * as reportTables from '~/platform/db/core/tables/reports.server';
import * as shareTables from '~/platform/db/core/tables/shares.server';
import * as slipTables from '~/platform/db/core/tables/slips.server';
import * as toTellTables from '~/platform/db/core/tables/to-tell.server';
import * as uploadTables from '~/platform/db/core/tables/uploads.server';
import * as webhookTables from '~/platform/db/core/tables/webhooks.server';
import type { RunSql } from './database-state';

const tables = {
  ...clinicTables,
  ...accountTables,
  ...accountabilityTables,
  ...alertTables,
  ...changeTables,
  ...reportTables,
  ...shareTables,
  ...slipTables,
  ...disputeTables,
  ...dutyTables,
  ...keyTables,
  ...notificationTables,
  ...stepTables,
  ...toTellTables,
  ...uploadTables,
  ...webhookTables,
};

/** The kind of values in a column, the same on both engines. */
type Kind = 'text' | 'number' | 'flag' | 'bytes';

/**
 * A table that is copied: its name, the source of its rows, its columns and the columns of its key.
 */
export type CopiedTable = {
  name: string;
  source: string;
  columns: { name: string; kind: Kind }[];
  key: string[];
  /** True if the database counts its ids. */
  counts: boolean;
};

/** A row as it is stored: nothing is decrypted; a flag is 0 or 1. */
export type RawRow = (string | number | Uint8Array | null)[];

/**
 * Tables of the moment, which are not copied. Leases and servers belong to the processes of one
 * database, and each database has moves and an epoch of its own. Clients send files again that
 * are still arriving. (The counts of limits are in no listed table.)
 */
const transientTables = [
  tables.changeFeed,
  tables.leases,
  tables.servers,
  tables.moves,
  tables.uploadSlots,
  tables.uploadPieces,
];

/** Each engine uses the slots of a day in its own way, so their sum is copied and compared. */
const daySums = `(select "list", "day", 0 as "slot", sum("rows") as "rows" from report_days
  group by "list", "day" having sum("rows") <> 0) as counted`;

/** Transactions have other numbers in another database, where all copied rows are old. */
const changesOutsideTransactions = `(select "seq", 0 as "xid", "list", "report_id", "hidden_until", "gone_at"
  from report_changes) as numbered`;

const sources = new Map<SQLiteTable, string>([
  [tables.reportDays, daySums],
  [tables.reportChanges, changesOutsideTransactions],
]);

/** Every table that is copied, after the tables it references. */
export const copiedTables: CopiedTable[] = sortByReference(
  Object.values(tables).filter(
    (one) => is(one, SQLiteTable) && !transientTables.some((other) => other === one),
  ) as SQLiteTable[],
).map(describe);

function sortByReference(all: SQLiteTable[]): SQLiteTable[] {
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
    source: sources.get(table) ?? `"${name}"`,
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

/** Inserts rows into a table within a transaction. */
export type InsertRows = (table: CopiedTable, rows: RawRow[]) => Promise<void>;

/**
 * A database of either engine, opened without its key: private values stay encrypted. Nobody else
 * writes to it, or it is read as of one moment.
 */
export type RawDatabase = {
  /** The name for messages. */
  name: string;
  /** Runs one statement on its own. */
  run: RunSql;
  /** Reads as of one moment. */
  reading<Result>(act: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Writes in one transaction, without triggers. */
  fill(act: (run: RunSql, insert: InsertRows) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const rowsAtOnce = 1000;

const quoteNames = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Reads the rows of a table in the order of its key, 1,000 at a time. Keyset paging returns each
 * row once.
 */
export async function* readRows(run: RunSql, table: CopiedTable): AsyncGenerator<RawRow[]> {
  const { source, columns, key } = table;
  const start = `select ${quoteNames(columns.map(({ name }) => name))} from ${source}`;
  const end = `order by ${quoteNames(key)} limit ${rowsAtOnce}`;
  const next = `${start} where (${quoteNames(key)}) > (${key.map(() => '?').join(', ')}) ${end}`;
  let result = await run(`${start} ${end}`);
  while (result.length > 0) {
    const rows = result.map((row) => row.map(toRawValue)) as RawRow[];
    yield rows;
    if (rows.length < rowsAtOnce) return;
    result = await run(next, ...toRowKey(table, rows.at(-1) ?? []));
  }
}

/** Converts a flag to a number, as SQLite stores it. */
const toRawValue = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** Returns the key of a row. */
export function toRowKey({ columns, key }: CopiedTable, row: RawRow): RawRow {
  return key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);
}
