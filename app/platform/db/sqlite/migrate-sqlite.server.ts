import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  type Migration,
  migrationFailed,
  migrationsDue,
  migrationsFolder,
  migrationsIn,
  migrationsTable,
  type OnApplied,
  requireKnownSchema,
} from '~/platform/db/core/migration-files.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile, syncFolder } from '~/platform/fsync.server';

const copiesKept = 3;

type Sqlite = Database.Database;

/** The migrations a database has been through, by their times. */
export function appliedTo(sqlite: Sqlite): number[] {
  if (!hasTable(sqlite, migrationsTable)) return [];
  return (sqlite.prepare(`select created_at from ${migrationsTable}`).pluck().all() as unknown[]).map(Number);
}

/** Whether a database has a table of this name. */
export const hasTable = (sqlite: Sqlite, name: string): boolean =>
  sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

/**
 * Brings a database to the newest migration, all of it in one transaction. A database that holds
 * something is copied first, and the copy verified; the newest three copies are kept. Foreign keys
 * are off meanwhile: a rebuilt parent table would take its children along. Takes the connection,
 * its path, the folder for copies, the folder of migrations, whom to tell of each one once all are
 * done.
 *
 * @returns the path of the copy, if one was made.
 * @throws an OperatorError that says what failed and where the copy is, and the database is as it
 *   was: where a migration fails, where a table that stays has another number of rows, where a row
 *   has lost its parent.
 */
export function migrateWhole({
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
  requireKnownSchema({ name: path, applied: appliedTo(sqlite) }, folder);
  const isDue = () => migrationsDue(migrations, appliedTo(sqlite));
  const [first] = isDue();
  if (!first) return undefined;
  const isEmpty = tablesOf(sqlite).length === 0;
  const copy = isEmpty ? undefined : copyBefore({ sqlite, copies, tag: first.tag });
  const progress: Progress = { doing: '', applied: [] };
  // Inside a transaction this pragma does nothing.
  sqlite.pragma('foreign_keys = OFF');
  try {
    applyTogether({ sqlite, isDue, progress });
  } catch (error) {
    throw migrationFailed(progress.doing, error, copy);
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
  progress.applied.forEach(onApplied);
  return copy;
}

/** The migration that is being applied, and those that are. */
type Progress = { doing: string; applied: Parameters<OnApplied>[0][] };

type ApplyTogetherOptions = { sqlite: Sqlite; isDue: () => Migration[]; progress: Progress };

function applyTogether({ sqlite, isDue, progress }: ApplyTogetherOptions): void {
  const apply = sqlite.transaction(() => {
    const before = countRows(sqlite);
    // As Drizzle makes it: its own tools read the same table.
    sqlite.exec(
      `CREATE TABLE IF NOT EXISTS ${migrationsTable} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    );
    // Asked again: another process may have done it while this one waited for its turn.
    for (const { tag, sql, hash, folderMillis } of isDue()) {
      progress.doing = tag;
      const since = performance.now();
      for (const statement of sql) sqlite.exec(statement);
      sqlite
        .prepare(`insert into ${migrationsTable} (hash, created_at) values (?, ?)`)
        .run(hash, folderMillis);
      progress.applied.push({ name: tag, ms: Math.round(performance.now() - since) });
    }
    requireSameRows(before, countRows(sqlite));
    const orphans = (sqlite.pragma('foreign_key_check') as unknown[]).length;
    if (orphans > 0) throw new Error(`${orphans} rows would be left without their parent`);
  });
  apply.immediate();
}

/**
 * A table that a rebuild makes anew under its own name is one that stays. Drizzle's own table grows
 * by what is done.
 */
function requireSameRows(before: Map<string, number>, after: Map<string, number>) {
  for (const [name, rows] of before) {
    const now = after.get(name);
    if (name === migrationsTable || now === undefined || now === rows) continue;
    throw new Error(`the table ${name} would have ${now} rows in place of ${rows}`);
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
 * @returns the path of a verified copy of the whole database.
 * @throws an OperatorError where it cannot be made; nothing is left then.
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
    syncFolder(copies);
  } catch (error) {
    if (existsSync(temp)) rmSync(temp);
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The database has to be brought up to date, and no copy could be made of it first in ${copies}: ${why}. Nothing was changed.`,
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
