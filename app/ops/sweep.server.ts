import { findKnownFiles, hasReports } from '~/domain/upload/known-files.server';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import { note } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';

/** Milliseconds after which unfinished work has taken its place or never will. */
const youngMs = 24 * hourMs;
const leaseMs = 23 * hourMs;
/** Number of files without a row that a few crashes may leave. */
const fewOrphans = 20;
const mostOrphansShare = 0.01;

/**
 * Removes files that no row names, after the storage and the database are open and before requests
 * are accepted. A server with its own database and disk sweeps them here. If others may use the
 * same database or store, this removes only the pending files of its own uploads; one of them does
 * the rest daily.
 */
export async function sweepAtStart(): Promise<void> {
  if (!isStoreShared()) {
    const swept = await storage().sweep({ isKnown: findKnownFiles });
    if (swept.temps + swept.orphans > 0) note('storage.swept', swept);
    return;
  }
  const temps = await storage().clearPending();
  if (temps > 0) note('storage.swept', { temps, orphans: 0 });
}

/** Sweeps, unless a server on the same database did so within a day. */
export async function sweepInTurn(): Promise<void> {
  // A new holder name each time, so that this server's own last turn must have expired too.
  const holder = newId();
  if (!(await takeLease('sweep', leaseMs, holder))) return;
  try {
    await sweepShared();
  } catch (error) {
    // The store or the database was unreachable: retries in an hour.
    await takeLease('sweep', hourMs, holder);
    throw error;
  }
}

/**
 * Removes puts left unfinished for a day, and stored files without a row that are older than that.
 * Unless `all` is set, it never removes more than one in a hundred of all files, or twenty. No
 * stored file is removed if there is no report, since a database at the wrong place looks like
 * that.
 *
 * @returns the numbers of stored files, of those without a row, and of removed ones.
 */
export async function sweepShared({ all = false } = {}) {
  const temps = await storage().clearUnfinished(youngMs);
  if (!(await hasReports())) return { objects: 0, orphans: 0, dropped: 0 };
  const { objects, orphans, dropped } = await storage().sweepObjects({
    isKnown: findKnownFiles,
    olderThanMs: youngMs,
    mayDrop: (orphans, objects) => all || orphans <= Math.max(fewOrphans, objects * mostOrphansShare),
  });
  if (temps + dropped > 0) note('storage.swept', { temps, orphans: dropped });
  if (dropped === 0 && orphans > 0) note('storage.unswept', { orphans, objects });
  return { objects, orphans, dropped };
}

/** @throws OperatorError: for a clinic that is swept at each start. */
export function requireShared(): void {
  if (isStoreShared()) return;
  throw new OperatorError(
    'This server removes unreferenced files at each start. Restart it instead. Nothing was changed.',
  );
}

/** Checks whether other servers may keep files in the same store. */
export const isStoreShared = () => isDatabaseShared() || Boolean(getSettings().STORAGE_URL);
