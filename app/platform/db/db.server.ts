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
import { setColumnKey } from '~/platform/db/core/tables/column-cipher.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { planOf, requireNoOtherRows } from '~/platform/db/core/write-plan';
import { openSqlite } from '~/platform/db/sqlite/open-sqlite.server';
import { troubleOf } from '~/platform/errors.server';

export type { AuditEntry, Queries, Statement, Step } from '~/platform/db/core/engine';

/**
 * Opens the database, brings it to the newest migration and makes it the one `db()` answers with.
 * Takes DATABASE_URL, the file key (32 bytes), the folder for copies from before a migration of
 * SQLite (without it `migrations` beside the database), whether to open it alone, for a change of
 * the key: then nobody else may have its file open, and nobody can open it; whom to tell of each
 * migration; and for PostgreSQL how many connections there are at most, whether the server keeps
 * plans under names, and what lets a server in beside others.
 *
 * @throws an OperatorError, and has changed nothing, when the database was
 *   written under another key (docs/requirements.md#running) or by a newer program, and when a
 *   migration fails.
 */
export async function openDatabase(options: OpenOptions): Promise<void> {
  const opened = await (isPostgres(options.url) ? openOnPostgres(options) : openSqlite(options));
  await findConnection()?.engine.close();
  setConnection(opened);
}

/** Its driver is loaded only where it is used. */
async function openOnPostgres(options: OpenOptions) {
  const { openPostgres } = await import('~/platform/db/postgres/open-postgres.server');
  return openPostgres(options);
}

/** Closes the database; what follows needs `openDatabase` again. */
export async function closeDatabase(): Promise<void> {
  await findConnection()?.engine.close();
  setConnection(undefined);
}

/**
 * Does something with another database in place of the open one, which is the open one again
 * afterwards. Takes what `openDatabase` takes, and what to do.
 *
 * @returns what that gives.
 * @throws as `openDatabase`.
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
 * The open database, for building queries. What reads is awaited; what writes is handed to
 * `execute` or `atomically`.
 *
 * @throws when nothing was opened.
 */
export function db(): Queries {
  return connection().engine.queries;
}

/**
 * Prepares a query that is run often: it is built once for each opening of the database.
 *
 * @param build builds the query, with `sql.placeholder` for its values.
 * @returns a function that gives the query, to be run by its `execute`.
 */
export function prepared<Query>(build: (queries: Queries) => Query): (queries?: Queries) => Query {
  const built = new WeakMap<object, { query: Query }>();
  return (queries = db()) => {
    const known = built.get(queries) ?? { query: build(queries) };
    built.set(queries, known);
    return known.query;
  };
}

/** A writing statement that Drizzle's builder has no words for. */
export function rawStatement(statement: SQL): Statement {
  return { toSQL: () => dialect.sqlToQuery(statement) };
}

const dialect = new SQLiteAsyncDialect();

/**
 * Lets a statement look at other rows without a lock: nothing depends on it that they may change
 * meanwhile.
 */
export function asItStands(statement: Statement): Statement {
  return { toSQL: () => ({ ...statement.toSQL(), needsLock: false }) };
}

/**
 * Runs steps as one transaction: all or none, and nobody sees half of it. Waits for another process
 * that writes, at most 1.5 s in a request.
 *
 * @param steps statements in order, falsy ones passed over. One wrapped by `requireChange` has to
 *   change a row, or everything is undone. A statement that looks at other rows than those it
 *   writes stands under a `lock`, which comes first. Lines of the audit log are written last.
 * @returns true when all of it is written; false when a required change changed nothing, and
 *   nothing is written.
 * @throws when the database stays locked or the disk is full, with nothing written.
 */
export async function atomically(steps: Step[], { durable = true }: WriteOptions = {}): Promise<boolean> {
  return connection().engine.atomically(planOf(steps), { durable, waits: true });
}

/**
 * Marks a statement of `atomically` that has to change at least one row, or a select that has to
 * find one.
 */
export function requireChange(statement: Statement): RequiredChange {
  return { required: statement };
}

/**
 * The step that holds rows of a table until the transaction is over, so that what is decided by
 * them stays true: the first step of its list. Takes the table, and which rows.
 */
export function lock(table: typeof users | typeof reports | typeof codes, where: SQL | undefined): Lock {
  const key = 'id' in table ? table.id : table.email;
  return { lock: db().select({ key }).from(table).where(where).orderBy(key) };
}

/**
 * Runs one writing statement, or writes one line of the audit log. Waits and throws as `atomically`
 * does.
 *
 * @returns how many rows it changed.
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
 * Runs a writing statement that a read can do without: on a full disk, or while another process
 * writes, it is passed over.
 */
export async function executeBestEffort(statement: Statement): Promise<void> {
  const bound = statement.toSQL();
  requireNoOtherRows(bound);
  try {
    await connection().engine.execute(bound, { durable: true, waits: false });
  } catch (error) {
    if (!troubleOf(error)) throw error;
  }
}

/**
 * Runs reads on one state of the database: no write comes between them. While a long one runs, the
 * log of SQLite only grows. (A database in memory is read as it stands.)
 *
 * @param read reads with the builder it is given.
 * @returns what it returns.
 */
export function readTransaction<Result>(read: (queries: Queries) => Promise<Result>): Promise<Result> {
  return connection().engine.readTransaction(read);
}

/**
 * A query for the numbers of the lines of the audit log that say that the reports of a patient were
 * seen in a list. Takes the patient's id.
 */
export function looksAt(patientId: string): SQL {
  return connection().engine.looksAt(patientId);
}

/**
 * Brings a text of the database to the spelling that searches compare by: `fold`, in SQL.
 */
export function folded(text: SQLWrapper): SQL {
  return connection().engine.folded(text);
}

/**
 * Resolves once every durable write that can be read by now is on the disk: what was found of
 * somebody else's write is told as kept only then.
 *
 * @throws as the write does whose disk failed.
 */
export function onDisk(): Promise<void> {
  return connection().engine.onDisk();
}

/** Whether other processes may write to the open database: then no memory of this one decides. */
export function isDatabaseShared(): boolean {
  return connection().engine.isShared;
}

/** Does what is to be done now and then so that the database stays small and its counts few. */
export function tidyDatabase(): Promise<void> {
  return connection().engine.tidy();
}

/** Whether an error says that a row with this unique value is there already. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') || hasCode(error, '23505');
}

/** Whether an error says that the row a new one hangs on is not there (any more). */
export function isWithoutParent(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY') || hasCode(error, '23503');
}

/**
 * Whether an error leaves open whether the write was done: the connection was lost before the
 * answer came. A file that the row may name has to stay.
 */
export function isUncertain(error: unknown): boolean {
  const { isUncertain: isOpen, cause } = (error ?? {}) as { isUncertain?: unknown; cause?: unknown };
  return isOpen === true || (cause !== undefined && isUncertain(cause));
}

function hasCode(error: unknown, wanted: string) {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].includes(wanted);
}
