import { isPostgres } from '~/platform/db/core/database-url.server';
import { takeLock } from '~/platform/db/core/folder-lock.server';
import type { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import type { Settings } from '~/platform/settings/env.server';
import { registerServer } from './entrance.server';
import { startBeats } from './heart-beats.server';

type Places = Pick<Settings, 'DATA_DIR' | 'UPLOADS_DIR' | 'DATABASE_URL' | 'namesPlans'>;

/**
 * Runs a command while no server runs: it locks the data folder, the folder of uploads and the
 * database. On PostgreSQL no server may have been seen in the last 30 seconds, and none can start
 * meanwhile. A new database gets its tables first.
 *
 * @param command the command as servers are to name it, from `commandLine`.
 * @param act the work; it opens the database itself.
 * @returns the result of `act`.
 * @throws an OperatorError, with nothing changed, if a server or another command is running; also
 *   if the database was away for so long that a server has come in.
 */
export async function runAlone<Result>(
  settings: Places,
  command: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: url, namesPlans } = settings;
  const lock = takeLock(settings);
  try {
    return await withoutServers({ url, namesPlans, command, place: lock.place }, act);
  } finally {
    lock.release();
  }
}

/**
 * Runs a command while no server runs on a database, for commands that work on two databases. The
 * caller has locked the folders.
 *
 * @param options.url the DATABASE_URL.
 * @param options.namesPlans whether the server keeps plans under names.
 * @param options.place the `place` of the caller's lock.
 */
export async function withoutServers<Result>(
  { url, namesPlans, command, place }: { url: string; namesPlans?: boolean; command: string; place: string },
  act: () => Promise<Result>,
): Promise<Result> {
  if (!isPostgres(url)) return act();
  const { openTurns } = await import('~/platform/db/postgres/open-postgres.server');
  const turns = await openTurns(url, namesPlans);
  const self = { name: command, process: newId(), about: { place, isCommand: true } };
  try {
    await turns.inTurn((run) => registerServer(run, self));
    let refuse: (error: OperatorError) => void = () => undefined;
    const refusal = new Promise<never>((_resolve, reject) => {
      refuse = reject;
    });
    const beats = startBeats(turns, self, { onRefused: refuse });
    try {
      return await Promise.race([act(), refusal]);
    } finally {
      await beats.stop();
    }
  } finally {
    await turns.close();
  }
}
