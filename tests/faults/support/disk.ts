import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSmallDisk as mountSmallDisk } from '../../support/small-disk.ts';

/** A disk of its own, so small that a test can fill it. */
export type SmallDisk = NonNullable<ReturnType<typeof openSmallDisk>>;

/**
 * Makes a disk of so many megabytes in memory.
 *
 * @returns undefined where nobody may (the suite's command asks for the right by `unshare`, which
 *   needs no root but a Linux that lets people do it).
 */
export function openSmallDisk(megabytes: number) {
  const disk = mountSmallDisk({ megabytes });
  if (!disk) return undefined;
  const { path } = disk;
  const filler = join(path, 'filler');
  const bytesFree = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    bytesFree,
    /** Fills it up, but for so many bytes. */
    fill(left = 0) {
      const handle = openSync(filler, 'a', 0o600);
      const block = Buffer.alloc(64 * 1024);
      try {
        for (let rest = bytesFree() - left; rest > 0; rest = bytesFree() - left)
          writeSync(handle, block, 0, Math.min(rest, block.length));
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(handle);
      }
    },
    /** Gives the room back. */
    free: () => rmSync(filler, { force: true }),
    close: disk.close,
  };
}
