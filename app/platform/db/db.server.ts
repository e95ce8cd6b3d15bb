import type { SQL, SQLWrapper } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { connection, findConnection, setConnection } from '~/platform/db/core/connection.server';
import { isPostgres } from '~/platform/db/core/database-url.server';
import type {
  AuditEntry,
  Lock,
  OpenOptions,
  Queries,
  RequiredChange,
  Statement,
  Step,
  WriteOptions,
} from '~/platform/db/core/engine';
import type { codes, users } from '~/platform/db/core/tables/accounts.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { planWrite, requireNoOtherRows } from '~/platform/db/core/write-plan';
import { openSqlite } from '~/platform/db/sqlite/open-sqlite.server';
import { toTrouble } from '~/platform/errors.server';
import { setColumnKey } from '~/platform/secrets/column-cipher.server';

export type { AuditEntry, Queries, Statement, Step } from '~/platform/db/core/engine';

/**
 * Opens the database, brings it to the newest migration and makes it the one that `db()` returns.
 *
 * @param options.url the DATABASE_URL.
 * @param options.fileKey the FILE_KEY, 32 bytes.
 * @param options.content for a SQLite database in memory, the bytes of the database that it begins as.
 * @param options.copies for SQLite, the folder for copies from before a migration; by default
 *   `migrations` beside the database.
 * @param options.isAlone opens it exclusively, for a change of the key.
 * @param options.onApplied called for each migration once all are done.
 * @param options.pool for PostgreSQL, the maximum number of connections.
 * @param options.namesPlans for PostgreSQL, whether the server keeps plans under names.
 * @param options.entrance for PostgreSQL, decides whether this server may run beside others.
 * @throws an OperatorError, with nothing changed, if the database was written under another key
 *   (docs/requirements.md#running) or by a newer program, or if a migration fails.
 */
export async function openDatabase(options: OpenOptions): Promise<void> {
  const opened = await (isPostgres(options.url) ? openOnPostgres(options) : openSqlite(options));
  await findConnection()?.engine.close();
  setConnection(opened);
}

/** Loads the driver only if it is needed. */
async function openOnPostgres(options: OpenOptions) {
  const { openPostgres } = await import('~/platform/db/postgres/open-postgres.server');
  return openPostgres(options);
}

/** Closes the database; `openDatabase` opens it again. */
export async function closeDatabase(): Promise<void> {
  await findConnection()?.engine.close();
  setConnection(undefined);
}

/**
 * Runs a function with another database as the open one and restores the present one afterwards.
 *
 * @returns the result of the function.
 * @throws as `openDatabase` does.
 */
export async function withOtherDatabase<Result>(
  options: OpenOptions,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = findConnection();
  setConnection(undefined);
  try {
    await openDatabase(options);
    return await act();
  } finally {
    await closeDatabase();
    setConnection(before);
    if (before) setColumnKey(before.columnKey);
  }
}

/**
 * Returns the query builder of the open database. Await reads; pass writes to `execute` or
 * `atomically`.
 *
 * @throws if no database is open.
 */
export function db(): Queries {
  return connection().engine.queries;
}

/**
 * Prepares a frequent query: it is built once for each opening of the database.
 *
 * @param build builds the query, with `sql.placeholder` for its values.
 * @returns a function that returns the query; run it with its `execute`.
 */
export function prepared<Query>(build: (queries: Queries) => Query): (queries?: Queries) => Query {
  const queryOfBuilder = new WeakMap<object, { query: Query }>();
  return (queries = db()) => {
    const entry = queryOfBuilder.get(queries) ?? { query: build(queries) };
    queryOfBuilder.set(queries, entry);
    return entry.query;
  };
}

/** Wraps a writing statement that Drizzle's builder cannot express. */
export function rawStatement(statement: SQL): Statement {
  return { toSQL: () => dialect.sqlToQuery(statement) };
}

const dialect = new SQLiteAsyncDialect();

/**
 * Lets a statement read other rows without a lock, if nothing depends on concurrent changes to
 * them.
 */
export function withoutLock(statement: Statement): Statement {
  return { toSQL: () => ({ ...statement.toSQL(), needsLock: false }) };
}

