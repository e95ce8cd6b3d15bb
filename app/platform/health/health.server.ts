import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseFile } from '~/platform/db/core/database-url.server';
import { isMigrated } from '~/platform/db/database-health.server';
import { storage } from '~/platform/storage/current-storage.server';

/** What is not right, each by a name that a program can look for. */
export type Unready = 'stopping' | 'database' | 'migrations' | 'storage' | 'disk';

const leastFree = 0.05;

const holder = globalThis as { secondLookStopping?: boolean };

/** Says that this process is about to end: it is not ready from now on. */
export function beginStopping(): void {
  holder.secondLookStopping = true;
}

/** Whether this process is about to end. */
export function isStopping(): boolean {
  return holder.secondLookStopping ?? false;
}

/**
 * Whether this process can do its work: not about to end, the database answers and is at the newest
 * migration, the place of kept files answers, and every disk that is written to has more than 5 %
 * free. Takes where it writes.
 *
 * @returns what is not right; empty where all is.
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
  const found: Unready[] = isStopping() ? ['stopping'] : [];
  const migrated = await askDatabase();
  if (migrated !== true) found.push(migrated === false ? 'migrations' : 'database');
  if (!(await isStorageThere())) found.push('storage');
  const free = await Promise.all(folders.map(freeShareOf));
  if (free.some((share) => share <= leastFree)) found.push('disk');
  return found;
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
 * The share of a disk that is free for us, 0 to 1. A folder that is not there yet is on its
 * parent's disk; a disk that does not answer has none.
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
