import { is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from './tables.server';

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
