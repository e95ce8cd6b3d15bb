import { setTimeout as wait } from 'node:timers/promises';
import type { RunSql } from '~/platform/db/core/database-state';
import { OperatorError } from '~/platform/errors.server';
import { note } from '~/platform/observability/log.server';
import { listDifferingKeys } from './compared-settings.server';
import {
  type Process,
  readServers,
  removeServer,
  runningMs,
  type ServerRow,
  writeServer,
} from './server-rows.server';

/** Milliseconds without a sign of a server after which another one may take its name. */
const namesakeMs = 15_000;
const lookEveryMs = 1000;

/** An OperatorError about a server or command that was on the database when it was last seen. */
type InTheWay = OperatorError & { other: ServerRow };

/**
 * Checks whether a process may work beside those that have a row.
 *
 * @param options.isBack whether the process returns after a pause; then it cannot assume that
 *   processes of its own place have ended.
 * @throws an OperatorError that names the process in the way.
 */
export function requireRoom(
  self: Process,
  rows: ServerRow[],
  { isBack = false }: { isBack?: boolean } = {},
): void {
  for (const row of rows) {
    const hasEnded = !isBack && row.about.place === self.about.place;
    if (row.process === self.process || hasEnded || !isRunning(self, row)) continue;
    const why = obstacleIn(self, row);
    if (why) throw Object.assign(new OperatorError(`${why} Nothing was changed.`), { other: row });
  }
}

function isRunning(self: Process, { name, about, agoMs }: ServerRow): boolean {
  // A process that takes a name replaces the row of the one that had it.
  const isNamesake = name === self.name && !about.isCommand;
  return agoMs < (isNamesake ? namesakeMs : runningMs);
}

function obstacleIn(self: Process, row: ServerRow): string | undefined {
  const { name, about } = row;
  if (about.isCommand) return `The command ${name} is running on this database. Wait until it has ended.`;
  if (self.about.isCommand)
    return `The server ${name} is running on this database: it was last seen ${Math.round(row.agoMs / 1000)} seconds ago. Stop every server first; a killed server counts as running for ${runningMs / 1000} seconds.`;
  if (name === self.name)
    return `A server named ${name} is already running on this database. Set another SERVER_NAME.`;
  const missing = [...new Set([...(self.about.missing ?? []), ...(about.missing ?? [])])];
  if (missing.length > 0)
    return `The server ${name} is already running on this database. A second server needs ${missing.join(' and ')} on both: otherwise each keeps data on its own disk that the other needs.`;
  const differ = listDifferingKeys(self.about.bound, about.bound);
  if (differ.length > 0)
    return `The server ${name} is running on this database with different values of ${differ.join(', ')}. All servers of a clinic need the same values.`;
  return undefined;
}

/**
 * Lets a process in and removes the rows of processes that ended in the same data folder. A command
 * removes the rows of all servers. A server that returns later finds its row missing and knows that
 * the database may have changed. Runs in a turn on the database.
 *
 * @throws as `requireRoom` does; also an OperatorError if a returning process has no row any more.
 */
export async function registerServer(
  run: RunSql,
  self: Process,
  options: { isBack?: boolean } = {},
): Promise<void> {
  const rows = await readServers(run);
  requireRoom(self, rows, options);
  if (options.isBack && !rows.some(({ process }) => process === self.process))
    throw new OperatorError(
      'This server was not seen for a while, and another process worked on its database meanwhile. Start it again.',
    );
  const ended = rows.filter(({ about }) => self.about.isCommand || about.place === self.about.place);
  for (const { process } of ended) await removeServer(run, process);
  await writeServer(run, self);
}

/**
 * Repeats an action while another process seems to be in the way. That process may have died
 * without notice: it is in the way for good only once it is seen again.
 *
 * @throws an OperatorError once the other process was seen again.
 */
export async function retryWhileOccupied<Result>(act: () => Promise<Result>): Promise<Result> {
  let firstSeen: ServerRow | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const { other: obstacle } = error as Partial<InTheWay>;
      if (!obstacle) throw error;
      if (firstSeen?.process === obstacle.process && obstacle.seenAt > firstSeen.seenAt) throw error;
      if (firstSeen?.process !== obstacle.process) {
        firstSeen = obstacle;
        note('server.waits', { for: obstacle.name });
      }
    }
    await wait(lookEveryMs);
  }
}
