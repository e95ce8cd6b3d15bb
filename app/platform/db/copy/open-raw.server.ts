import { databaseName, isPostgres } from '../connection/database-url.server';
import type { RawDatabase } from './raw-database';
import { openRawSqlite } from './raw-sqlite.server';

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
  const { openRawPostgres } = await import('../engine/postgres/raw-postgres.server');
  return { name, ...(await openRawPostgres(url, { isNew })) };
}
