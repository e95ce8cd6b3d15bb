import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPostgres, returnDatabase, takeDatabase } from '../../support/test-database.ts';

/**
 * Creates a database that several processes can open at once.
 *
 * @returns Its DATABASE_URL and a function that removes it.
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
