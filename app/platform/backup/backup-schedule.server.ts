import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { isDatabaseShared } from '~/platform/db/db.server';
import { troubleOf } from '~/platform/errors.server';
import { logIncident, note } from '~/platform/observability/log.server';
import { projectRoot } from '~/platform/project-root.server';
import type { Settings } from '~/platform/settings/env.server';
import type { BackupFailure } from './backup-failure.server';
import { isOnSameDisk, nextBackupAt, noteBackup, readBackupStatus } from './backup-folder.server';
import { mayMakeBackups, readClinicBackups, shareBackups } from './clinic-backups.server';

const lookEveryMs = 60_000;
const firstLookMs = 2000;
const lowPriority = 10;

/**
 * Makes a backup whenever one is due, in a program of its own and with low priority, so that no
 * request waits for it. Of several servers on one database one makes them, and the others know of
 * it. Takes the settings; without BACKUP_EVERY it makes none; and what to do once one was made.
 *
 * @returns what ends it, and the backup that is being made, which leaves nothing behind.
 */
export function startBackups(settings: Settings, onMade: () => unknown): { stop(): void } {
  const { backupEveryHours: everyHours, BACKUP_DIR: folder, DATA_DIR: dataDir } = settings;
  if (everyHours === undefined && !isDatabaseShared()) return { stop: () => undefined };
  let running: ChildProcess | undefined;
  let isOver = false;
  const look = async () => {
    const isMaker = everyHours !== undefined && (await mayMakeBackups());
    await shareBackups(settings, { isMaker });
    if (!isMaker || running) return;
    const { good, failed } = await readClinicBackups(settings);
    const madeAt = isDatabaseShared() ? good?.at : undefined;
    const isDue = nextBackupAt({ folder, everyHours, failed, madeAt }) <= Date.now();
    if (!isDue || isOver) return;
    running = makeOne((code) => {
      running = undefined;
      if (code === 0) {
        const { bytes, files } = readBackupStatus(dataDir).good ?? {};
        note('backup.made', { bytes, files });
        onMade();
      } else if (code !== 'stopped') sayFailed(dataDir, code === 'killed' ? 'killed' : 'other');
    });
  };
  const guarded = () =>
    look().catch((error: unknown) => {
      // A database that is gone says so elsewhere.
      if (!isOver && !troubleOf(error)) logIncident('backup.schedule', error);
    });
  if (everyHours !== undefined && isOnSameDisk(settings)) note('backup.onDataDisk');
  const first = setTimeout(guarded, firstLookMs).unref();
  const timer = setInterval(guarded, lookEveryMs).unref();
  const stop = () => {
    isOver = true;
    clearTimeout(first);
    clearInterval(timer);
    process.off('exit', stop);
    running?.kill('SIGTERM');
  };
  process.once('exit', stop);
  return { stop };
}

type Ending = number | 'stopped' | 'killed';

function makeOne(done: (ending: Ending) => void): ChildProcess {
  const root = projectRoot();
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/tsx/dist/cli.mjs'),
      // That of the working directory, which tsx would read, may be a newer version's.
      ...['--tsconfig', join(root, 'tsconfig.json')],
      ...[join(root, 'scripts/backup.ts'), '--by-itself'],
    ],
    // It writes lines of the log alone to its standard output.
    { stdio: ['ignore', 'inherit', 'pipe'], windowsHide: true },
  );
  child.unref();
  // Neither the program nor its words keep a server alive that is told to end.
  if (child.stderr && 'unref' in child.stderr) (child.stderr as Socket).unref();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  let isDone = false;
  const finish = (ending: Ending) => {
    if (isDone) return;
    isDone = true;
    // Our own sentences and names of incidents; nothing personal is in them.
    if (ending !== 0 && ending !== 'stopped') process.stderr.write(`${said.trim()}\n`);
    done(ending);
  };
  child.once('error', () => finish(1));
  child.once('close', (code, signal) => finish(endingOf(code, signal)));
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, lowPriority);
    } catch {
      // Where the system does not allow it, it is made at the usual priority.
    }
  }
  return child;
}

/** Returns how a program ended; a code above 128 stands for a signal that one of its own got. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGTERM' || code === 143) return 'stopped';
  return code === null || code === 137 ? 'killed' : code;
}

/**
 * Logs why a backup failed. The program notes that by itself, unless it was killed or could not be
 * started: `why` is for these.
 */
function sayFailed(dataDir: string, why: BackupFailure) {
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
