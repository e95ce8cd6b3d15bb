import { sql } from 'drizzle-orm';
import { connection } from '~/platform/db/core/connection.server';
import { migrationsIn, migrationsTable } from '~/platform/db/core/migration-files.server';
import { db, onDisk } from './db.server';

const newest = new Map<string, number>();

/**
 * Asks the database whether it has been through this program's newest migration. It may have been
 * through newer ones: servers of two versions run beside each other for a while.
 *
 * @throws where it does not answer, or its disk has failed to keep what was written.
 */
export async function isMigrated(): Promise<boolean> {
  await onDisk();
  const [row] = await db().values<[number | null]>(
    sql`select max(created_at) from ${sql.identifier(migrationsTable)}`,
  );
  return Number(row?.[0]) >= newestIn(connection().engine.migrations);
}

function newestIn(folder: string): number {
  const known = newest.get(folder) ?? Math.max(...migrationsIn(folder).map((one) => one.folderMillis));
  newest.set(folder, known);
  return known;
}
