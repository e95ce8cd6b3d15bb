import type { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { undefinedIfMissing } from './durable-files.server.ts';
import { fileFault } from './sealing/file-fault.server.ts';
import { keyIdOf } from './sealing/sealed-header.server.ts';

/**
 * The folder of private files. A kept file lies at `<folder>/<first two characters>/<name>`, a
 * pending file at `<folder>/tmp/<name>`.
 */
export type PrivateFolder = {
  directory: string;
  tempFolder: string;
  fileKey: Buffer;
  keyId: Buffer;
  /**
   * Names this process gave out lately, and when: their row may not be written yet, so a sweep
   * leaves them alone.
   */
  recent: Map<string, number>;
};

const recentMinutes = 60;
const namePattern = /^[A-Za-z0-9_-]{22}$/;
const folderPattern = /^[A-Za-z0-9_-]{2}$/;

/** Describes the folder of private files without touching the disk. */
export function privateFolder({ directory, fileKey }: { directory: string; fileKey: Buffer }): PrivateFolder {
  return {
    directory,
    tempFolder: join(directory, 'tmp'),
    fileKey,
    keyId: keyIdOf(fileKey),
    recent: new Map(),
  };
}

/** Makes a name of 22 random base64url characters. */
export function newName(): string {
  return randomBytes(17).toString('base64url').slice(0, 22);
}

/** Whether a text can be the name of a stored file. */
export const isName = (name: string): boolean => namePattern.test(name);

/**
 * The folder that a kept file of this name lies in.
 *
 * @throws with FILE_MISSING for what is no name of a stored file.
 */
export function folderOf({ directory }: PrivateFolder, name: string): string {
  if (!isName(name)) throw fileFault('FILE_MISSING');
  return join(directory, name.slice(0, 2));
}

/** The path of a kept file. Throws as `folderOf` does. */
export function pathOf(folder: PrivateFolder, name: string): string {
  return join(folderOf(folder, name), name);
}

/** The path of a pending file. Throws as `folderOf` does. */
export function tempPathOf({ tempFolder }: PrivateFolder, name: string): string {
  if (!isName(name)) throw fileFault('FILE_MISSING');
  return join(tempFolder, name);
}

/** Remembers a name as given out now, and forgets those of more than an hour ago. */
export function remember({ recent }: PrivateFolder, name: string): void {
  const expired = Date.now() - recentMinutes * 60_000;
  for (const [older, since] of recent) {
    if (since > expired) break;
    recent.delete(older);
  }
  recent.set(name, Date.now());
}

/** Whether this process gave a name out in the last hour. */
export function isRecent({ recent }: PrivateFolder, name: string): boolean {
  const since = recent.get(name);
  return since !== undefined && since > Date.now() - recentMinutes * 60_000;
}

/** Gives the names of all kept files. */
export async function* keptNames({ directory }: PrivateFolder): AsyncGenerator<string> {
  const folders = (await readdir(directory).catch(undefinedIfMissing)) ?? [];
  for (const folder of folders.filter((entry) => folderPattern.test(entry))) {
    for (const name of await listNames(join(directory, folder))) {
      if (name.slice(0, 2) === folder) yield name;
    }
  }
}

/** Gives the names of stored files in one folder; none where it is not there. */
export async function listNames(folder: string): Promise<string[]> {
  return ((await readdir(folder).catch(undefinedIfMissing)) ?? []).filter(isName);
}
