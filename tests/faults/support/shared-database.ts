import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPostgres, returnDatabase, takeDatabase } from '../../support/test-database.ts';

/**
 * A new database that several processes may have open at once.
 *
 * @returns its DATABASE_URL, and what removes it.
 */
export async function openSharedDatabase() {
  if (isOnPostgres) {
    const url = await takeDatabase();
    return { url, remove: async () => returnDatabase(url) };
  }
  const folder = await mkdtemp(join(tmpdir(), 'races-'));
  return {
    url: `file:${join(folder, 'app.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
