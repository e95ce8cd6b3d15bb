import { join } from 'node:path';
import { remove } from './durable-files.server.ts';
import { isRecent, keptNames, listNames, type PrivateFolder, pathOf } from './private-folder.server.ts';

const sweepBatch = 500;

/**
 * Takes `isKnown`, which is given at most 500 names and gives those that have a row. Removes
 * every pending file and every kept file without a row, and says how many of each; files this
 * process received in the last hour stay, so it may run while uploads arrive. Whatever is not
 * named as a stored file is left alone.
 *
 * @throws where `isKnown` does, with the names it was given still in place.
 * @see docs/requirements.md#reports-and-files
 */
export async function sweep(
  folder: PrivateFolder,
  { isKnown }: { isKnown(names: string[]): Promise<Set<string>> },
): Promise<{ temps: number; orphans: number }> {
  let temps = 0;
  for (const name of await listNames(folder.tempFolder)) {
    if (!isRecent(folder, name) && (await remove(join(folder.tempFolder, name)))) temps += 1;
  }

  let orphans = 0;
  async function removeUnknown(names: string[]): Promise<void> {
    const known = await isKnown(names);
    for (const name of names) {
      if (!known.has(name) && (await remove(pathOf(folder, name)))) orphans += 1;
    }
  }
  let batch: string[] = [];
  for await (const name of keptNames(folder)) {
    if (isRecent(folder, name)) continue;
    if (batch.push(name) < sweepBatch) continue;
    await removeUnknown(batch);
    batch = [];
  }
  if (batch.length > 0) await removeUnknown(batch);
  return { temps, orphans };
}
