import { setTimeout as wait } from 'node:timers/promises';
import type { RunSql } from '~/platform/db/core/database-state';
import { OperatorError } from '~/platform/errors.server';
import { note } from '~/platform/observability/log.server';
import { differing } from './compared-settings.server';
import {
  type Process,
  readServers,
  removeServer,
  runningMs,
  type ServerRow,
  writeServer,
} from './server-rows.server';

/** After so long without a sign of it a server's name is another one's to take. */
const namesakeMs = 15_000;
const lookEveryMs = 1000;

/** An OperatorError about somebody who was on the database when they were last seen. */
type InTheWay = OperatorError & { other: ServerRow };

/**
 * Asks whether there is room for somebody on the database. Takes who, and everybody whose row is
 * there. One who is back after a pause, with `isBack`, cannot know of others that they have ended.
 *
 * @throws an OperatorError that says who is in the way.
 */
export function requireRoom(
  own: Process,
  rows: ServerRow[],
  { isBack = false }: { isBack?: boolean } = {},
): void {
  for (const other of rows) {
    const hasEnded = !isBack && other.about.place === own.about.place;
    if (other.process === own.process || hasEnded || !isRunning(own, other)) continue;
    const why = obstacleIn(own, other);
    if (why) throw Object.assign(new OperatorError(`${why} Nothing was changed.`), { other });
  }
}

function isRunning(own: Process, { name, about, agoMs }: ServerRow): boolean {
  // Who takes a name takes it away: the one that had it is not seen by it any more.
  const isNamesake = name === own.name && !about.isCommand;
  return agoMs < (isNamesake ? namesakeMs : runningMs);
}

function obstacleIn(own: Process, other: ServerRow): string | undefined {
  const { name, about } = other;
  if (about.isCommand) return `The command ${name} is at work on this database. Wait until it has ended.`;
  if (own.about.isCommand)
    return `The server ${name} is running on this database: it was last seen ${Math.round(other.agoMs / 1000)} seconds ago. Stop every server first; one that was killed counts as running for ${runningMs / 1000} seconds.`;
  if (name === own.name)
    return `A server with the name ${name} is running on this database already. Give this one another SERVER_NAME.`;
  const missing = [...new Set([...(own.about.missing ?? []), ...(about.missing ?? [])])];
  if (missing.length > 0)
    return `The server ${name} is running on this database already, and a second one needs ${missing.join(' and ')} to be set on both: without, each keeps on its own disk what the other would have to have.`;
  const differ = differing(own.about.bound, about.bound);
  if (differ.length > 0)
    return `The server ${name} is running on this database with another ${differ.join(', ')}. All servers of a clinic have the same.`;
  return undefined;
}

/**
 * Lets somebody in where there is room, in the place of what ended in the same data folder. A
 * command takes out the rows of all servers: one that comes back after it finds that its own is
 * gone, and that the database may be another one by now. Takes what `requireRoom` takes, in a turn
 * on the database.
 *
 * @throws as `requireRoom` does; and an OperatorError where one who is back has no row any more.
 */
export async function enter(run: RunSql, own: Process, options: { isBack?: boolean } = {}): Promise<void> {
  const rows = await readServers(run);
  requireRoom(own, rows, options);
  if (options.isBack && !rows.some(({ process }) => process === own.process))
    throw new OperatorError(
      'This server was not seen for a while, and its database was worked on meanwhile. Start it anew.',
    );
  const ended = rows.filter(({ about }) => own.about.isCommand || about.place === own.about.place);
  for (const { process } of ended) await removeServer(run, process);
  await writeServer(run, own);
}

/**
 * Does what somebody may be in the way of, again and again for as long as they may have ended
 * without a word: until they were seen once more, or count as gone.
 *
 * @throws an OperatorError once it is sure that they are there.
 */
export async function untilGone<Result>(act: () => Promise<Result>): Promise<Result> {
  let first: ServerRow | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const { other } = error as Partial<InTheWay>;
      if (!other) throw error;
      if (first?.process === other.process && other.seenAt > first.seenAt) throw error;
      if (first?.process !== other.process) {
        first = other;
        note('server.waits', { for: other.name });
      }
    }
    await wait(lookEveryMs);
  }
}
