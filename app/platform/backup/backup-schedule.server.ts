import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { isDatabaseShared } from '~/platform/db/db.server';
import { logIncident, note } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';
import { environmentOf, type Settings } from '~/platform/settings/env.server';
import type { BackupFailure } from './backup-failure.server';
import { isOnSameDisk, nextBackupAt, noteBackup, readBackupStatus } from './backup-folder.server';
import { mayMakeBackups, readClinicBackups, shareBackups } from './clinic-backups.server';

const lookEveryMs = 60_000;
const lowPriority = 10;

let running: { child: ChildProcess; since: number } | undefined;
let isOpen = false;
let afterBackup: () => unknown = () => undefined;

/** Returns since when this server has been making a backup, in milliseconds since 1970. */
export const backupRunningSince = (): number | undefined => running?.since;

/**
 * Makes a backup whenever one is due. Among several servers on one database, one makes the backups
 * and the others learn of them. Without BACKUP_EVERY this server only makes those that an admin
 * starts.
 *
 * @param onMade called after each backup.
 * @returns `makeDue`, to be called every minute, if this server has to look for due backups; and
 *   `stop`, which also ends a running backup; that one leaves nothing behind.
 */
export function openBackups(
  settings: Settings,
  onMade: () => unknown,
): { makeDue?: () => Promise<void>; stop(): void } {
  const { backupEveryHours: everyHours, BACKUP_DIR: folder } = settings;
  afterBackup = onMade;
  isOpen = true;
  const makeDue = async () => {
    const isMaker = everyHours !== undefined && (await mayMakeBackups());
    await shareBackups(settings, { isMaker });
    if (!isMaker || running) return;
    const { good, failed } = await readClinicBackups(settings);
    const madeAt = isDatabaseShared() ? good?.at : undefined;
    if (nextBackupAt({ folder, everyHours, failed, madeAt }) <= Date.now()) startBackup(settings);
  };
  if (everyHours !== undefined && isOnSameDisk(settings)) note('backup.onDataDisk');
  const isLooking = everyHours !== undefined || isDatabaseShared();
  const stop = () => {
    isOpen = false;
    process.off('exit', stop);
    running?.child.kill('SIGTERM');
  };
  process.once('exit', stop);
  return { ...(isLooking && { makeDue }), stop };
}

/**
 * Starts a backup in a child process of low priority, so that no request waits for it. Its end is
 * logged and recorded in the data folder.
 *
 * @returns false if this server is making one already, or is stopping.
 */
export function startBackup(settings: Settings): boolean {
  if (running || !isOpen) return false;
  const { DATA_DIR: dataDir } = settings;
  const child = spawnBackup(settings, (code) => {
    running = undefined;
    if (code === 0) {
      const { bytes, files } = readBackupStatus(dataDir).good ?? {};
      note('backup.made', { bytes, files });
      afterBackup();
    } else if (code !== 'stopped') logFailure(dataDir, code === 'killed' ? 'killed' : 'other');
  });
  running = { child, since: Date.now() };
  return true;
}

/** Returns the arguments with which Node runs the backup: of a build, or in development of the sources. */
function backupProgram() {
  const root = projectRoot();
  const bundle = join(root, 'build/commands/backup.js');
  if (existsSync(bundle)) return [bundle];
  return [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/backup.ts')];
}

type Ending = number | 'stopped' | 'killed';

function spawnBackup(settings: Settings, onEnd: (ending: Ending) => void): ChildProcess {
  const child = spawn(process.execPath, [...backupProgram(), '--by-itself'], {
    env: environmentOf(settings),
    // Its standard output carries log lines only.
    stdio: ['ignore', 'inherit', 'pipe'],
    windowsHide: true,
  });
  child.unref();
  // Neither the child nor its pipe keeps a stopping server alive.
  if (child.stderr && 'unref' in child.stderr) (child.stderr as Socket).unref();
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-2000);
  });
  let isDone = false;
  const finish = (ending: Ending) => {
    if (isDone) return;
    isDone = true;
    // Only sentences of ours and names of incidents, nothing personal.
    if (ending !== 0 && ending !== 'stopped') process.stderr.write(`${errorOutput.trim()}\n`);
    onEnd(ending);
  };
  child.once('error', () => finish(1));
  child.once('close', (code, signal) => finish(endingOf(code, signal)));
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, lowPriority);
    } catch {
      // If the system forbids it, the backup runs at normal priority.
    }
  }
  return child;
}

/**
 * Maps the end of the child. A code above 128 stands for a signal that a process below it received.
 */
function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGTERM' || code === 143) return 'stopped';
  return code === null || code === 137 ? 'killed' : code;
}

/**
 * Logs why a backup failed.
 *
 * @param why the reason to record if the program was killed or did not start; otherwise it has
 *   recorded its own.
 */
function logFailure(dataDir: string, why: BackupFailure) {
  const { good, failed } = readBackupStatus(dataDir);
  const isNoted = failed !== undefined && failed.at > Date.now() - lookEveryMs && failed.at > (good?.at ?? 0);
  note('backup.failed', { why: isNoted ? failed.why : why });
  if (isNoted) return;
  try {
    noteBackup(dataDir, { failed: { at: Date.now(), why } });
  } catch (error) {
    logIncident('backup.note', error);
  }
}
