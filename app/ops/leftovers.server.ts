import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '~/platform/backup/backup-folder.server';

const stagePattern = /^(?:backup|restore|move)-(\d+)-[0-9a-f]{8}$/;

// Paths that this process has begun and would leave behind if it ended now.
const leftovers = new Set<string>();

/**
 * Registers a path that this process begins, so that it is removed if the process is stopped.
 */
export function addLeftover(path: string): void {
  leftovers.add(path);
}

/**
 * Removes everything that an unfinished command of this process would leave, when the process is
 * told to end.
 */
export function clearLeftovers(): void {
  for (const path of leftovers) removeLeftover(path);
}

/** Removes a path that this process has begun. */
export function removeLeftover(path: string): void {
  rmSync(path, { recursive: true, force: true });
  leftovers.delete(path);
}

/**
 * Creates a folder of this process for files being gathered. It lies in the uploads folder, on the
 * same disk as the files.
 */
export async function makeStage(uploads: string, kind: 'backup' | 'restore' | 'move'): Promise<string> {
  makePrivateFolder(uploads);
  const stage = join(uploads, `${kind}-${process.pid}-${randomBytes(4).toString('hex')}`);
  leftovers.add(stage);
  await mkdir(stage, { mode: 0o700 });
  return stage;
}

/**
 * Removes the folders that killed commands have left in the uploads folder: a deleted report must
 * not live on in there. Folders of running processes stay.
 */
export function clearStages(uploads: string): void {
  if (!existsSync(uploads)) return;
  for (const name of readdirSync(uploads)) {
    const [, pid] = stagePattern.exec(name) ?? [];
    const path = join(uploads, name);
    // After a restart another program, or this one, may have the process ID.
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
