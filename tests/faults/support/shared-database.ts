import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new database that several processes may have open at once.
 *
 * @returns its DATABASE_URL, and what removes it.
 */
export async function openSharedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'races-'));
  return {
    url: `file:${join(folder, 'app.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
