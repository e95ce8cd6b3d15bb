import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { replaceFile, syncFolder } from '~/platform/fsync.server';
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
  /** Stored files that rows name and that were not on the disk. */
  missing: number;
};

/** A backup that came to nothing: when, and why. */
export type FailedBackup = { at: number; why: BackupFailure };

export type BackupStatus = { good?: GoodBackup; failed?: FailedBackup };

const statusPath = (dataDir: string) => join(dataDir, 'backup-status.json');

// By data folder. On a full disk a failure cannot be written down; the server still knows of it.
const lastFailed = new Map<string, FailedBackup>();

/**
 * The last good backup and the last failure, as the data folder notes them. An unreadable note
 * counts as none.
 */
export function readBackupStatus(dataDir: string): BackupStatus {
  let recorded: BackupStatus = {};
  try {
    recorded = JSON.parse(readFileSync(statusPath(dataDir), 'utf8')) as BackupStatus;
  } catch {
    // Not made yet, or not by us.
  }
  const failed = [recorded.failed, lastFailed.get(dataDir)]
    .filter((one) => one !== undefined)
    .sort((a, b) => b.at - a.at)[0];
  return { good: recorded.good, failed };
}

/** Notes a good backup, or a failure, in the data folder; the other of the two stays noted. */
export function noteBackup(dataDir: string, news: BackupStatus): void {
  if (news.failed) lastFailed.set(dataDir, news.failed);
  replaceFile(statusPath(dataDir), JSON.stringify({ ...readBackupStatus(dataDir), ...news }));
}

type NewArchivePathOptions = { folder: string; at: number; isEncrypted: boolean };

/** Where a new backup goes that nobody named: into the folder for backups, named after the time. */
export function newArchivePath({ folder, at, isEncrypted }: NewArchivePathOptions): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  const end = isEncrypted ? '.tar.age' : '.tar';
  for (let again = 0; ; again += 1) {
    const path = join(folder, `secondlook-${time}Z${again ? `-${again}` : ''}${end}`);
    if (!existsSync(path)) return path;
  }
}

/**
 * The backups in a folder, oldest first, by the time in their names; what has another name is
 * passed over.
 */
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
 * Thins out the backups of a folder (`backupsToKeep`). Takes the folder; the one that was just made
 * and verified, which stays whatever its name says; how many are kept; the time now. Files with
 * names of their own are the operator's, and stay.
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
  const kept = backupsToKeep(
    all.map(({ at }) => at),
    retention,
    now,
  );
  for (const { path, at } of all) if (!kept.has(at) && path !== justMade) rmSync(path, { force: true });
  syncFolder(folder);
}

/**
 * When the next backup is due that the server makes by itself. Takes the folder, how often in
 * hours, the last failure, and when another server made one that is not in the folder.
 *
 * @returns milliseconds since 1970; in the past where it is due now. It follows from the folder, so
 *   a restart does not begin the count anew. After a failure it is tried again within the hour.
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
    // One that seems to come from the future was made by a clock that was wrong, and puts off none.
    return listArchives(folder).findLast(({ at }) => at <= now)?.at ?? 0;
  } catch {
    // The backup that is due then says why the folder cannot be read.
    return 0;
  }
}

const hourMs = 3_600_000;

/** The nearest folder that is there: a folder that is still to be made will be on its disk. */
function thereOf(folder: string): string {
  let at = resolve(folder);
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

type IsOnSameDiskOptions = { DATA_DIR: string; UPLOADS_DIR: string; BACKUP_DIR: string };

/**
 * Whether backups lie on a disk that holds the data too: where that breaks, both are gone. Takes
 * the settings' folders.
 */
export function isOnSameDisk({ DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: IsOnSameDiskOptions): boolean {
  const deviceOf = (folder: string) => statSync(thereOf(folder)).dev;
  return [DATA_DIR, UPLOADS_DIR].some((folder) => deviceOf(folder) === deviceOf(BACKUP_DIR));
}

/**
 * What is free of a disk and how large it is, in bytes, as far as this program may use it. Takes a
 * folder on it, which need not be there yet.
 */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, bfree, blocks, bsize } = await statfs(thereOf(folder));
  // What is kept back for root is counted as taken, and not as part of the whole.
  return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize };
}

/**
 * Reads how many more files a disk can hold. Takes a folder on it, which need not be there yet.
 *
 * @returns Infinity where the file system sets no such bound, as btrfs.
 */
export async function freeInodesOf(folder: string): Promise<number> {
  const { files, ffree } = await statfs(thereOf(folder));
  return files === 0 ? Number.POSITIVE_INFINITY : ffree;
}

/**
 * Makes a folder that only this account may open.
 *
 * @returns whether it was not there.
 */
export function makePrivateFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
}
