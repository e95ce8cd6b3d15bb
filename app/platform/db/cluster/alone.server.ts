import { isPostgres } from '~/platform/db/core/database-url.server';
import { takeLock } from '~/platform/db/core/folder-lock.server';
import type { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import type { Settings } from '~/platform/settings/env.server';
import { enter } from './entrance.server';
import { startBeats } from './heart-beats.server';

type Places = Pick<Settings, 'DATA_DIR' | 'UPLOADS_DIR' | 'DATABASE_URL' | 'namesPlans'>;

/**
 * Does something that no server may come between: it has the data folder, the folder of uploads and
 * the database alone. On PostgreSQL no server was seen in the last 30 seconds, and none starts
 * meanwhile; a database that nobody has used yet gets its tables first. Takes the settings, what
 * servers are told is at work (such as `npm run restore`), and what to do, which opens the database
 * itself.
 *
 * @returns what that gives.
 * @throws an OperatorError, with nothing changed, where a server or another command is running; and
 *   one where the database was gone for so long that a server has come in.
 */
export async function aloneOn<Result>(
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
 * The same of a database alone, for a command that works on two: its folders are locked already.
 * Takes its DATABASE_URL, whether it keeps plans under names, the name of the command, and the
 * place that the lock says.
 */
export async function withoutServers<Result>(
  { url, namesPlans, command, place }: { url: string; namesPlans?: boolean; command: string; place: string },
  act: () => Promise<Result>,
): Promise<Result> {
  if (!isPostgres(url)) return act();
  const { openTurns } = await import('~/platform/db/postgres/open-postgres.server');
  const turns = await openTurns(url, namesPlans);
  const own = { name: command, process: newId(), about: { place, isCommand: true } };
  try {
    await turns.inTurn((run) => enter(run, own));
    let refuse: (error: OperatorError) => void = () => undefined;
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject;
    });
    const beats = startBeats(turns, own, refuse);
    try {
      return await Promise.race([act(), refused]);
    } finally {
      await beats.stop();
    }
  } finally {
    await turns.close();
  }
}
