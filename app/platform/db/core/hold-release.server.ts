import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { logIncident } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';

const holdFile = 'in-use.db';
let held: Database.Database | undefined;

/**
 * Holds the release that this process runs from, so that no later `npm run ready` removes it
 * (scripts/lib/releases.mjs). The lock is the operating system's, goes with the process however it
 * ends, and needs no right to write there. A program that runs from no release holds nothing.
 *
 * @param release the release's folder.
 */
export function holdRelease(release = projectRoot()): void {
  const file = join(release, holdFile);
  if (held || !existsSync(file)) return;
  try {
    held = new Database(file, { readonly: true });
    held.exec('BEGIN');
    // The first read takes the lock.
    held.prepare('select count(*) from sqlite_master').get();
  } catch (error) {
    // The server runs all the same; only a later `npm run ready` might remove its release.
    logIncident('release.hold', error);
  }
}
