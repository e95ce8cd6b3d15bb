import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { OperatorError } from '~/platform/operator-error.server';
import { troubleOf } from '~/platform/write-trouble.server';
import { chainAudit } from './audit-chain.server';
import { setColumnKey } from './column-cipher.server';
import { connection, findConnection, setConnection } from './connection/connection.server';
import { databasePath, hasDatabase } from './connection/database-path.server';
import { columnKeyOf, requireSameKey } from './connection/keyring.server';
import { migrateWhole, type OnApplied, requireKnownSchema } from './migrations/migrate.server';
import { retryWhileLocked } from './retry-while-locked.server';
import * as tables from './tables.server';
import { type Changes, takeReportChanges, watchReports } from './write-counter.server';

/**
 * Opens the database, brings it to the newest migration and makes it the one `db()` answers with.
 * Takes DATABASE_URL, the file key (32 bytes), the folder for copies from before a migration
 * (without it `migrations` beside the database), whether to open it alone, for a change of the key:
 * then nobody else may have it open, and nobody can open it; and whom to tell of each migration.
 *
 * @throws an OperatorError, and has changed nothing, when the database was
 *   written under another key (docs/requirements.md#running) or by a newer program, and when a
 *   migration fails.
 */
export function openDatabase({
  url,
  fileKey,
  copies,
  isAlone = false,
  onApplied,
}: {
  url: string;
  fileKey: Buffer;
  copies?: string;
  isAlone?: boolean;
  onApplied?: OnApplied;
}) {
  const path = databasePath(url);
  if (!isAlone) requireSameKey({ url, fileKey });
  if (hasDatabase(url)) requireKnownSchema(path);
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path);
  if (isAlone) lockOut(sqlite);
  let columnKey: Buffer;
  try {
    setUp(sqlite);
    migrateWhole({ sqlite, path, copies: copies ?? join(dirname(path), 'migrations'), onApplied });
    columnKey = columnKeyOf(sqlite, fileKey);
    setColumnKey(columnKey);
    watchReports(sqlite);
    chainAudit(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const opened = { sqlite, drizzle: drizzle(sqlite, { schema: tables }), columnKey };
  // From here on nobody waits inside SQLite, which would hold up every other request: see
  // `retryWhileLocked`.
  sqlite.pragma('busy_timeout = 0');
  findConnection()?.sqlite.close();
  setConnection(opened);
}

/** Closes the database; what follows needs `openDatabase` again. */
export function closeDatabase() {
  findConnection()?.sqlite.close();
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
  options: Parameters<typeof openDatabase>[0],
  act: () => Promise<Result>,
): Promise<Result> {
  const before = findConnection();
  setConnection(undefined);
  try {
    openDatabase(options);
    return await act();
  } finally {
    closeDatabase();
    setConnection(before);
    if (before) setColumnKey(before.columnKey);
  }
}

/**
 * The open database, for building queries.
 *
 * @throws when nothing was opened.
 */
export function db() {
  return connection().drizzle;
}

/**
 * A query that is run often: it is built and compiled once for each opening of the database, for
 * that costs more than to run it. Takes what builds it, with `sql.placeholder` for what differs.
 *
 * @returns what gives it.
 */
export function prepared<Query>(build: () => Query): () => Query {
  const built = new WeakMap<object, { query: Query }>();
  return () => {
    const known = built.get(db()) ?? { query: build() };
    built.set(db(), known);
    return known.query;
  };
}

/** A statement as Drizzle builds it, not yet run. */
export type Statement = { run(): { changes: number } };

/**
 * With `durable: false` the disk is not waited for. A power cut may then take the write back,
 * together with all that was written after it and did not wait either; a process that ends takes
 * nothing back. For what does no harm when it is lost, such as a count of attempts.
 */
type WriteOptions = { durable?: boolean };

/**
 * Runs statements as one transaction: all or none, and nobody sees half of it. Waits for another
 * process that writes, at most 1.5 s in a request.
 *
 * @param statements in order, falsy ones passed over. One wrapped by `requireChange` has to change
 *   a row, or everything is undone.
 * @returns true when all of it is written; false when a required change changed nothing, and
 *   nothing is written.
 * @throws when the database stays locked or the disk is full, with nothing written.
 */
export async function atomically(
  statements: (Statement | RequiredChange | false | undefined)[],
  { durable = true }: WriteOptions = {},
): Promise<boolean> {
  return retryWhileLocked(() => written(durable, () => writeTogether(statements)));
}

function writeTogether(statements: (Statement | RequiredChange | false | undefined)[]): boolean {
  const { sqlite } = connection();
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    for (const entry of statements) {
      if (!entry) continue;
      const isRequired = 'required' in entry;
      const { changes } = (isRequired ? entry.required : entry).run();
      if (isRequired && changes === 0) {
        sqlite.exec('ROLLBACK');
        return false;
      }
    }
    sqlite.exec('COMMIT');
    return true;
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

type RequiredChange = { required: Statement };

/** Marks a statement of `atomically` that has to change at least one row. */
export function requireChange(statement: Statement): RequiredChange {
  return { required: statement };
}

/**
 * Runs one writing statement. Waits and throws as `atomically` does.
 *
 * @returns how many rows it changed.
 */
export async function execute(statement: Statement, { durable = true }: WriteOptions = {}): Promise<number> {
  return retryWhileLocked(() => written(durable, () => statement.run().changes));
}

function written<Result>(durable: boolean, write: () => Result): Result {
  if (durable) return write();
  const { sqlite } = connection();
  sqlite.pragma('synchronous = NORMAL');
  try {
    return write();
  } finally {
    sqlite.pragma('synchronous = FULL');
  }
}

/**
 * Runs a writing statement that a read can do without: on a full disk, or while another process
 * writes, it is passed over.
 */
export async function executeBestEffort(statement: Statement): Promise<void> {
  try {
    statement.run();
  } catch (error) {
    if (!troubleOf(error)) throw error;
  }
}

/**
 * Runs reads at one moment: nobody's write comes between them. Takes a function that reads and does
 * not wait for anything.
 *
 * @returns what it returns.
 */
export function readTransaction<Result>(read: () => Result): Result {
  const { begin, commit } = reading();
  begin.run();
  try {
    return read();
  } finally {
    commit.run();
  }
}

/**
 * A mark of how the database stands: two that are the same mean that nothing has been written
 * between them, by this process or another one.
 */
export function databaseVersion(): string {
  const { version, changes } = counters();
  return `${version.get()}/${changes.get()}`;
}

const counters = prepared(() => {
  const { sqlite } = connection();
  const version = sqlite.prepare('pragma data_version').pluck();
  return { version, changes: sqlite.prepare('select total_changes()').pluck() };
});

const reading = prepared(() => {
  const { sqlite } = connection();
  return { begin: sqlite.prepare('BEGIN'), commit: sqlite.prepare('COMMIT') };
});

/**
 * What has been written to the reports since the last time somebody asked. Belongs inside
 * `readTransaction`.
 */
export function reportChanges(): Changes {
  return takeReportChanges(connection().sqlite);
}

/** Whether an error says that a row with this unique value is there already. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE');
}

/** Whether an error says that the row a new one hangs on is not there (any more). */
export function isWithoutParent(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY');
}

function hasCode(error: unknown, wanted: string) {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].includes(wanted);
}

function setUp(sqlite: Database.Database) {
  // WAL: readers never wait for the writer. FULL: an acknowledged report survives a power cut;
  // better-sqlite3 reopens a WAL database at NORMAL, which may lose the last commits, so it is set
  // at every open.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  // Means something on a Mac alone, whose own fsync leaves data in the cache of the disk.
  sqlite.pragma('fullfsync = ON');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('trusted_schema = OFF');
  // What a sort or a temporary table sets aside never reaches the disk unencrypted.
  sqlite.pragma('temp_store = MEMORY');
}

/**
 * Takes the database for this process alone, until it is closed.
 *
 * @throws an OperatorError when another one has it open.
 */
function lockOut(sqlite: Database.Database) {
  try {
    sqlite.pragma('busy_timeout = 500');
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    sqlite.close();
    if (!hasCode(error, 'SQLITE_BUSY')) throw error;
    throw new OperatorError('The database is in use. Stop the server first. Nothing was changed.');
  }
}
