import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '~/platform/backup/backup-folder.server';

const stagePattern = /^(?:backup|restore|move)-(\d+)-[0-9a-f]{8}$/;

// What this process has begun and would leave behind if it ended now.
const leftovers = new Set<string>();

/** Notes something this process begins, so that it is removed where the process is told to end. */
export function addLeftover(path: string): void {
  leftovers.add(path);
}

/**
 * Removes what an unfinished command of this process has left; for a process that is told
 * to end.
 */
export function clearLeftovers(): void {
  for (const path of leftovers) removeLeftover(path);
}

/** Removes something this process has begun. */
export function removeLeftover(path: string): void {
  rmSync(path, { recursive: true, force: true });
  leftovers.delete(path);
}

/**
 * A folder of this process for what is being gathered, in the folder of uploads: on the same disk
 * as the files.
 */
export async function makeStage(uploads: string, kind: 'backup' | 'restore' | 'move'): Promise<string> {
  makePrivateFolder(uploads);
  const stage = join(uploads, `${kind}-${process.pid}-${randomBytes(4).toString('hex')}`);
  leftovers.add(stage);
  await mkdir(stage, { mode: 0o700 });
  return stage;
}

/**
 * Removes what commands that were killed have left in the folder of uploads: a deleted report must
 * not live on in there. What a process that still runs has there stays.
 */
export function clearStages(uploads: string): void {
  if (!existsSync(uploads)) return;
  for (const name of readdirSync(uploads)) {
    const [, pid] = stagePattern.exec(name) ?? [];
    const path = join(uploads, name);
    // After a restart another program, or this one, may have the number.
    const isOurs = Number(pid) === process.pid;
    if (pid && (isOurs ? !leftovers.has(path) : !isRunning(Number(pid))))
      rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
