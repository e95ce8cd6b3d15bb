import type { RawDatabase } from '~/platform/db/core/copied-tables.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { databaseName, isPostgres } from '~/platform/db/core/database-url.server';
import {
  migrationsDue,
  migrationsFolder,
  migrationsIn,
  requireKnownSchema,
} from '~/platform/db/core/migration-files.server';
import { openRawSqlite } from '~/platform/db/sqlite/raw-sqlite.server';
import { OperatorError } from '~/platform/errors.server';

/**
 * Opens a database as it is, to read it or to fill it. Takes its DATABASE_URL; with `isNew` it is
 * made, or brought to the newest migration, first. Close it.
 *
 * @throws an OperatorError where it was written by a newer program, or cannot be reached.
 */
export async function openRaw(
  url: string,
  { isNew = false, copies }: { isNew?: boolean; copies?: string } = {},
): Promise<RawDatabase> {
  const name = databaseName(url);
  if (!isPostgres(url)) return { name, ...openRawSqlite(name, { isNew, copies }) };
  const { openRawPostgres } = await import('~/platform/db/postgres/raw-postgres.server');
  return { name, ...(await openRawPostgres(url, { isNew })) };
}

/**
 * Asks whether a database has been through every migration, so that its rows can be read as they
 * are.
 *
 * @throws an OperatorError where it has not, or a newer program has written it.
 */
export function requireNewest(state: DatabaseState, url: string): void {
  const folder = migrationsFolder(isPostgres(url) ? 'postgres' : 'sqlite');
  requireKnownSchema(state, folder);
  if (migrationsDue(migrationsIn(folder), state.applied).length === 0) return;
  throw new OperatorError(
    `The database ${state.name} is older than this version of the program. Start a server of this version on it once. Nothing was changed.`,
  );
}
