import { beginChain } from '~/platform/db/core/audit-chain.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { databaseName } from '~/platform/db/core/database-url.server';
import type { Opened, OpenOptions, Turns } from '~/platform/db/core/engine';
import { readColumnKey, requireSameKey, wrappedKeysQuery } from '~/platform/db/core/keyring.server';
import {
  migrationsFolder,
  migrationsTable,
  requireKnownSchema,
  versionColumn,
} from '~/platform/db/core/migration-files.server';
import { readMoves } from '~/platform/db/core/moves.server';
import { OperatorError } from '~/platform/errors.server';
import { setColumnKey } from '~/platform/secrets/column-cipher.server';
import { migratePostgres } from './migrate-postgres.server';
import { postgresEngine } from './postgres-engine.server';
import { describeObstacle } from './postgres-errors.server';
import { openPostgresPool, type PostgresPool, type Session } from './postgres-pool.server';
import { hasPostgresTable, openTurnsOn, runOn } from './postgres-turns.server';

/** Reads the state of a database, for `databaseState`. */
export async function postgresState(url: string): Promise<DatabaseState> {
  const pool = openPostgresPool(url, { size: 1, namesPlans: false });
  try {
    return await runOnFirstConnection(pool, url, (session) => readPostgresState(session, url));
  } finally {
    await pool.close();
  }
}

/**
 * Opens a database for its turns only, without its key. A new database gets its tables; any other
 * stays as it is. The turns have a connection of their own, so that heartbeats wait for no request.
 *
 * @param namesPlans whether the server keeps plans under names.
 * @returns the turns, and `close`.
 * @throws an OperatorError if the database belongs to an older program, whose servers have no rows.
 */
export async function openTurns(url: string, namesPlans = false): Promise<OpenTurns> {
  const pool = openPostgresPool(url, { size: 1, namesPlans });
  try {
    await runOnFirstConnection(pool, url, (session) => makeTables(session, url));
    return { ...openTurnsOn(pool), close: pool.close };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Turns on a connection of their own. */
export type OpenTurns = Turns & { close(): Promise<void> };

async function makeTables(session: Session, url: string) {
  const { appliedMigrations, name } = await readPostgresState(session, url);
  if (appliedMigrations.length > 0 && !(await hasPostgresTable(runOn(session), 'servers')))
    throw new OperatorError(
      `The database ${name} was last used by an older version of this program, which does not record running servers. Stop its servers, start this version once, and stop it. Nothing was changed.`,
    );
  if (appliedMigrations.length > 0) return;
  await migratePostgres(session, async () => (await readPostgresState(session, url)).appliedMigrations);
  await session.script('commit');
}

/** Opens a PostgreSQL database, for `openDatabase`. Several servers may do so at once. */
export async function openPostgres({
  url,
  fileKey,
  isAlone,
  onApplied,
  pool: size,
  namesPlans,
  entrance,
}: OpenOptions): Promise<Opened> {
  const pool = openPostgresPool(url, { size, namesPlans });
  try {
    const columnKey = await runOnFirstConnection(pool, url, (session) =>
      setUp(session, { url, fileKey, isAlone, onApplied, entrance }),
    );
    return { engine: postgresEngine(pool), columnKey, driver: pool.driver };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/**
 * Migrates the database, finds the key of its columns and begins the audit log, all in one
 * transaction: servers that start at once take turns.
 */
async function setUp(
  session: Session,
  { url, fileKey, isAlone, onApplied, entrance }: OpenOptions,
): Promise<Buffer> {
  const run = runOn(session);
  const applied = await migratePostgres(session, async () => {
    const state = await readPostgresState(session, url);
    if (!isAlone) requireSameKey(state, fileKey);
    requireKnownSchema(state, migrationsFolder('postgres'));
    if (entrance && (await hasPostgresTable(run, 'servers'))) {
      setColumnKey(await readColumnKey(run, fileKey));
      await entrance.look(run);
    }
    return state.appliedMigrations;
  });
  const columnKey = await readColumnKey(run, fileKey);
  setColumnKey(columnKey);
  await beginChain(run);
  await entrance?.enter(run);
  await session.script('commit');
  for (const migration of applied) onApplied?.(migration);
  return columnKey;
}

/** Reads the state of a database in a session. */
export async function readPostgresState(session: Session, url: string): Promise<DatabaseState> {
  const has = (table: string) => hasPostgresTable(runOn(session), table);
  const rows = async (text: string) => (await session.run(text)).rows;
  return {
    name: databaseName(url),
    wrappedKeys: new Map(
      (await has('keyring')) ? ((await rows(wrappedKeysQuery)) as [string, Buffer][]) : [],
    ),
    appliedMigrations: (await has(migrationsTable))
      ? (await rows(`select created_at from ${migrationsTable}`)).map(([at]) => Number(at))
      : [],
    migratedBy: (await has(migrationsTable)) ? await findMigratingVersion(rows) : undefined,
    ...((await has('moves')) && { lastMove: (await readMoves(runOn(session)))[0] }),
  };
}

/**
 * Finds the version of the program that applied the last migration. Older programs have no column
 * for it.
 */
async function findMigratingVersion(rows: (text: string) => Promise<unknown[][]>) {
  const [last] = await rows(
    `select to_jsonb(one) ->> '${versionColumn}' from ${migrationsTable} one order by created_at desc limit 1`,
  );
  return (last?.[0] as string | null | undefined) ?? undefined;
}

/**
 * Runs the opening of a database on the first connection of its pool.
 *
 * @throws an OperatorError if the database cannot be reached or does not admit this program.
 */
export async function runOnFirstConnection<Result>(
  pool: PostgresPool,
  url: string,
  act: (session: Session) => Promise<Result>,
): Promise<Result> {
  try {
    await pool.ready();
    return await pool.with(act);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const obstacle = describeObstacle(error);
    if (!obstacle) throw error;
    throw new OperatorError(
      `The database ${databaseName(url)} cannot be opened: ${obstacle}. Correct DATABASE_URL, or check the database. Nothing was changed.`,
    );
  }
}
