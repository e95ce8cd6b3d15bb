import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../tables.server';

/** A table as it is copied from one database to another: what is in its columns, unopened. */
export type TablePlan = {
  name: string;
  /** In one order for both databases. */
  columns: { name: string; type: ColumnType }[];
  /** The names of the columns of its primary key, which rows are read in the order of. */
  key: string[];
  /** The column that the database numbers by itself, where there is one. */
  counter?: string;
};

/** What PostgreSQL calls the type of a column; SQLite keeps a boolean as 0 or 1. */
export type ColumnType = 'text' | 'bytea' | 'boolean' | 'bigint';

/** Their rows say what is done with this one database, and mean nothing in another one. */
const ofOneDatabase: SQLiteTable[] = [tables.leases, tables.servers, tables.moves];

function planOf(table: SQLiteTable): TablePlan & { parents: string[] } {
  const { name, columns, primaryKeys, foreignKeys } = getTableConfig(table);
  const [composite] = primaryKeys;
  const key = composite ? composite.columns : columns.filter(({ primary }) => primary);
  const counter = columns.find((one) => (one as { autoIncrement?: boolean }).autoIncrement);
  return {
    name,
    columns: columns.map((one) => ({ name: one.name, type: typeOf(one) })),
    key: key.map((one) => one.name),
    ...(counter && { counter: counter.name }),
    parents: foreignKeys.map((one) => getTableConfig(one.reference().foreignTable).name),
  };
}

function typeOf({ columnType, getSQLType }: { columnType: string; getSQLType(): string }): ColumnType {
  const type = getSQLType();
  if (type === 'blob') return 'bytea';
  if (type === 'text') return 'text';
  return columnType === 'SQLiteBoolean' ? 'boolean' : 'bigint';
}

/** Every table that is copied, parents before their children. */
export const tablePlans: TablePlan[] = parentsFirst(
  Object.values(tables)
    .flatMap((one): SQLiteTable[] => (is(one, SQLiteTable) ? [one] : []))
    .filter((one) => !ofOneDatabase.includes(one))
    .map(planOf),
);

function parentsFirst(plans: (TablePlan & { parents: string[] })[]): TablePlan[] {
  const done: TablePlan[] = [];
  let left = plans;
  while (left.length > 0) {
    const isReady = ({ name, parents }: (typeof left)[number]) =>
      parents.every((parent) => parent === name || done.some((one) => one.name === parent));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error('Tables hang on each other in a circle.');
    done.push(...ready.map(({ parents: _parents, ...plan }) => plan));
    left = left.filter((one) => !ready.includes(one));
  }
  return done;
}
