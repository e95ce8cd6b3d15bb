import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSmallDisk as mountSmallDisk } from '../../support/small-disk.ts';

/** A disk small enough for a test to fill. */
export type SmallDisk = NonNullable<ReturnType<typeof openSmallDisk>>;

/**
 * Mounts a disk of the given number of megabytes in memory.
 *
 * @returns The disk, or undefined if this process may not mount one. The suite runs under `unshare`
 *   to get the right, which needs no root but a Linux that allows it.
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
    /** Fills the disk up to the last `left` bytes. */
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
    /** Frees the space again. */
    free: () => rmSync(filler, { force: true }),
    close: disk.close,
  };
}
