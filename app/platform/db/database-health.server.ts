import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { projectRoot } from '~/platform/project-root.server';
import { db } from './db.server';

let newest: number | undefined;

/**
 * Asks the database whether it is at this program's newest migration.
 *
 * @throws where it does not answer.
 */
export async function isMigrated(): Promise<boolean> {
  newest ??= newestMigration();
  const [row] = await db().values<[number | null]>(sql`select max(created_at) from __drizzle_migrations`);
  return Number(row?.[0]) === newest;
}

function newestMigration(): number {
  const path = join(projectRoot(), 'drizzle', 'meta', '_journal.json');
  const { entries } = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}
