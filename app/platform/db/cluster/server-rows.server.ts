import type { RunSql } from '~/platform/db/core/database-state';

/** What a server or a command says of itself in its row; a newer version may say more. */
export type About = {
  /** As the lock of its data folder says it. */
  place: string;
  /** Whether it is a command that has the database alone. */
  isCommand?: boolean;
  version?: string;
  commit?: string;
  /** Settings that are missing, without which there can be no second server. */
  missing?: string[];
  /** Fingerprints of settings by their names: those that have to agree, and those that should. */
  bound?: Record<string, string>;
  alike?: Record<string, string>;
};

/** Who is, or was, on the database. `process` is another one after each start. */
export type Process = { name: string; process: string; about: About };

/** A row of the table; times in milliseconds, by the clock of the database. */
export type ServerRow = Process & { seenAt: number; agoMs: number };

/**
 * For how long a server that was not seen any more counts as running. A server that was not seen
 * for `renewableMs` asks anew whether it may go on; the time between the two is more than a
 * statement can take.
 */
export const runningMs = 30_000;
const renewableMs = 15_000;

/** The only clock that is asked: those of the servers may differ. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Everybody who was on the database in the last day or so, by name. */
export async function readServers(run: RunSql): Promise<ServerRow[]> {
  const rows = await run(
    `select name, process, settings, seen_at, ${now} - seen_at from servers order by name`,
  );
  return rows.map(([name, process, about, seenAt, agoMs]) => ({
    name: String(name),
    process: String(process),
    about: JSON.parse(String(about)) as About,
    seenAt: Number(seenAt),
    agoMs: Number(agoMs),
  }));
}

/** Writes who came, in the place of a row of the same name. */
export async function writeServer(run: RunSql, { name, process, about }: Process): Promise<void> {
  await run(
    `insert into servers (name, process, seen_at, settings) values (?, ?, ${now}, ?)
      on conflict (name) do update set process = excluded.process, seen_at = excluded.seen_at, settings = excluded.settings`,
    name,
    process,
    JSON.stringify(about),
  );
}

/**
 * Notes that somebody is still there.
 *
 * @returns false where they were not seen for too long, or another one has the name by now.
 */
export async function renewServer(run: RunSql, { name, process }: Process): Promise<boolean> {
  const renewed = await run(
    `update servers set seen_at = ${now} where name = ? and process = ? and seen_at > ${now} - ${renewableMs} returning name`,
    name,
    process,
  );
  return renewed.length > 0;
}

/** Takes out who has ended. */
export async function removeServer(run: RunSql, process: string): Promise<void> {
  await run('delete from servers where process = ?', process);
}
