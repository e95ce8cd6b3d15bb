import { createWriteStream } from 'node:fs';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { entryNames } from '~/platform/backup/manifest.server';
import { type ReadDatabase, readDatabase } from '~/platform/db/copy/copy-database.server';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import { readErrorCode } from '~/platform/storage/core/durable-files.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { readPieces } from '~/platform/storage/objects/read-pieces.server';
import type { OnProgress } from './progress';

const maxCopies = 20;

/** The contents of a backup, gathered in one folder, and the files already lost. */
export type Staged = {
  database: { path: string; bytes: number };
  files: { name: string; path: string; bytes: number }[];
  missingNames: string[];
};

/** Copies the database alone, for a clinic whose files are copied separately. */
export async function stageDatabase(
  { DATABASE_URL: url }: Settings,
  { stage, onProgress }: { stage: string; onProgress: OnProgress },
): Promise<Staged> {
  const live = await readDatabase(url);
  const path = join(stage, entryNames.database);
  try {
    onProgress('database', 0);
    await live.copyTo(path, (part) => onProgress('database', part));
    return { database: { path, bytes: (await stat(path)).size }, files: [], missingNames: [] };
  } finally {
    await live.close();
  }
}

/**
 * Gathers the database and its files in one folder. A report may be deleted at any moment, first
 * its row and then its file. So the files are hard-linked before the database is copied, and once
 * more for the files that only the copy names. If one no longer exists by then, its row is gone
 * too, and the database is copied again; existing links stay. A file whose row exists but which is
 * missing was lost before.
 *
 * It reads the folder of stored files directly, since only a link costs nothing and outlives the
 * deletion of its file. From an object store each file is copied here.
 *
 * @param onProgress receives the progress.
 */
export async function stageAll(
  settings: Settings,
  { stage, onProgress }: { stage: string; onProgress: OnProgress },
): Promise<Staged> {
  const { DATABASE_URL: url, UPLOADS_DIR: uploads, STORAGE_URL } = settings;
  const objects = STORAGE_URL ? await openObjects(settings) : undefined;
  const take = (name: string) =>
    objects
      ? fetchFile(objects, name, join(stage, name))
      : linkFile(diskPathOf(uploads, name), join(stage, name));
  const live = await readDatabase(url);
  const linked = new Set<string>();
  const linkAll = async (names: string[]) => {
    const missing: string[] = [];
    for (const name of names) {
      if (linked.has(name)) continue;
      if (await take(name)) linked.add(name);
      else missing.push(name);
    }
    return missing;
  };
  const path = join(stage, entryNames.database);
  try {
    await linkAll(await namesOf(live));
    for (let copies = 1; ; copies += 1) {
      onProgress('database', 0);
      await live.copyTo(path, (part) => onProgress('database', part));
      const names = await namesInCopy(path);
      const unlinked = await linkAll(names);
      const stillNamed = unlinked.length > 0 ? new Set(await namesOf(live)) : new Set<string>();
      const lost = unlinked.filter((name) => stillNamed.has(name));
      if (lost.length < unlinked.length && copies < maxCopies) continue;
      if (lost.length < unlinked.length)
        throw new OperatorError('Files were deleted faster than they could be backed up. Try again.');
      const missing = new Set(lost);
      const files: Staged['files'] = [];
      for (const name of names) {
        if (missing.has(name)) continue;
        const at = join(stage, name);
        files.push({ name, path: at, bytes: (await stat(at)).size });
      }
      return { database: { path, bytes: (await stat(path)).size }, files, missingNames: lost };
    }
  } finally {
    await live.close();
  }
}

async function namesOf(database: Pick<ReadDatabase, 'files'>): Promise<string[]> {
  return (await database.files()).map(({ name }) => name);
}

async function namesInCopy(path: string): Promise<string[]> {
  const copy = await readDatabase(`file:${path}`);
  try {
    return await namesOf(copy);
  } finally {
    await copy.close();
  }
}

/** Copies an object; resolves to false if it does not exist. */
async function fetchFile(objects: ObjectStore, name: string, to: string): Promise<boolean> {
  try {
    await pipeline(readPieces(objects, name), createWriteStream(to, { mode: 0o600 }));
    return true;
  } catch (error) {
    await rm(to, { force: true });
    if (readErrorCode(error) === 'FILE_MISSING') return false;
    throw error;
  }
}

/**
 * Links a file, or copies it if the disk has no hard links; resolves to false if it does not exist.
 */
async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOSPC') throw error;
      await copyFile(from, to);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
