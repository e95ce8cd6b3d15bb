import { Buffer } from 'node:buffer';
import { type FileHandle, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileFault } from './file-fault.server.ts';
import { isName } from './object-names.server.ts';
import type { RangeReader } from './object-store.ts';

const fileMode = 0o600;
const folderMode = 0o700;

type NewFile = {
  content: AsyncIterable<Uint8Array>;
  isWanted?: () => boolean;
  onWritten?: () => void;
};

/**
 * Writes and syncs a new file, mode 0600.
 *
 * @param options.whenWritten called once the whole file is readable and before it is synced.
 * @returns false, with the file removed, if `isWanted` returns false.
 * @throws with the error of the content or of the disk, with the file removed.
 */
export async function writeFile(
  path: string,
  { content, isWanted = () => true, onWritten }: NewFile,
): Promise<boolean> {
  const handle = await open(path, 'wx', fileMode);
  let isDone = false;
  try {
    for await (const piece of content) {
      if (!isWanted()) break;
      await handle.writeFile(piece);
    }
    if (!isWanted()) return false;
    onWritten?.();
    await handle.sync();
    isDone = true;
    return true;
  } finally {
    try {
      await handle.close();
    } finally {
      if (!isDone) await removeFile(path);
    }
  }
}

/**
 * Opens a file to read in parts.
 *
 * @throws with FILE_MISSING if it does not exist.
 */
export async function openFile(path: string): Promise<RangeReader> {
  const handle = await open(path, 'r').catch(throwMissing);
  try {
    const { size } = await handle.stat();
    return {
      size,
      read: (from, to, into) => readRange(handle, from, Math.min(to, size), into),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readRange(handle: FileHandle, from: number, to: number, into?: Buffer): Promise<Buffer> {
  const maxBytes = Math.max(0, to - from);
  const target = into ?? Buffer.allocUnsafe(maxBytes);
  let filled = 0;
  while (filled < maxBytes) {
    const { bytesRead } = await handle.read(target, filled, maxBytes - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return target.subarray(0, filled);
}

/** Lists the names of stored files in one folder; none if the folder does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  return ((await readdir(folder).catch(undefinedIfMissing)) ?? []).filter(isName);
}

/** Creates a folder if needed, and syncs the parent of every folder created. */
export async function makeFolder(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: folderMode });
  if (topmost === undefined) return;
  for (let newFolder = folder; newFolder.length >= topmost.length; newFolder = dirname(newFolder))
    await syncFolder(dirname(newFolder));
}

/** Syncs names that were created, changed or removed in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file and returns whether it existed. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Rethrows an error of the disk, as FILE_MISSING if the file does not exist. */
export function throwMissing(error: unknown): never {
  throw readErrorCode(error) === 'ENOENT' ? fileFault('FILE_MISSING', error) : error;
}

/** Returns undefined if a file or folder does not exist, and rethrows any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (readErrorCode(error) === 'ENOENT') return undefined;
  throw error;
}

/** Returns the `code` of an error, if it has one. */
export function readErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
