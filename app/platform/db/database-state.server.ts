import type { DatabaseState } from '~/platform/db/core/database-state';
import { isPostgres } from '~/platform/db/core/database-url.server';
import { sqliteState } from '~/platform/db/sqlite/open-sqlite.server';

/**
 * What a database says of itself; where there is none yet, it has no keys and no migrations. Looks
 * without changing anything. Takes its DATABASE_URL.
 */
export async function databaseState(url: string): Promise<DatabaseState> {
  if (!isPostgres(url)) return sqliteState(url);
  const { postgresState } = await import('~/platform/db/postgres/open-postgres.server');
  return postgresState(url);
}
