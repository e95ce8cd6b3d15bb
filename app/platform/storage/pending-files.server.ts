import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReceivedType } from '../media-types.ts';
import { listNames, makeFolder, openFile, removeFile, syncFolder } from './core/durable-files.server.ts';
import { fileFault } from './core/file-fault.server.ts';
import { isName, newName } from './core/object-names.server.ts';
import { openSealed } from './sealing/open-sealed.server.ts';
import type { FileKeys } from './sealing/sealed-header.server.ts';

/**
 * The folder of pending files, `<UPLOADS_DIR>/tmp`. It is on the local disk even if kept files are
 * in an object store, because the decoder opens a pending file by its path.
 */
export type PendingFiles = {
  folder: string;
  /**
   * Names that this process assigned recently, with their times. Their rows may not be written yet,
   * so a sweep skips them.
   */
  recentNames: Map<string, number>;
};

/**
 * A received file that is safely on disk under a temporary path. `keep`, `drop` and
 * `openPendingFile` accept it.
 */
export type PendingFile = {
  /** 22 random base64url characters; the only name the file has on disk. */
  name: string;
  /** The id the file is bound to. It cannot be opened with any other. */
  boundTo: string;
  /** Size in plain bytes as stored, at least 1. */
  bytes: number;
  mediaType: ReceivedType;
};

/** Milliseconds during which a sweep skips a name that this process assigned. */
export const recentMs = 60 * 60_000;

/** Describes the folder of pending files without touching the disk. */
export const pendingFilesIn = (directory: string): PendingFiles => ({
  folder: join(directory, 'tmp'),
  recentNames: new Map(),
});

/**
 * Returns the path of a pending file.
 *
 * @throws with FILE_MISSING if `name` is not a valid file name.
 */
export function pendingPath({ folder }: PendingFiles, name: string): string {
  if (!isName(name)) throw fileFault('FILE_MISSING');
  return join(folder, name);
}

/** Assigns a name and path for a new file, and creates the folder if needed. */
export async function newPendingPath(pending: PendingFiles): Promise<{ name: string; path: string }> {
  const name = newName();
  await makeFolder(pending.folder);
  remember(pending, name);
  return { name, path: pendingPath(pending, name) };
}

/**
 * Opens a pending file as a stream of plain bytes for the decoder.
 *
 * @throws and fails as `open` of the storage does.
 * @see docs/requirements.md#reports-and-files
 */
export async function openPendingFile(
  { pending, keys }: { pending: PendingFiles; keys: FileKeys },
  { name, boundTo, bytes }: PendingFile,
): Promise<Readable> {
  const source = await openFile(pendingPath(pending, name));
  return (await openSealed({ source, keys: [keys.current], boundTo, bytes })).stream;
}

/** Removes a pending file and syncs the folder. Does nothing if there is no such file. */
export async function dropPendingFile(pending: PendingFiles, name: string): Promise<void> {
  if (await removeFile(pendingPath(pending, name))) await syncFolder(pending.folder);
}

/**
 * Removes every pending file except those this process received in the last hour.
 *
 * @returns the number of files removed.
 */
export async function clearPendingFiles(pending: PendingFiles): Promise<number> {
  let cleared = 0;
  for (const name of await listNames(pending.folder)) {
    if (!isRecent(pending, name) && (await removeFile(pendingPath(pending, name)))) cleared += 1;
  }
  return cleared;
}

/** Checks whether this process assigned a name in the last hour. */
export function isRecent({ recentNames }: PendingFiles, name: string): boolean {
  const since = recentNames.get(name);
  return since !== undefined && since > Date.now() - recentMs;
}

/** Records a newly assigned name and forgets those older than an hour. */
function remember({ recentNames }: PendingFiles, name: string): void {
  const expired = Date.now() - recentMs;
  for (const [older, since] of recentNames) {
    if (since > expired) break;
    recentNames.delete(older);
  }
  recentNames.set(name, Date.now());
}
