import { readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  listNames,
  makeFolder,
  openFile,
  removeFile,
  syncFolder,
  throwMissing,
  undefinedIfMissing,
} from '../core/durable-files.server.ts';
import { fileFault } from '../core/file-fault.server.ts';
import { isName } from '../core/object-names.server.ts';
import type { ObjectStore, StoredObject } from '../core/object-store.ts';

const folderPattern = /^[A-Za-z0-9_-]{2}$/;

/**
 * Opens an object store in a folder on disk. Each object is a file (mode 0600) in a subfolder (mode
 * 0700) named after its first two characters. A put is a rename, so files must be on the same file
 * system and a put is never left unfinished. The disk is not touched until a method is called.
 */
export function diskStore(directory: string): ObjectStore {
  return {
    async put(name, { path }) {
      const target = pathOf(directory, name);
      await makeFolder(dirname(target));
      await rename(path, target).catch(throwMissing);
      await syncFolder(dirname(target));
    },
    read: async (name) => openFile(pathOf(directory, name)),
    async drop(name) {
      if (!isName(name)) return;
      const path = pathOf(directory, name);
      if (await removeFile(path)) await syncFolder(dirname(path));
    },
    list: () => listObjects(directory),
    clearUnfinished: async () => 0,
    ping: async () => undefined,
  };
}

/**
 * Returns the path of a file in a folder of kept files. Only code that must know the disk layout
 * calls it: backups, which link files, and restores, which lay them out.
 */
export const diskPathOf = (directory: string, name: string): string =>
  join(directory, name.slice(0, 2), name);

function pathOf(directory: string, name: string): string {
  if (!isName(name)) throw fileFault('FILE_MISSING');
  return diskPathOf(directory, name);
}

async function* listObjects(directory: string): AsyncGenerator<StoredObject> {
  const entries = (await readdir(directory).catch(undefinedIfMissing)) ?? [];
  for (const entry of entries.filter((one) => folderPattern.test(one))) {
    const names = (await listNames(join(directory, entry))).filter((name) => name.startsWith(entry));
    const found = await Promise.all(names.map((name) => storedObject(directory, name)));
    yield* found.filter((one) => one !== undefined);
  }
}

async function storedObject(directory: string, name: string): Promise<StoredObject | undefined> {
  const found = await stat(diskPathOf(directory, name)).catch(undefinedIfMissing);
  return found && { name, at: found.mtime, bytes: found.size };
}
