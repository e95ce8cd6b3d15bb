import type { ObjectStore } from './core/object-store.ts';
import { clearPendingFiles, isRecent, type PendingFiles, recentMs } from './pending-files.server.ts';

const batchSize = 500;
// Each waits for the disk or for another machine.
const dropsAtOnce = 16;

type Files = { objects: ObjectStore; pending: PendingFiles };

/** Which of at most 500 names have a row. */
type IsKnown = (names: string[]) => Promise<Set<string>>;

/**
 * Takes `isKnown`. Removes every pending file, what unfinished puts have left, and every kept file
 * without a row, and says how many of each, the first two as one; files this process received in
 * the last hour stay, so it may run while uploads arrive. Whatever is not named as a stored file is
 * left alone. For a clinic of one server, at its start.
 *
 * @throws where `isKnown` does, with every kept file still in place.
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
 * Looks for kept files without a row that are older than `olderThanMs` by the clock of their store,
 * and removes them where `mayDrop`, which is told how many there are, and how many kept files in
 * all, says so. Whether each has a row is asked again right before.
 *
 * @throws where `isKnown` does or the store; what was removed by then had no row.
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
  const found: string[] = [];
  let count = 0;
  const batch: string[] = [];
  const look = async () => found.push(...(await unknownOf(batch.splice(0), isKnown)));
  for await (const { name, at } of objects.list()) {
    count += 1;
    if (isRecent(pending, name) || (olderThanMs > 0 && Number(at) > before)) continue;
    if (batch.push(name) >= batchSize) await look();
  }
  await look();
  const counted = { objects: count, orphans: found.length };
  if (!mayDrop(counted.orphans, counted.objects)) return { ...counted, dropped: 0 };
  let dropped = 0;
  while (found.length > 0) {
    const names = await unknownOf(found.splice(0, batchSize), isKnown);
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
