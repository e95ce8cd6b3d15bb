import type { ObjectStore } from './core/object-store.ts';
import { clearPendingFiles, isRecent, type PendingFiles, recentMs } from './pending-files.server.ts';

const batchSize = 500;
// Each removal waits for the disk or for another machine.
const dropsAtOnce = 16;

type Files = { objects: ObjectStore; pending: PendingFiles };

/** Returns which of up to 500 names have a row. */
type IsKnown = (names: string[]) => Promise<Set<string>>;

/**
 * Removes every pending file, the remains of unfinished puts, and every kept file without a row.
 * Files that this process received in the last hour stay, so it may run while uploads arrive.
 * Anything not named like a stored file is left alone. Runs at the start of a clinic with one
 * server.
 *
 * @returns the number of pending files and unfinished puts (`temps`), and of kept files
 *   (`orphans`).
 * @throws if `isKnown` does, with every kept file still in place.
 * @see docs/requirements.md#reports-and-files
 */
export async function sweep(
  files: Files,
  { isKnown }: { isKnown: IsKnown },
): Promise<{ temps: number; orphans: number }> {
  const temps = (await clearPendingFiles(files.pending)) + (await files.objects.clearUnfinished(recentMs));
  const { dropped } = await sweepObjects(files, { isKnown, olderThanMs: 0, mayDrop: () => true });
  return { temps, orphans: dropped };
}

/**
 * Finds kept files without a row and removes them if `mayDrop` allows it. Each file's row is looked
 * up again right before its removal.
 *
 * @param options.olderThanMs the minimum age of a file by the clock of its store; with 0 the age is
 *   ignored.
 * @param options.mayDrop decides from the number of orphans and of all kept files.
 * @throws if `isKnown` or the store does; files removed by then had no row.
 */
export async function sweepObjects(
  { objects, pending }: Files,
  {
    isKnown,
    olderThanMs,
    mayDrop,
  }: { isKnown: IsKnown; olderThanMs: number; mayDrop(orphans: number, objects: number): boolean },
): Promise<{ objects: number; orphans: number; dropped: number }> {
  const before = Date.now() - olderThanMs;
  const orphans: string[] = [];
  let count = 0;
  const batch: string[] = [];
  const look = async () => orphans.push(...(await unknownOf(batch.splice(0), isKnown)));
  for await (const { name, at } of objects.list()) {
    count += 1;
    if (isRecent(pending, name) || (olderThanMs > 0 && Number(at) > before)) continue;
    if (batch.push(name) >= batchSize) await look();
  }
  await look();
  const counted = { objects: count, orphans: orphans.length };
  if (!mayDrop(counted.orphans, counted.objects)) return { ...counted, dropped: 0 };
  let dropped = 0;
  while (orphans.length > 0) {
    const names = await unknownOf(orphans.splice(0, batchSize), isKnown);
    for (let at = 0; at < names.length; at += dropsAtOnce)
      await Promise.all(names.slice(at, at + dropsAtOnce).map((name) => objects.drop(name)));
    dropped += names.length;
  }
  return { ...counted, dropped };
}

async function unknownOf(names: string[], isKnown: IsKnown): Promise<string[]> {
  if (names.length === 0) return [];
  const known = await isKnown(names);
  return names.filter((name) => !known.has(name));
}
