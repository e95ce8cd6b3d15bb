import type { RunSql } from '~/platform/db/core/database-state';

/** The description of a server or a command in its row; a newer version may add fields. */
export type ServerDescription = {
  /** The `place` of the lock on its data folder. */
  place: string;
  /** True for a command that has the database to itself. */
  isCommand?: boolean;
  version?: string;
  commit?: string;
  /** Missing settings without which no second server can run. */
  missing?: string[];
  /** The abilities of this release that earlier ones lack, if other servers have to know. */
  capabilities?: string[];
  /** The connections that it may open at once. */
  connections?: number;
  /** Fingerprints by setting: `bound` must agree, `alike` should. */
  bound?: Record<string, string>;
  alike?: Record<string, string>;
};

/** A process that is or was on the database. `process` changes with each start. */
export type Process = { name: string; process: string; about: ServerDescription };

/** A row of the table; times in milliseconds by the clock of the database. */
export type ServerRow = Process & { seenAt: number; agoMs: number };

/**
 * Milliseconds for which a server that is no longer seen counts as running. One that was not seen
 * for `renewableMs` has to enter again. The difference exceeds the longest time that a statement
 * takes.
 */
export const runningMs = 30_000;
const renewableMs = 15_000;

/** The clock of the database is the only one used: those of the servers may differ. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Lists the processes that have a row, by name. */
export async function readServers(run: RunSql): Promise<ServerRow[]> {
  const rows = await run(
    `select name, process, settings, seen_at, ${now} - seen_at from servers order by name`,
  );
  return rows.map(([name, process, about, seenAt, agoMs]) => ({
    name: String(name),
    process: String(process),
    about: JSON.parse(String(about)) as ServerDescription,
    seenAt: Number(seenAt),
    agoMs: Number(agoMs),
  }));
}

/** Writes the row of a process in place of a row of the same name. */
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
 * Renews the row of a process.
 *
 * @returns false if it was not seen for too long, or if another process has its name by now.
 */
export async function renewServer(run: RunSql, { name, process }: Process): Promise<boolean> {
  const renewed = await run(
    `update servers set seen_at = ${now} where name = ? and process = ? and seen_at > ${now} - ${renewableMs} returning name`,
    name,
    process,
  );
  return renewed.length > 0;
}

/** Removes the row of a process that has ended. */
export async function removeServer(run: RunSql, process: string): Promise<void> {
  await run('delete from servers where process = ?', process);
}
