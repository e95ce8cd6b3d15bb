import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { logIncident } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';

const holdFile = 'in-use.db';
let heldFile: Database.Database | undefined;

/**
 * Locks the release that this process runs from, so that no later `npm run ready` removes it
 * (scripts/lib/releases.mjs). The operating system holds the lock until the process ends, and the
 * lock needs no write permission. Does nothing outside a release.
 *
 * @param release the folder of the release.
 */
export function holdRelease(release = projectRoot()): void {
  const file = join(release, holdFile);
  if (heldFile || !existsSync(file)) return;
  try {
    heldFile = new Database(file, { readonly: true });
    heldFile.exec('BEGIN');
    // The first read takes the lock.
    heldFile.prepare('select count(*) from sqlite_master').get();
  } catch (error) {
    // The server runs regardless; only a later `npm run ready` might remove its release.
    logIncident('release.hold', error);
  }
}
