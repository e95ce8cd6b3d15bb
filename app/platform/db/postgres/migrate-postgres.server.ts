import {
  listDueMigrations,
  migrationsFolder,
  migrationsIn,
  migrationsTable,
  type OnApplied,
  toMigrationError,
  versionColumn,
} from '~/platform/db/core/migration-files.server';
import { readBuild } from '~/platform/observability/build-info.server';
import type { Session } from './postgres-pool.server';

/**
 * Brings a database to the newest migration, in a transaction that the caller commits. Servers that
 * start at once wait for each other here.
 *
 * @param findApplied returns the applied migrations; called once it is this process's turn.
 * @returns the migrations applied now.
 * @throws an OperatorError that says what failed, with nothing changed.
 */
export async function migratePostgres(
  session: Session,
  findApplied: () => Promise<number[]>,
  folder = migrationsFolder('postgres'),
): Promise<Parameters<OnApplied>[0][]> {
  await lockMigrations(session);
  const due = listDueMigrations(migrationsIn(folder), await findApplied());
  const { version } = readBuild();
  const appliedMigrations: Parameters<OnApplied>[0][] = [];
  for (const { tag, sql, hash, folderMillis } of due) {
    const since = performance.now();
    try {
      for (const statement of sql) await session.script(statement);
      await session.run(
        `insert into ${migrationsTable} (hash, created_at, ${versionColumn}) values (?, ?, ?)`,
        [hash, folderMillis, version],
      );
    } catch (error) {
      throw toMigrationError(tag, error);
    }
    appliedMigrations.push({ name: tag, ms: Math.round(performance.now() - since) });
  }
  return appliedMigrations;
}

/** Makes a transaction wait for others as long as they take. */
export const withoutTimeouts = 'set local statement_timeout = 0; set local lock_timeout = 0';

/**
 * Begins the transaction and waits until nobody else migrates. The table is as Drizzle creates it,
 * since its tools read it.
 */
export async function lockMigrations(session: Session) {
  const table = `${withoutTimeouts}; create table if not exists ${migrationsTable} (id serial primary key, hash text not null, created_at bigint)`;
  // If two sessions create it at once, one fails and finds it on its second try.
  await session.script(table).catch(() => session.script(table));
  // Asked first: adding a column stops all readers of the table, such as health checks, for a moment.
  const { rows } = await session.run(
    'select 1 from information_schema.columns where table_schema = current_schema() and table_name = ? and column_name = ?',
    [migrationsTable, versionColumn],
  );
  if (rows.length === 0)
    await session.script(`alter table ${migrationsTable} add column if not exists ${versionColumn} text`);
  await session.script(`begin; ${withoutTimeouts}`);
  await session.script(`lock table ${migrationsTable} in share row exclusive mode`);
}
