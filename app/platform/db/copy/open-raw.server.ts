import type { RawDatabase } from '~/platform/db/core/copied-tables.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { databaseName, isPostgres } from '~/platform/db/core/database-url.server';
import {
  listDueMigrations,
  migrationsFolder,
  migrationsIn,
  requireKnownSchema,
} from '~/platform/db/core/migration-files.server';
import { openRawSqlite } from '~/platform/db/sqlite/raw-sqlite.server';
import { OperatorError } from '~/platform/errors.server';

/**
 * Opens a database without its key, to read or to fill it. Close it afterwards.
 *
 * @param options.isNew creates the database or brings it to the newest migration first.
 * @param options.copies the folder for copies from before a migration.
 * @throws an OperatorError if a newer program wrote it or if it cannot be reached.
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
 * Rejects a database that lacks migrations: only the newest schema can be read row by row.
 *
 * @throws an OperatorError if migrations are missing or a newer program has written it.
 */
export function requireNewest(state: DatabaseState, url: string): void {
  const folder = migrationsFolder(isPostgres(url) ? 'postgres' : 'sqlite');
  requireKnownSchema(state, folder);
  if (listDueMigrations(migrationsIn(folder), state.appliedMigrations).length === 0) return;
  throw new OperatorError(
    `The database ${state.name} is older than this version of the program. Start a server of this version on it once to migrate it. Nothing was changed.`,
  );
}
