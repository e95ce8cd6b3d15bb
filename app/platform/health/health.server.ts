import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseFile } from '~/platform/db/core/database-url.server';
import { isMigrated } from '~/platform/db/database-health.server';
import { storage } from '~/platform/storage/current-storage.server';

/** The causes of not being ready, by names that programs can look for. */
type Unready = 'stopping' | 'database' | 'migrations' | 'storage' | 'disk';

const leastFree = 0.05;

const holder = globalThis as { secondLookStopping?: boolean };

/** Marks this process as stopping: from now on it is not ready. */
export function beginStopping(): void {
  holder.secondLookStopping = true;
}

/** Checks whether this process is stopping. */
export function isStopping(): boolean {
  return holder.secondLookStopping ?? false;
}

/**
 * Checks whether this process can work: it is not stopping, the database answers at the newest
 * migration, the store of files answers, and every disk it writes to has more than 5 % free.
 *
 * @returns the problems; empty if there are none.
 */
export async function findUnready({
  dataDir,
  uploadsDir,
  databaseUrl,
}: {
  dataDir: string;
  uploadsDir: string;
  databaseUrl: string;
}): Promise<Unready[]> {
  const path = databaseFile(databaseUrl);
  const folders = [dataDir, uploadsDir, ...(path ? [dirname(path)] : [])];
  const problems: Unready[] = isStopping() ? ['stopping'] : [];
  const isUpToDate = await askDatabase();
  if (isUpToDate !== true) problems.push(isUpToDate === false ? 'migrations' : 'database');
  if (!(await isStorageThere())) problems.push('storage');
  const free = await Promise.all(folders.map(freeShareOf));
  if (free.some((share) => share <= leastFree)) problems.push('disk');
  return problems;
}

async function isStorageThere(): Promise<boolean> {
  try {
    await storage().ping();
    return true;
  } catch {
    return false;
  }
}

async function askDatabase(): Promise<boolean | undefined> {
  try {
    return await isMigrated();
  } catch {
    return undefined;
  }
}

/**
 * Returns the free share of a disk for this program, 0 to 1. A missing folder counts as on its
 * parent's disk; a disk that does not answer has nothing free.
 */
async function freeShareOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    return isMissing && dirname(folder) !== folder ? freeShareOf(dirname(folder)) : 0;
  }
}
