import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyRows } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { syncFolder } from '~/platform/fsync.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { diskPathOf, diskStore } from '~/platform/storage/objects/disk-store.server';
import { begunMark } from './require-place.server';
import type { Place } from './unpack.server';

/**
 * Puts an unpacked clinic in place: the files first, the database last, all of it at once. Without
 * that everything before is no clinic yet, and nothing is lost by beginning again. Takes where it
 * was unpacked, the settings, the path of a database of SQLite, and where files are kept.
 */
export async function putInPlace(
  staged: Place,
  { settings, database, objects }: { settings: Settings; database: string | undefined; objects: ObjectStore },
): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir, UPLOADS_DIR: uploads, STORAGE_URL: store } = settings;
  if (store) {
    writeFileSync(join(dataDir, begunMark), `${store}\n`, { mode: 0o600, flush: true });
    syncFolder(dataDir);
    await sendFiles(staged.stage, objects);
  } else {
    for (const folder of readdirSync(staged.stage))
      renameSync(join(staged.stage, folder), join(uploads, folder));
    syncFolder(uploads);
  }
  if (database) {
    renameSync(staged.database, database);
    syncFolder(dirname(database));
  } else await sendRows(`file:${staged.database}`, url);
  rmSync(join(dataDir, begunMark), { force: true });
}

/** What an interrupted restore has sent of another archive goes. */
async function sendFiles(stage: string, objects: ObjectStore): Promise<void> {
  const names = new Set<string>();
  for await (const { name } of diskStore(stage).list()) names.add(name);
  for await (const { name } of objects.list()) if (!names.has(name)) await objects.drop(name);
  for (const name of names) {
    const path = diskPathOf(stage, name);
    await objects.put(name, { path, bytes: (await stat(path)).size });
  }
}

async function sendRows(from: string, to: string): Promise<void> {
  const source = await openRaw(from);
  try {
    const target = await openRaw(to, { isNew: true });
    try {
      await copyRows(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
