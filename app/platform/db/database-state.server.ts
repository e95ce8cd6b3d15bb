import type { DatabaseState } from '~/platform/db/core/database-state';
import { isPostgres } from '~/platform/db/core/database-url.server';
import { sqliteState } from '~/platform/db/sqlite/open-sqlite.server';

/**
 * Reads the state of a database without changing anything. A missing database has no keys and no
 * migrations.
 */
export async function databaseState(url: string): Promise<DatabaseState> {
  if (!isPostgres(url)) return sqliteState(url);
  const { postgresState } = await import('~/platform/db/postgres/open-postgres.server');
  return postgresState(url);
}
