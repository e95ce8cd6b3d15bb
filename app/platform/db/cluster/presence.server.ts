import { connection } from '~/platform/db/core/connection.server';
import type { RunSql } from '~/platform/db/core/database-state';
import { isPostgres } from '~/platform/db/core/database-url.server';
import type { Entrance } from '~/platform/db/core/engine';
import type { OpenTurns } from '~/platform/db/postgres/open-postgres.server';
import type { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import type { Build } from '~/platform/observability/build-info.server';
import { note } from '~/platform/observability/log.server';
import type { Settings } from '~/platform/settings/env.server';
import { listDifferingKeys, toComparedSettings } from './compared-settings.server';
import { registerServer, requireRoom } from './entrance.server';
import { startBeats } from './heart-beats.server';
import { type Process, readServers, runningMs, type ServerRow } from './server-rows.server';

/**
 * The presence of a server on its database. On SQLite there is only one server, which its lock
 * ensures.
 */
export type ServerPresence = {
  /** Checks at the opening of the database whether this server may run beside the others. */
  entrance: Entrance;
  /**
   * Starts the heartbeats after the entrance and warns about settings that should agree.
   *
   * @param onRefused called if the server may not go on after a pause.
   */
  begin(onRefused: (error: OperatorError) => void): Promise<void>;
  /** Ends the presence. */
  end(): Promise<void>;
};

/**
 * Creates the presence of this server.
 *
 * @param options.place the `place` of the lock on its data folder.
 * @param options.build the version that runs.
 */
export function openServerPresence(
  settings: Settings,
  { place, build }: { place: string; build: Build },
): ServerPresence {
  const process = newId();
  // Fingerprints need the key of the database, which is only known once it is open.
  const describeSelf = (): Process => ({
    name: settings.SERVER_NAME,
    process,
    about: {
      place,
      ...programOf(build),
      capabilities: [...capabilities],
      connections: connectionsOf(settings),
      ...toComparedSettings(settings),
    },
  });
  let turns: OpenTurns | undefined;
  let beats: ReturnType<typeof startBeats> | undefined;
  return {
    entrance: {
      look: async (run) => requireRoom(describeSelf(), await readServers(run)),
      enter: (run) => registerServer(run, describeSelf()),
    },
    async begin(onRefused) {
      if (!isPostgres(settings.DATABASE_URL)) return;
      const { openTurns } = await import('~/platform/db/postgres/open-postgres.server');
      turns = await openTurns(settings.DATABASE_URL, settings.namesPlans);
      beats = startBeats(turns, describeSelf(), { onSeen: keepSeen, onRefused });
      const rows = await readServers(turns.run);
      keepSeen(rows);
      warnOf(describeSelf(), rows);
      // Behind PgBouncer its own settings bound the connections.
      if (settings.namesPlans) warnOfConnections(rows, await readMaxConnections(turns.run));
    },
    async end() {
      await beats?.stop();
      await turns?.close();
    },
  };
}

/** Counts the connections of a server: its pool, and the one that shows it to the others. */
const connectionsOf = ({ DATABASE_POOL }: Settings) => DATABASE_POOL + 1;

/** Reads how many connections the database accepts from accounts that are not its superuser. */
async function readMaxConnections(run: RunSql): Promise<number> {
  const [row] = await run(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int",
  );
  return Number(row?.[0]);
}

/** Warns if the servers that run may together open more connections than the database accepts. */
function warnOfConnections(rows: ServerRow[], allowed: number) {
  const counts = rows.filter(isRunning).map(({ about }) => about.connections ?? 0);
  const needed = counts.reduce((sum, count) => sum + count, 0);
  if (needed <= allowed) return;
  const message = `The ${counts.length} servers of this database may open ${needed} connections (${counts.join(' + ')}: DATABASE_POOL and one each), but it accepts ${allowed} (max_connections without those reserved for its superuser). Lower DATABASE_POOL, or raise max_connections.`;
  note('database.connections', { needed, allowed, message });
}

/** Abilities that take effect once every server has them. */
const capabilities = [
  'noEmail',
  'addressDisputes',
  'formTokens',
  'urgentReports',
  'dangerSigns',
  'registrations',
  'addedAdmins',
  'registration',
] as const;

/** An ability of this release that takes effect once every server has it. */
export type Capability = (typeof capabilities)[number];

let seenServers: ServerRow[] = [];

const keepSeen = (rows: ServerRow[]) => {
  seenServers = rows.filter(isRunning);
};

/**
 * Returns the servers that ran at the last heart-beat of this one, at most some seconds ago, without
 * a query. Empty on SQLite, as `runningServers`.
 */
export const serversAtLastBeat = (): readonly ServerRow[] => seenServers;

const isRunning = ({ about, agoMs }: ServerRow) => !about.isCommand && agoMs < runningMs;

const programOf = ({ version, commit }: Build) => ({
  version,
  commit: commit === 'unknown' ? undefined : commit,
});

function warnOf(self: Process, rows: ServerRow[]) {
  for (const { name, process, about, agoMs } of rows) {
    if (process === self.process || agoMs >= runningMs) continue;
    const settings = listDifferingKeys(self.about.alike, about.alike);
    if (settings.length > 0) note('settings.differ', { settings: settings.join(' '), from: name });
  }
}

/**
 * Lists the servers that run on the open database, by name. Empty on SQLite, which has only one.
 */
export async function runningServers(): Promise<ServerRow[]> {
  const { turns } = connection().engine;
  const rows = turns ? await readServers(turns.run) : [];
  return rows.filter(isRunning);
}
