import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hourMs } from '~/platform/durations';
import { replaceFile, syncFolderNow } from '~/platform/fsync.server';
import { backupsToKeep, type Retention } from '~/platform/settings/retention';
import type { BackupFailure } from './backup-failure.server';

const namePattern = /^secondlook-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z(?:-\d+)?\.tar(?:\.age)?$/;

/** A backup that was made and verified. */
export type GoodBackup = {
  /** Milliseconds since 1970. */
  at: number;
  path: string;
  bytes: number;
  files: number;
  isEncrypted: boolean;
  /** Stored files that rows name but the disk does not hold. */
  missing: number;
  /** True if the files were left out. */
  isDatabaseOnly?: boolean;
};

/** A failed backup: when, and why. */
type FailedBackup = { at: number; why: BackupFailure };

export type BackupStatus = { good?: GoodBackup; failed?: FailedBackup };

const statusPath = (dataDir: string) => join(dataDir, 'backup-status.json');

// By data folder. On a full disk a failure cannot be written to a file; the server still remembers
// it.
const lastFailed = new Map<string, FailedBackup>();

/**
 * Reads the last good backup and the last failure from the data folder. An unreadable file counts
 * as empty.
 */
export function readBackupStatus(dataDir: string): BackupStatus {
  let recorded: BackupStatus = {};
  try {
    recorded = JSON.parse(readFileSync(statusPath(dataDir), 'utf8')) as BackupStatus;
  } catch {
    // Missing, or not written by us.
  }
  const failed = [recorded.failed, lastFailed.get(dataDir)]
    .filter((one) => one !== undefined)
    .sort((a, b) => b.at - a.at)[0];
  return { good: recorded.good, failed };
}

/** Records a good backup or a failure in the data folder and keeps the other of the two. */
export function noteBackup(dataDir: string, news: BackupStatus): void {
  if (news.failed) lastFailed.set(dataDir, news.failed);
  replaceFile(statusPath(dataDir), JSON.stringify({ ...readBackupStatus(dataDir), ...news }));
}

type NewArchivePathOptions = { folder: string; at: number; isEncrypted: boolean };

/** Returns an unused path in the folder of backups, named after the time. */
export function newArchivePath({ folder, at, isEncrypted }: NewArchivePathOptions): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  const end = isEncrypted ? '.tar.age' : '.tar';
  for (let attempt = 0; ; attempt += 1) {
    const path = join(folder, `secondlook-${time}Z${attempt ? `-${attempt}` : ''}${end}`);
    if (!existsSync(path)) return path;
  }
}

/** Lists the backups in a folder, oldest first, by the time in their names. Ignores other names. */
export function listArchives(folder: string): { path: string; at: number }[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name) => {
      const [, time] = namePattern.exec(name) ?? [];
      const at = time && Date.parse(`${time.slice(0, 11)}${time.slice(11).replaceAll('-', ':')}Z`);
      return at ? [{ path: join(folder, name), at }] : [];
    })
    .sort((a, b) => a.at - b.at || a.path.localeCompare(b.path));
}

/**
 * Removes the backups of a folder that `backupsToKeep` does not keep. Files whose names the
 * operator chose stay.
 *
 * @param options.justMade the path of the backup that was just verified; it always stays.
 * @param options.now milliseconds since 1970.
 */
export function dropOldArchives({
  folder,
  justMade,
  retention,
  now = Date.now(),
}: {
  folder: string;
  justMade: string;
  retention: Retention;
  now?: number;
}): void {
  const all = listArchives(folder);
  const keptTimes = backupsToKeep(
    all.map(({ at }) => at),
    retention,
    now,
  );
  for (const { path, at } of all) if (!keptTimes.has(at) && path !== justMade) rmSync(path, { force: true });
  syncFolderNow(folder);
}

/**
 * Returns when the next scheduled backup is due. The time follows from the folder, so a restart
 * does not delay it. A failed backup is tried again an hour later.
 *
 * @param options.everyHours hours between two backups.
 * @param options.madeAt when another server made a backup that is not in the folder.
 * @returns milliseconds since 1970, in the past if a backup is due now.
 */
export function nextBackupAt({
  folder,
  everyHours,
  failed,
  madeAt = 0,
  now = Date.now(),
}: {
  folder: string;
  everyHours: number;
  failed?: FailedBackup;
  madeAt?: number;
  now?: number;
}): number {
  const inFolder = newestIn(folder, now);
  const last = Math.max(inFolder, madeAt <= now ? madeAt : 0);
  const due = last === 0 ? 0 : last + everyHours * hourMs;
  return failed && failed.at > last ? Math.max(due, failed.at + hourMs) : due;
}

function newestIn(folder: string, now: number): number {
  try {
    // A backup dated in the future was made under a wrong clock and delays nothing.
    return listArchives(folder).findLast(({ at }) => at <= now)?.at ?? 0;
  } catch {
    // The backup that is now due reports why the folder cannot be read.
    return 0;
  }
}

/**
 * Finds the nearest existing ancestor: a folder that is still to be made will be on the same disk.
 */
function findExistingFolder(folder: string): string {
  let at = resolve(folder);
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** Checks whether this account can write to a folder, or make it. Does not touch the disk. */
export function canWriteTo(folder: string): boolean {
  try {
    const place = findExistingFolder(folder);
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

type IsOnSameDiskOptions = { DATA_DIR: string; UPLOADS_DIR: string; BACKUP_DIR: string };

/** Checks whether the backups share a disk with the data: one failing disk would then take both. */
export function isOnSameDisk({ DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: IsOnSameDiskOptions): boolean {
  const deviceOf = (folder: string) => statSync(findExistingFolder(folder)).dev;
  return [DATA_DIR, UPLOADS_DIR].some((folder) => deviceOf(folder) === deviceOf(BACKUP_DIR));
}

/**
 * Reads the free and the total bytes of a disk, as far as this program may use it.
 *
 * @param folder a folder on the disk, which need not exist yet.
 */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, bfree, blocks, bsize } = await statfs(findExistingFolder(folder));
  // Blocks reserved for root count neither as free nor as part of the total.
  return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize };
}

/**
 * Reads how many more files a disk can hold.
 *
 * @param folder a folder on the disk, which need not exist yet.
 * @returns Infinity if the file system sets no such bound, as on btrfs.
 */
export async function freeInodesOf(folder: string): Promise<number> {
  const { files, ffree } = await statfs(findExistingFolder(folder));
  return files === 0 ? Number.POSITIVE_INFINITY : ffree;
}

/**
 * Makes a folder that only the account of this process may open.
 *
 * @returns whether the folder was missing.
 */
export function makePrivateFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
}
