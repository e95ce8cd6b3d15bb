import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Syncs a file to the disk and sets its mode first, if one is given. */
export function syncFile(path: string, mode?: number): void {
  if (mode !== undefined) chmodSync(path, mode);
  sync(path, 'r+');
}

/** Replaces a file by a text, with mode 0600, atomically and synced to the disk. */
export function replaceFile(path: string, text: string): void {
  const temp = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temp, text, { mode: 0o600, flush: true });
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  syncFolderNow(dirname(path));
}

/** Syncs the names that were made, changed or removed in a folder to the disk. */
export function syncFolderNow(folder: string): void {
  // Windows cannot open a folder to sync it.
  if (process.platform !== 'win32') sync(folder, 'r');
}

function sync(path: string, flags: string) {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
