import { connection } from '~/platform/db/core/connection.server';
import { isPostgres } from '~/platform/db/core/database-url.server';
import type { Entrance } from '~/platform/db/core/engine';
import type { OpenTurns } from '~/platform/db/postgres/open-postgres.server';
import type { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import type { Build } from '~/platform/observability/build-info.server';
import { note } from '~/platform/observability/log.server';
import type { Settings } from '~/platform/settings/env.server';
import { differing, settingsOf } from './compared-settings.server';
import { enter, requireRoom } from './entrance.server';
import { startBeats } from './heart-beats.server';
import { type Process, readServers, runningMs, type ServerRow } from './server-rows.server';

/** A server among those of its database. On SQLite it is the only one, which its lock sees to. */
export type Presence = {
  /** What `openDatabase` lets it in by: it refuses who cannot be beside a server that runs. */
  entrance: Entrance;
  /**
   * Is seen from now on, once it was let in, and warns of settings that should agree. Takes what to
   * do where it may not go on after a pause.
   */
  begin(onRefused: (error: OperatorError) => void): Promise<void>;
  /** Is not there any more. */
  end(): Promise<void>;
};

/**
 * Makes what says that this server is there. Takes the settings, the place that the lock of its
 * data folder says, and what runs here.
 */
export function presenceOf(settings: Settings, { place, build }: { place: string; build: Build }): Presence {
  const process = newId();
  // Fingerprints need the key of the database, which is open when somebody asks.
  const own = (): Process => ({
    name: settings.SERVER_NAME,
    process,
    about: { place, ...programOf(build), ...settingsOf(settings) },
  });
  let turns: OpenTurns | undefined;
  let beats: ReturnType<typeof startBeats> | undefined;
  return {
    entrance: {
      look: async (run) => requireRoom(own(), await readServers(run)),
      enter: (run) => enter(run, own()),
    },
    async begin(onRefused) {
      if (!isPostgres(settings.DATABASE_URL)) return;
      const { openTurns } = await import('~/platform/db/postgres/open-postgres.server');
      turns = await openTurns(settings.DATABASE_URL, settings.namesPlans);
      beats = startBeats(turns, own(), onRefused);
      warnOf(own(), await readServers(turns.run));
    },
    async end() {
      await beats?.stop();
      await turns?.close();
    },
  };
}

const programOf = ({ version, commit }: Build) => ({
  version,
  commit: commit === 'unknown' ? undefined : commit,
});

function warnOf(own: Process, rows: ServerRow[]) {
  for (const { name, process, about, agoMs } of rows) {
    if (process === own.process || agoMs >= runningMs) continue;
    const settings = differing(own.about.alike, about.alike);
    if (settings.length > 0) note('settings.differ', { settings: settings.join(' '), from: name });
  }
}

/** The servers that run on the open database, by name; none on SQLite, where there is one. */
export async function runningServers(): Promise<ServerRow[]> {
  const { turns } = connection().engine;
  const rows = turns ? await readServers(turns.run) : [];
  return rows.filter(({ about, agoMs }) => !about.isCommand && agoMs < runningMs);
}
