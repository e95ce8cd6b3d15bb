import {
  migrationFailed,
  migrationsDue,
  migrationsFolder,
  migrationsIn,
  migrationsTable,
  type OnApplied,
} from '~/platform/db/core/migration-files.server';
import type { Session } from './postgres-pool.server';

/**
 * Brings a database to the newest migration, in a transaction that is left open for the caller to
 * commit: servers that start at once wait for each other here. Takes what gives the migrations that
 * the database has been through, asked once it is this one's turn.
 *
 * @returns what was done.
 * @throws an OperatorError that says what failed; nothing is changed then.
 */
export async function migratePostgres(
  session: Session,
  findApplied: () => Promise<number[]>,
  folder = migrationsFolder('postgres'),
): Promise<Parameters<OnApplied>[0][]> {
  await takeTurn(session);
  const due = migrationsDue(migrationsIn(folder), await findApplied());
  const done: Parameters<OnApplied>[0][] = [];
  for (const { tag, sql, hash, folderMillis } of due) {
    const since = performance.now();
    try {
      for (const statement of sql) await session.script(statement);
      await session.run(`insert into ${migrationsTable} (hash, created_at) values (?, ?)`, [
        hash,
        folderMillis,
      ]);
    } catch (error) {
      throw migrationFailed(tag, error);
    }
    done.push({ name: tag, ms: Math.round(performance.now() - since) });
  }
  return done;
}

/** Has a transaction wait for others as long as they take. */
export const patient = 'set local statement_timeout = 0; set local lock_timeout = 0';

/**
 * Begins the transaction and waits until nobody else migrates. The table is made as Drizzle makes
 * it: its own tools read it.
 */
export async function takeTurn(session: Session) {
  const table = `${patient}; create table if not exists ${migrationsTable} (id serial primary key, hash text not null, created_at bigint)`;
  // Of two that make it at once one fails, and finds it then.
  await session.script(table).catch(() => session.script(table));
  await session.script(`begin; ${patient}`);
  await session.script(`lock table ${migrationsTable} in share row exclusive mode`);
}
