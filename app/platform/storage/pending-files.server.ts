import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReceivedType } from '../media-types.ts';
import { listNames, makeFolder, openFile, remove, syncFolder } from './core/durable-files.server.ts';
import { fileFault } from './core/file-fault.server.ts';
import { isName, newName } from './core/object-names.server.ts';
import { openSealed } from './sealing/open-sealed.server.ts';
import type { FileKeys } from './sealing/sealed-header.server.ts';

/**
 * The folder of pending files, `<UPLOADS_DIR>/tmp`. It is on the local disk whatever store the kept
 * files are in: the decoder opens a pending file by its path.
 */
export type PendingFiles = {
  folder: string;
  /**
   * Names this process gave out lately, and when: their row may not be written yet, so a sweep
   * leaves them alone.
   */
  recent: Map<string, number>;
};

/**
 * A received file that is safely on disk under a temporary path: what `keep`, `drop` and
 * `openPendingFile` take.
 */
export type PendingFile = {
  /** 22 random base64url characters; the only name the file has on disk. */
  name: string;
  /** The id the file is bound to; it opens under no other. */
  boundTo: string;
  /** Size in plain bytes as it lies on the disk, 1 or more. */
  bytes: number;
  mediaType: ReceivedType;
};

/** How long a name that this process gave out is left alone, in milliseconds. */
export const recentMs = 60 * 60_000;

/** Describes the folder of pending files without touching the disk. */
export const pendingFilesIn = (directory: string): PendingFiles => ({
  folder: join(directory, 'tmp'),
  recent: new Map(),
});

/**
 * The path of a pending file.
 *
 * @throws with FILE_MISSING for what is no name of a stored file.
 */
export function pendingPath({ folder }: PendingFiles, name: string): string {
  if (!isName(name)) throw fileFault('FILE_MISSING');
  return join(folder, name);
}

/** Makes the name and path of a file to be written, and the folder where it is not there yet. */
export async function newPendingPath(pending: PendingFiles): Promise<{ name: string; path: string }> {
  const name = newName();
  await makeFolder(pending.folder);
  remember(pending, name);
  return { name, path: pendingPath(pending, name) };
}

/**
 * Takes a pending file and the keys; gives its plain bytes as a stream, for the decoder.
 *
 * @throws and fails as `open` of the storage does.
 * @see docs/requirements.md#reports-and-files
 */
export async function openPendingFile(
  { pending, keys }: { pending: PendingFiles; keys: FileKeys },
  { name, boundTo, bytes }: PendingFile,
): Promise<Readable> {
  const source = await openFile(pendingPath(pending, name));
  return (await openSealed({ source, keys: [keys.own], boundTo, bytes })).stream;
}

/** Removes a pending file, synced to disk. A name that is not there is fine. */
export async function dropPendingFile(pending: PendingFiles, name: string): Promise<void> {
  if (await remove(pendingPath(pending, name))) await syncFolder(pending.folder);
}

/**
 * Removes every pending file but those this process received in the last hour.
 *
 * @returns how many there were.
 */
export async function clearPendingFiles(pending: PendingFiles): Promise<number> {
  let cleared = 0;
  for (const name of await listNames(pending.folder)) {
    if (!isRecent(pending, name) && (await remove(pendingPath(pending, name)))) cleared += 1;
  }
  return cleared;
}

/** Whether this process gave a name out in the last hour. */
export function isRecent({ recent }: PendingFiles, name: string): boolean {
  const since = recent.get(name);
  return since !== undefined && since > Date.now() - recentMs;
}

/** Remembers a name as given out now, and forgets those of more than an hour ago. */
function remember({ recent }: PendingFiles, name: string): void {
  const expired = Date.now() - recentMs;
  for (const [older, since] of recent) {
    if (since > expired) break;
    recent.delete(older);
  }
  recent.set(name, Date.now());
}
