import { is, SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  customType,
  foreignKey,
  index,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as accountTables from '~/platform/db/core/tables/accounts.server';
import * as clinicTables from '~/platform/db/core/tables/clinic.server';
import * as reportTables from '~/platform/db/core/tables/reports.server';

const tables = { ...clinicTables, ...accountTables, ...reportTables };

/*
 * The tables as PostgreSQL has them, read off those of SQLite for drizzle-kit alone: no query is
 * built with them. A moment stays a count of milliseconds, JSON stays text, an encrypted column is
 * bytea, a flag is boolean.
 */

/** Sorted by bytes, as SQLite and JavaScript do, whatever the locale of the server. */
const text = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

type Builder = PgColumnBuilderBase & {
  primaryKey(): Builder;
  notNull(): Builder;
  default(value: unknown): Builder;
};
type Columns = [AnyPgColumn, ...AnyPgColumn[]];
type Built = PgTable & Record<string, AnyPgColumn>;

function typeOf(column: SQLiteColumn) {
  const { name } = column;
  if ((column as { autoIncrement?: boolean }).autoIncrement) return bigserial(name, { mode: 'number' });
  const type = column.getSQLType();
  if (type === 'blob') return bytes(name);
  if (type === 'text') return text(name);
  if (column.columnType === 'SQLiteBoolean') return boolean(name);
  return bigint(name, { mode: 'number' });
}

function columnOf(column: SQLiteColumn): Builder {
  let built = typeOf(column) as unknown as Builder;
  if (column.primary) built = built.primaryKey();
  if (column.notNull) built = built.notNull();
  if (column.default !== undefined) built = built.default(column.default);
  return built;
}

function build(source: SQLiteTable): Built {
  const { name, columns, indexes, foreignKeys, primaryKeys } = getTableConfig(source);
  const builders = Object.fromEntries(columns.map((column) => [column.name, columnOf(column)]));
  return pgTable(name, builders, (own) => {
    // What SQLite has computed in its indexes PostgreSQL does without.
    const among = (table: unknown, some: unknown[]) =>
      some
        .filter((one) => !is(one, SQL))
        .map((one) => (table as Record<string, AnyPgColumn>)[(one as SQLiteColumn).name]) as Columns;
    return [
      ...indexes.map(({ config }) => {
        const start = config.unique ? uniqueIndex(config.name) : index(config.name);
        const made = start.on(...among(own, config.columns));
        return config.where ? made.where(config.where) : made;
      }),
      ...primaryKeys.map((key) => primaryKey({ columns: among(own, key.columns) })),
      ...foreignKeys.map((key) => {
        const { columns: from, foreignColumns: to, foreignTable } = key.reference();
        const made = foreignKey({
          columns: among(own, from),
          foreignColumns: among(postgresTable(foreignTable), to),
        });
        return key.onDelete === 'cascade' ? made.onDelete('cascade') : made;
      }),
    ];
  }) as unknown as Built;
}

const built = new Map<SQLiteTable, Built>();

/** A table as PostgreSQL has it. */
function postgresTable(source: SQLiteTable): Built {
  const known = built.get(source) ?? build(source);
  built.set(source, known);
  return known;
}

const all = Object.fromEntries(
  Object.entries(tables).flatMap(([name, one]) => (is(one, SQLiteTable) ? [[name, postgresTable(one)]] : [])),
) as Record<keyof typeof tables, Built>;

// drizzle-kit reads what a module exports, by its name.
export const {
  audit,
  auditSeen,
  codeTries,
  codes,
  consents,
  digests,
  heldSignups,
  idempotencyKeys,
  keyring,
  knownNetworks,
  leases,
  loginCeilings,
  loginTries,
  messages,
  moves,
  outbox,
  passwordResets,
  pendingLogins,
  people,
  questions,
  recoveryCodes,
  reportDays,
  reportFiles,
  reports,
  reviewDrafts,
  reviewVersions,
  servers,
  sessions,
  translations,
  uploadPieces,
  uploadSlots,
  users,
  waitingKeys,
} = all;
