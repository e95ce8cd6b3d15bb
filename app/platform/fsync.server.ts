import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';

/** Has what was written to a file reach the disk; sets its mode too, where one is given. */
export function syncFile(path: string, mode?: number): void {
  if (mode !== undefined) chmodSync(path, mode);
  sync(path, 'r+');
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
