import type { ObjectStore } from './objects/object-store.ts';
import { clearPendingFiles, isRecent, type PendingFiles, recentMs } from './pending-files.server.ts';

const sweepBatch = 500;
// Each waits for the disk or for another machine.
const dropsAtOnce = 16;

/**
 * Takes `isKnown`, which is given at most 500 names and gives those that have a row. Removes
 * every pending file, what unfinished puts have left, and every kept file without a row, and says
 * how many of each, the first two as one; files this process received in the last hour stay, so it
 * may run while uploads arrive. Whatever is not named as a stored file is left alone.
 *
 * @throws where `isKnown` does, with the names it was given still in place.
 * @see docs/requirements.md#reports-and-files
 */
export async function sweep(
  { objects, pending }: { objects: ObjectStore; pending: PendingFiles },
  { isKnown }: { isKnown(names: string[]): Promise<Set<string>> },
): Promise<{ temps: number; orphans: number }> {
  const temps = (await clearPendingFiles(pending)) + (await objects.clearUnfinished(recentMs));
  let orphans = 0;
  async function dropUnknown(names: string[]): Promise<void> {
    const known = await isKnown(names);
    const unknown = names.filter((name) => !known.has(name));
    for (let at = 0; at < unknown.length; at += dropsAtOnce)
      await Promise.all(unknown.slice(at, at + dropsAtOnce).map((name) => objects.drop(name)));
    orphans += unknown.length;
  }
  let batch: string[] = [];
  for await (const { name } of objects.list()) {
    if (isRecent(pending, name)) continue;
    if (batch.push(name) < sweepBatch) continue;
    await dropUnknown(batch);
    batch = [];
  }
  if (batch.length > 0) await dropUnknown(batch);
  return { temps, orphans };
}
