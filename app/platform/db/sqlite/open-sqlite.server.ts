import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beginChain, chainBegun } from '~/platform/db/core/audit-chain.server';
import type { DatabaseState, RunSql } from '~/platform/db/core/database-state';
import { databasePath } from '~/platform/db/core/database-url.server';
import type { Opened, OpenOptions } from '~/platform/db/core/engine';
import { readColumnKey, requireSameKey, wrappedKeysQuery } from '~/platform/db/core/keyring.server';
import { migrationsFolder, requireKnownSchema } from '~/platform/db/core/migration-files.server';
import { readMoves } from '~/platform/db/core/moves.server';
import { OperatorError, toTrouble } from '~/platform/errors.server';
import { setColumnKey } from '~/platform/secrets/column-cipher.server';
import {
  findMigratingVersion,
  hasSqliteTable,
  listAppliedMigrations,
  migrateSqlite,
} from './migrate-sqlite.server';
import { sqliteEngine } from './sqlite-engine.server';
import { openWalSync } from './wal-sync.server';

/** Reads the state of a SQLite file, for `databaseState`. */
export async function sqliteState(url: string): Promise<DatabaseState> {
  const name = databasePath(url);
  if (!existsSync(name)) return { name, wrappedKeys: new Map(), appliedMigrations: [] };
  const sqlite = new Database(name, { readonly: true });
  try {
    const rows = hasSqliteTable(sqlite, 'keyring') ? sqlite.prepare(wrappedKeysQuery).raw().all() : [];
    return {
      name,
      wrappedKeys: new Map(rows as [string, Buffer][]),
      appliedMigrations: listAppliedMigrations(sqlite),
      migratedBy: findMigratingVersion(sqlite),
      ...(hasSqliteTable(sqlite, 'moves') && { lastMove: (await readMoves(runOnSqlite(sqlite)))[0] }),
    };
  } finally {
    sqlite.close();
  }
}

/** Opens a SQLite file, for `openDatabase`. */
export async function openSqlite({
  url,
  fileKey,
  content,
  copies,
  isAlone = false,
  onApplied,
}: OpenOptions): Promise<Opened> {
  const path = databasePath(url);
  const state = await sqliteState(url);
  if (!isAlone) requireSameKey(state, fileKey);
  requireKnownSchema(state, migrationsFolder('sqlite'));
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(content ?? path);
  try {
    if (isAlone) lockOut(sqlite);
    setUp(sqlite);
    migrateSqlite({ sqlite, path, copies: copies ?? join(dirname(path), 'migrations'), onApplied });
    const columnKey = await readColumnKey(runOnSqlite(sqlite), fileKey);
    setColumnKey(columnKey);
    await beginChainOnce(sqlite);
    const disk = path === ':memory:' ? undefined : await openWalSync(path);
    const engine = sqliteEngine(sqlite, { path, isAlone, disk });
    // From here on nothing waits inside SQLite, which would hold up every other request: see
    // `retryWhileLocked`.
    sqlite.pragma('busy_timeout = 0');
    return { engine, columnKey, driver: sqlite };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Runs plain SQL on one file. */
export const runOnSqlite =
  (sqlite: Database.Database): RunSql =>
  async (text, ...values) => {
    const statement = sqlite.prepare(text);
    if (statement.reader) return statement.raw(true).all(...values) as unknown[][];
    statement.run(...values);
    return [];
  };

async function beginChainOnce(sqlite: Database.Database) {
  if (sqlite.prepare(chainBegun).get()) return;
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    await beginChain(runOnSqlite(sqlite));
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

function setUp(sqlite: Database.Database) {
  // WAL: readers never wait for the writer. FULL: writes during the opening survive a power cut;
  // better-sqlite3 reopens a WAL database at NORMAL, which may lose the last commits.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  // Only affects macOS, whose fsync leaves data in the cache of the disk.
  sqlite.pragma('fullfsync = ON');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('trusted_schema = OFF');
  // Sorts and temporary tables never reach the disk, where they would be unencrypted.
  sqlite.pragma('temp_store = MEMORY');
}

/**
 * Locks the database for this process until it is closed.
 *
 * @throws an OperatorError if another process has it open.
 */
function lockOut(sqlite: Database.Database) {
  try {
    sqlite.pragma('busy_timeout = 500');
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (toTrouble(error) !== 'busy') throw error;
    throw new OperatorError('The database is in use. Stop the server first. Nothing was changed.');
  }
}
