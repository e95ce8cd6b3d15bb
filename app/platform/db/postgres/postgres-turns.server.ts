import type { RunSql } from '~/platform/db/core/database-state';
import type { Turns } from '~/platform/db/core/engine';
import { lockMigrations } from './migrate-postgres.server';
import type { PostgresPool, Session } from './postgres-pool.server';

/** Runs plain SQL on one connection. */
export const runOn =
  (session: Session): RunSql =>
  async (text, ...values) =>
    (await session.run(text, values)).rows;

/** Checks whether the database has a table of this name. */
export async function hasPostgresTable(run: RunSql, name: string): Promise<boolean> {
  return (await run('select to_regclass(?) is not null', name))[0]?.[0] === true;
}

/** Builds the turns of the processes on one database. */
export function openTurnsOn(pool: PostgresPool): Turns {
  return {
    run: (text, ...values) => pool.with((session) => runOn(session)(text, ...values)),
    inTurn: (act) =>
      pool.with(async (session) => {
        await lockMigrations(session);
        const result = await act(runOn(session));
        await session.script('commit');
        return result;
      }),
  };
}
