import type { DatabaseState } from '../engine/database-state';
import { sqliteState } from '../engine/sqlite/open-sqlite.server';
import { isPostgres } from './database-url.server';

/**
 * What a database says of itself; where there is none yet, it has no keys and no migrations. Looks
 * without changing anything. Takes its DATABASE_URL.
 */
export async function databaseState(url: string): Promise<DatabaseState> {
  if (!isPostgres(url)) return sqliteState(url);
  const { postgresState } = await import('../engine/postgres/open-postgres.server');
  return postgresState(url);
}
