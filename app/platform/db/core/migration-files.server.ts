import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { OperatorError } from '~/platform/errors.server';
import { projectRoot } from '~/platform/project-root.server';
import type { DatabaseState } from './database-state';

/** The table of applied migrations, which Drizzle's tools read too. */
export const migrationsTable = '__drizzle_migrations';

/**
 * The column of that table with the version of this program that applied a migration. Drizzle's
 * tools and older programs leave it null.
 */
export const versionColumn = 'version';

/** A migration: its name, its statements, and the time that identifies it. */
export type Migration = { tag: string; sql: string[]; hash: string; folderMillis: number };

/** Receives the name of an applied migration and the milliseconds it took. */
export type OnApplied = (migration: { name: string; ms: number }) => void;

/** Returns the folder of an engine's migrations. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres') =>
  join(projectRoot(), 'drizzle', ...(engine === 'postgres' ? ['postgres'] : []));

/** Reads the migrations of a folder in order, with the names of their files. */
export function migrationsIn(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map((one, at) => ({
    ...one,
    tag: journal.entries[at]?.tag ?? '',
  }));
}

/**
 * Returns the migrations that a database lacks.
 *
 * @param applied the times of those it has.
 */
export function listDueMigrations(migrations: Migration[], applied: number[]): Migration[] {
  const last = Math.max(0, ...applied);
  return migrations.filter(({ folderMillis }) => folderMillis > last);
}

/**
 * Rejects a database with migrations that this program does not know.
 *
 * @throws an OperatorError if a newer program has written it; changes nothing.
 */
export function requireKnownSchema(
  { name, appliedMigrations, migratedBy }: Pick<DatabaseState, 'name' | 'appliedMigrations' | 'migratedBy'>,
  folder: string,
): void {
  const knownTimes = new Set(migrationsIn(folder).map(({ folderMillis }) => folderMillis));
  if (appliedMigrations.every((one) => knownTimes.has(one))) return;
  const writer = migratedBy
    ? `SecondLook ${migratedBy}, which is newer than this one`
    : 'a newer version of this program';
  const needed = migratedBy ? 'that version or a later one' : 'that version';
  throw new OperatorError(
    `The database ${name} was written by ${writer}. Start ${needed}, or restore an older backup. Nothing was changed.`,
  );
}

/**
 * Builds the error for an operator about a failed migration.
 *
 * @param copy the path of a copy from before the migration, if there is one.
 */
export function toMigrationError(tag: string, error: unknown, copy?: string): OperatorError {
  const { code, message } = error as { code?: unknown; message?: string };
  // Messages of this class quote the rejected value.
  const why = /^22\w{3}$/.test(String(code)) ? `error ${code} of PostgreSQL` : (message ?? String(error));
  return new OperatorError(
    `Migration ${tag} of the database failed: ${why}. The database is unchanged.${
      copy ? ` A copy of it is ${copy}.` : ''
    } Start the previous version, and report this to the supplier of the program.`,
  );
}
