import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  listDueMigrations,
  type Migration,
  migrationsFolder,
  migrationsIn,
  migrationsTable,
  type OnApplied,
  requireKnownSchema,
  toMigrationError,
  versionColumn,
} from '~/platform/db/core/migration-files.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile, syncFolderNow } from '~/platform/fsync.server';
import { readBuild } from '~/platform/observability/build-info.server';

const copiesKept = 3;

type Sqlite = Database.Database;

/** Returns the times of the migrations applied to a database. */
export function listAppliedMigrations(sqlite: Sqlite): number[] {
  if (!hasSqliteTable(sqlite, migrationsTable)) return [];
  return (sqlite.prepare(`select created_at from ${migrationsTable}`).pluck().all() as unknown[]).map(Number);
}

const hasVersions = (sqlite: Sqlite) =>
  sqlite
    .prepare('select 1 from pragma_table_info(?) where name = ?')
    .pluck()
    .get(migrationsTable, versionColumn) !== undefined;

/** Finds the version of the program that applied the last migration. */
export function findMigratingVersion(sqlite: Sqlite): string | undefined {
  if (!hasVersions(sqlite)) return undefined;
  const query = `select ${versionColumn} from ${migrationsTable} order by created_at desc limit 1`;
  return (sqlite.prepare(query).pluck().get() as string | null) ?? undefined;
}

/** Checks whether a database has a table of this name. */
export const hasSqliteTable = (sqlite: Sqlite, name: string): boolean =>
  sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

/**
 * Brings a database to the newest migration in one transaction. A database with content is first
 * copied and the copy verified; the newest three copies are kept. Foreign keys are off meanwhile: a
 * rebuilt parent table would delete its children.
 *
 * @param options.path the path of the database.
 * @param options.copies the folder for copies.
 * @param options.folder the folder of migrations.
 * @param options.onApplied called for each migration once all are done.
 * @returns the path of the copy, if one was made.
 * @throws an OperatorError that says what failed and where the copy is, with the database
 *   unchanged: if a migration fails, a remaining table has another number of rows, or a row has
 *   lost its parent.
 */
export function migrateSqlite({
  sqlite,
  path,
  copies,
  folder = migrationsFolder('sqlite'),
  onApplied = () => undefined,
}: {
  sqlite: Sqlite;
  path: string;
  copies: string;
  folder?: string;
  onApplied?: OnApplied;
}): string | undefined {
  const migrations = migrationsIn(folder);
  requireKnownSchema(
    {
      name: path,
      appliedMigrations: listAppliedMigrations(sqlite),
      migratedBy: findMigratingVersion(sqlite),
    },
    folder,
  );
  const isDue = () => listDueMigrations(migrations, listAppliedMigrations(sqlite));
  const [first] = isDue();
  if (!first) return undefined;
  const isEmpty = tablesOf(sqlite).length === 0;
  const copy = isEmpty ? undefined : copyBefore({ sqlite, copies, tag: first.tag });
  const progress: Progress = { doing: '', applied: [] };
  // This pragma has no effect inside a transaction.
  sqlite.pragma('foreign_keys = OFF');
  try {
    applyTogether({ sqlite, isDue, progress });
  } catch (error) {
    throw toMigrationError(progress.doing, error, copy);
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
  progress.applied.forEach(onApplied);
  return copy;
}

/** The migration at work and the finished ones. */
type Progress = { doing: string; applied: Parameters<OnApplied>[0][] };

type ApplyTogetherOptions = { sqlite: Sqlite; isDue: () => Migration[]; progress: Progress };

function applyTogether({ sqlite, isDue, progress }: ApplyTogetherOptions): void {
  const apply = sqlite.transaction(() => {
    const before = countRows(sqlite);
    const { version } = readBuild();
    // As Drizzle creates it: its own tools read the same table.
    sqlite.exec(
      `CREATE TABLE IF NOT EXISTS ${migrationsTable} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    );
    if (!hasVersions(sqlite)) sqlite.exec(`ALTER TABLE ${migrationsTable} ADD COLUMN ${versionColumn} text`);
    // Asks again: another process may have migrated while this one waited for its turn.
    for (const { tag, sql, hash, folderMillis } of isDue()) {
      progress.doing = tag;
      const since = performance.now();
      for (const statement of sql) sqlite.exec(statement);
      sqlite
        .prepare(`insert into ${migrationsTable} (hash, created_at, ${versionColumn}) values (?, ?, ?)`)
        .run(hash, folderMillis, version);
      progress.applied.push({ name: tag, ms: Math.round(performance.now() - since) });
    }
    requireSameRows(before, countRows(sqlite));
    const orphans = (sqlite.pragma('foreign_key_check') as unknown[]).length;
    if (orphans > 0) throw new Error(`${orphans} rows would lose their parent row`);
  });
  apply.immediate();
}

/**
 * Compares the number of rows of each table that remains, a table rebuilt under its own name
 * included. Drizzle's own table grows by the applied migrations.
 */
function requireSameRows(before: Map<string, number>, after: Map<string, number>) {
  for (const [name, rows] of before) {
    const now = after.get(name);
    if (name === migrationsTable || now === undefined || now === rows) continue;
    throw new Error(`the table ${name} would have ${now} rows instead of ${rows}`);
  }
}

function tablesOf(sqlite: Sqlite): string[] {
  return sqlite
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
}

function countRows(sqlite: Sqlite): Map<string, number> {
  const count = (name: string) => sqlite.prepare(`select count(*) from "${name}"`).pluck().get() as number;
  return new Map(tablesOf(sqlite).map((name) => [name, count(name)]));
}

/**
 * Copies the whole database and verifies the copy.
 *
 * @returns the path of the copy.
 * @throws an OperatorError if the copy fails; nothing is left then.
 */
function copyBefore({ sqlite, copies, tag }: { sqlite: Sqlite; copies: string; tag: string }): string {
  const at = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const path = join(copies, `before-${tag}-${at}.db`);
  const temp = `${path}.partial`;
  try {
    mkdirSync(copies, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(copies)) if (name.endsWith('.partial')) rmSync(join(copies, name));
    sqlite.prepare('VACUUM INTO ?').run(temp);
    requireWhole(temp, countRows(sqlite));
    syncFile(temp, 0o600);
    renameSync(temp, path);
    syncFolderNow(copies);
  } catch (error) {
    if (existsSync(temp)) rmSync(temp);
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The database needs a migration, but it could not be copied to ${copies} first: ${why}. Nothing was changed.`,
    );
  }
  dropOld(copies);
  return path;
}

function requireWhole(path: string, rows: Map<string, number>) {
  const copy = new Database(path, { readonly: true });
  try {
    if (copy.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error('the copy is damaged');
    requireSameRows(rows, countRows(copy));
  } finally {
    copy.close();
  }
}

function dropOld(copies: string) {
  const names = readdirSync(copies).filter((name) => /^before-.+Z\.db$/.test(name));
  const byTime = names.sort((a, b) => a.slice(-23).localeCompare(b.slice(-23)));
  for (const name of byTime.slice(0, -copiesKept)) rmSync(join(copies, name), { force: true });
}
