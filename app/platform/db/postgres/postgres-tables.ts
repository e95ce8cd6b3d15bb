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

/*
 * The PostgreSQL tables, derived from those of SQLite for drizzle-kit only: no query is built with
 * them. A time stays a count of milliseconds, JSON stays text, an encrypted column is bytea, a flag
 * is boolean.
 */

/** Sorts by bytes, as SQLite and JavaScript do, whatever the locale of the server. */
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
  return pgTable(name, builders, (newTable) => {
    // PostgreSQL omits the computed expressions of SQLite's indexes.
    const among = (table: unknown, sqliteColumns: unknown[]) =>
      sqliteColumns
        .filter((one) => !is(one, SQL))
        .map((one) => (table as Record<string, AnyPgColumn>)[(one as SQLiteColumn).name]) as Columns;
    return [
      ...indexes.map(({ config }) => {
        const start = config.unique ? uniqueIndex(config.name) : index(config.name);
        const tableIndex = start.on(...among(newTable, config.columns));
        return config.where ? tableIndex.where(config.where) : tableIndex;
      }),
      ...primaryKeys.map((key) => primaryKey({ columns: among(newTable, key.columns) })),
      ...foreignKeys.map((key) => {
        const { columns: from, foreignColumns: to, foreignTable } = key.reference();
        const constraint = foreignKey({
          columns: among(newTable, from),
          foreignColumns: among(postgresTable(foreignTable), to),
        });
        return key.onDelete ? constraint.onDelete(key.onDelete) : constraint;
      }),
    ];
  }) as unknown as Built;
}

const built = new Map<SQLiteTable, Built>();

/** Returns the PostgreSQL table of a SQLite table. */
function postgresTable(source: SQLiteTable): Built {
  const table = built.get(source) ?? build(source);
  built.set(source, table);
  return table;
}

type TableName = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends SQLiteTable ? Name : never;
}[keyof typeof tables];

const all = Object.fromEntries(
  Object.entries(tables).flatMap(([name, one]) => (is(one, SQLiteTable) ? [[name, postgresTable(one)]] : [])),
) as Record<TableName, Built>;

// drizzle-kit reads a module's exports by name.
export const {
  addressDisputes,
  alerts,
  apiKeys,
  audit,
  auditSeen,
  away,
  breaches,
  changeFeed,
  channelChoices,
  checkedSentences,
  clinicDetails,
  clinicRules,
  codeTries,
  codes,
  complaints,
  complaintSubjects,
  consents,
  digests,
  drawingChecks,
  duty,
  followUps,
  heldSignups,
  helperBonds,
  idempotencyKeys,
  keyring,
  knownNetworks,
  leases,
  loginCeilings,
  loginTries,
  messageConsents,
  messages,
  moves,
  noticesSeen,
  outbox,
  partsTurnedOn,
  passkeyChallenges,
  passkeys,
  passwordResets,
  pendingLogins,
  people,
  phrases,
  pushSubscriptions,
  questions,
  quietTimes,
  recoveryCodes,
  registrationChecks,
  reportChanges,
  reportChecks,
  reportDays,
  reportFiles,
  reportReadings,
  reports,
  reportTargets,
  restores,
  reviewDrafts,
  reviewSteps,
  reviewVersions,
  servers,
  sessions,
  shareOpenings,
  shareReports,
  shares,
  slips,
  stepChecks,
  textCounts,
  toTell,
  translations,
  unreadAnswers,
  uploadPieces,
  uploadSlots,
  users,
  waitingKeys,
  webhookDeliveries,
  webhooks,
  ...unlisted
} = all;

// A table that is missing from the list fails here, before a server misses it.
unlisted satisfies Record<string, never>;
