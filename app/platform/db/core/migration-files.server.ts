import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { OperatorError } from '~/platform/errors.server';
import { projectRoot } from '~/platform/project-root.server';
import type { DatabaseState } from './database-state';

/** Where a database keeps what migrations it has been through: Drizzle's tools read it too. */
export const migrationsTable = '__drizzle_migrations';

/** A migration: its name, its statements, and the time that it is known by. */
export type Migration = { tag: string; sql: string[]; hash: string; folderMillis: number };

/** Is told of a migration that the database has been through: its name, and how long it took. */
export type OnApplied = (migration: { name: string; ms: number }) => void;

/** The folder of an engine's migrations. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres') =>
  join(projectRoot(), 'drizzle', ...(engine === 'postgres' ? ['postgres'] : []));

/** The migrations of a folder in their order, with the names their files have. */
export function migrationsIn(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map((one, at) => ({
    ...one,
    tag: journal.entries[at]?.tag ?? '',
  }));
}

/** The migrations that a database has not been through. Takes the times of those it has. */
export function migrationsDue(migrations: Migration[], applied: number[]): Migration[] {
  const last = Math.max(0, ...applied);
  return migrations.filter(({ folderMillis }) => folderMillis > last);
}

/**
 * Asks whether this program knows every migration a database has been through.
 *
 * @throws an OperatorError where a newer program has written it; changes nothing.
 */
export function requireKnownSchema(
  { name, applied }: Pick<DatabaseState, 'name' | 'applied'>,
  folder: string,
): void {
  const known = new Set(migrationsIn(folder).map(({ folderMillis }) => folderMillis));
  if (applied.every((one) => known.has(one))) return;
  throw new OperatorError(
    `The database ${name} was written by a newer version of this program. Start that version, or restore a backup from before it. Nothing was changed.`,
  );
}

/** What an operator is told of a migration that failed; `copy` is where one from before it lies. */
export function migrationFailed(tag: string, error: unknown, copy?: string): OperatorError {
  const { code, message } = error as { code?: unknown; message?: string };
  // Of a value that it cannot take PostgreSQL's message quotes the value.
  const why = /^22\w{3}$/.test(String(code)) ? `error ${code} of PostgreSQL` : (message ?? String(error));
  return new OperatorError(
    `The database could not be brought up to date, at migration ${tag}: ${why}. It is as it was before.${
      copy ? ` A copy of it is ${copy}.` : ''
    } Start the version you had, and tell whoever gave you this one.`,
  );
}
