import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Has what was written to a file reach the disk; sets its mode too, where one is given. */
export function syncFile(path: string, mode?: number): void {
  if (mode !== undefined) chmodSync(path, mode);
  sync(path, 'r+');
}

/** Writes a text in the place of a file, 0600: whole or not at all, and safely on the disk. */
export function replaceFile(path: string, text: string): void {
  const temp = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temp, text, { mode: 0o600, flush: true });
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Has names that were made, changed or removed in a folder reach the disk. */
export function syncFolder(folder: string): void {
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