/**
 * Runs steps as one transaction: all or nothing, and nobody sees half of it. Waits for another
 * process that writes, at most 1.5 s in a request.
 *
 * @param steps statements in order; falsy ones are skipped. If a statement wrapped by
 *   `requireChange` changes no row, everything is undone. A statement that reads rows other than
 *   those it writes needs a `lock`, which comes first. Audit entries are written last.
 * @returns true if everything was written; false if a required change changed nothing, and then
 *   nothing was written.
 * @throws if the database stays locked or the disk is full, with nothing written.
 */
export async function atomically(steps: Step[], { durable = true }: WriteOptions = {}): Promise<boolean> {
  return connection().engine.atomically(planWrite(steps), { durable, waits: true });
}

/**
 * Marks a statement of `atomically` that must change at least one row, or a select that must find
 * one.
 */
export function requireChange(statement: Statement): RequiredChange {
  return { required: statement };
}

/**
 * Builds the step that locks rows of a table until the transaction ends, so that decisions based on
 * them stay true. It comes first in its list.
 */
export function lock(table: typeof users | typeof reports | typeof codes, where: SQL | undefined): Lock {
  const key = 'id' in table ? table.id : table.email;
  return { lock: db().select({ key }).from(table).where(where).orderBy(key) };
}

/**
 * Runs one writing statement or writes one audit entry. Waits and throws as `atomically` does.
 *
 * @returns the number of changed rows.
 */
export async function execute(
  statement: Statement | AuditEntry,
  { durable = true }: WriteOptions = {},
): Promise<number> {
  if ('line' in statement) return Number(await atomically([statement], { durable }));
  const bound = statement.toSQL();
  requireNoOtherRows(bound);
  return connection().engine.execute(bound, { durable, waits: true });
}

/**
 * Runs a write that a read can do without: it is skipped on a full disk or while another process
 * writes.
 */
export async function executeBestEffort(statement: Statement): Promise<void> {
  const bound = statement.toSQL();
  requireNoOtherRows(bound);
  try {
    await connection().engine.execute(bound, { durable: true, waits: false });
  } catch (error) {
    if (!toTrouble(error)) throw error;
  }
}

/**
 * Runs reads on one state of the database: no write comes between them. During a long one, SQLite's
 * log only grows. (A database in memory is read without isolation.)
 *
 * @param read reads with the given builder.
 * @returns the result of `read`.
 */
export function readTransaction<Result>(read: (queries: Queries) => Promise<Result>): Promise<Result> {
  return connection().engine.readTransaction(read);
}

/**
 * Builds a query for the ids of the audit entries that record that a patient's reports were seen in
 * a list.
 */
export function selectListViews(patientId: string): SQL {
  return connection().engine.selectListViews(patientId);
}

/**
 * Returns the query for the end of the numbered changes: one row with the position (`xid`, `seq`) up
 * to which no change comes later, and the clock of the database (`now`), in milliseconds since 1970.
 */
export function selectChangesEnd(): SQL {
  return connection().engine.selectChangesEnd;
}

/** Builds the SQL of `fold`, which normalizes a text for searches. */
export function foldColumn(text: SQLWrapper): SQL {
  return connection().engine.foldColumn(text);
}

/**
 * Resolves once every durable write that can be read by now is on the disk. Only then may a caller
 * report another caller's write as stored.
 *
 * @throws the error of a write whose disk failed.
 */
export function untilOnDisk(): Promise<void> {
  return connection().engine.untilOnDisk();
}

/**
 * Checks whether other processes may write to the open database: then no memory of this process is
 * authoritative.
 */
export function isDatabaseShared(): boolean {
  return connection().engine.isShared;
}

/** Cleans up regularly, so that the database stays small and its counts few. */
export function tidyDatabase(): Promise<void> {
  return connection().engine.tidy();
}

/** Checks whether an error means that a row with this unique value exists. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') || hasCode(error, '23505');
}

/** Checks whether an error means that the parent of a new row is missing. */
export function isForeignKeyError(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY') || hasCode(error, '23503');
}

/**
 * Checks whether an error leaves it open if the write happened: the connection was lost before the
 * answer. A file that the row may name has to stay.
 */
export function isUncertain(error: unknown): boolean {
  const { isUncertain: isOpen, cause } = (error ?? {}) as { isUncertain?: unknown; cause?: unknown };
  return isOpen === true || (cause !== undefined && isUncertain(cause));
}

function hasCode(error: unknown, expected: string) {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].includes(expected);
}
