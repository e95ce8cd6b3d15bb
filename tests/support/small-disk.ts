import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Size = { megabytes: number; inodes?: number };

const optionsOf = ({ megabytes, inodes }: Size) =>
  `size=${megabytes}m,mode=700${inodes === undefined ? '' : `,nr_inodes=${inodes}`}`;

/**
 * Mounts a disk in memory that is small enough for a test to fill.
 *
 * @returns undefined if mounting is not allowed.
 */
export function openSmallDisk(size: Size) {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'small', path], { stdio: 'ignore' });
  try {
    mount(optionsOf(size));
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    /** Changes how many files the disk can hold. */
    allowInodes: (inodes: number) => mount(`remount,${optionsOf({ ...size, inodes })}`),
    close() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
