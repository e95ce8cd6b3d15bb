import { sql } from 'drizzle-orm';
import { connection } from '~/platform/db/core/connection.server';
import { migrationsIn, migrationsTable } from '~/platform/db/core/migration-files.server';
import { db, untilOnDisk } from './db.server';

const newest = new Map<string, number>();

/**
 * Checks whether the database has this program's newest migration. It may have newer ones, since
 * servers of two versions run beside each other for a while.
 *
 * @throws if it does not answer, or if its disk failed to store a write.
 */
export async function isMigrated(): Promise<boolean> {
  await untilOnDisk();
  const [row] = await db().values<[number | null]>(
    sql`select max(created_at) from ${sql.identifier(migrationsTable)}`,
  );
  return Number(row?.[0]) >= newestIn(connection().engine.migrations);
}

function newestIn(folder: string): number {
  const millis = newest.get(folder) ?? Math.max(...migrationsIn(folder).map((one) => one.folderMillis));
  newest.set(folder, millis);
  return millis;
}
