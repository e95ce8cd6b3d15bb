import { beginChain } from '~/platform/db/core/audit-chain.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { databaseName } from '~/platform/db/core/database-url.server';
import type { Opened, OpenOptions, Turns } from '~/platform/db/core/engine';
import { columnKeyOf, requireSameKey, wrappedKeysQuery } from '~/platform/db/core/keyring.server';
import {
  migrationsFolder,
  migrationsTable,
  requireKnownSchema,
} from '~/platform/db/core/migration-files.server';
import { readMoves } from '~/platform/db/core/moves.server';
import { setColumnKey } from '~/platform/db/core/tables/column-cipher.server';
import { OperatorError } from '~/platform/errors.server';
import { migratePostgres } from './migrate-postgres.server';
import { postgresEngine } from './postgres-engine.server';
import { obstacleOf } from './postgres-errors.server';
import { openPool, type PostgresPool, type Session } from './postgres-pool.server';
import { hasTable, runOn, turnsOn } from './postgres-turns.server';

/** What a database says of itself, as `databaseState` does. */
export async function postgresState(url: string): Promise<DatabaseState> {
  const pool = openPool(url, { size: 1, namesPlans: false });
  try {
    return await atStart(pool, url, (session) => stateOf(session, url));
  } finally {
    await pool.close();
  }
}

/**
 * Opens a database for its turns alone, without its key. One that nobody has used yet gets its
 * tables; another one is left as it is. Takes its DATABASE_URL, and whether the server keeps plans
 * under names. It is one connection of its own: whoever is to be seen waits for no request.
 *
 * @returns the turns, and `close`.
 * @throws an OperatorError where the database is that of a program whose servers have no rows.
 */
export async function openTurns(url: string, namesPlans = false): Promise<OpenTurns> {
  const pool = openPool(url, { size: 1, namesPlans });
  try {
    await atStart(pool, url, (session) => makeTables(session, url));
    return { ...turnsOn(pool), close: pool.close };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Turns on a connection of their own. */
export type OpenTurns = Turns & { close(): Promise<void> };

async function makeTables(session: Session, url: string) {
  const { applied, name } = await stateOf(session, url);
  if (applied.length > 0 && !(await hasTable(runOn(session), 'servers')))
    throw new OperatorError(
      `The database ${name} was last used by an older version of this program, which does not say whether it runs. Stop its servers, start this version once, and stop it. Nothing was changed.`,
    );
  if (applied.length > 0) return;
  await migratePostgres(session, async () => (await stateOf(session, url)).applied);
  await session.script('commit');
}

/** Opens a database of PostgreSQL, as `openDatabase` does. Several servers may do it at once. */
export async function openPostgres({
  url,
  fileKey,
  isAlone,
  onApplied,
  pool: size,
  namesPlans,
  entrance,
}: OpenOptions): Promise<Opened> {
  const pool = openPool(url, { size, namesPlans });
  try {
    const columnKey = await atStart(pool, url, (session) =>
      setUp(session, { url, fileKey, isAlone, onApplied, entrance }),
    );
    return { engine: postgresEngine(pool), columnKey, driver: pool.driver };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/**
 * Brings the database up to date, finds the key of its columns and begins the audit log, all in one
 * transaction: of servers that start at once one comes after the other.
 */
async function setUp(
  session: Session,
  { url, fileKey, isAlone, onApplied, entrance }: OpenOptions,
): Promise<Buffer> {
  const run = runOn(session);
  const applied = await migratePostgres(session, async () => {
    const state = await stateOf(session, url);
    if (!isAlone) requireSameKey(state, fileKey);
    requireKnownSchema(state, migrationsFolder('postgres'));
    if (entrance && (await hasTable(run, 'servers'))) {
      setColumnKey(await columnKeyOf(run, fileKey));
      await entrance.look(run);
    }
    return state.applied;
  });
  const columnKey = await columnKeyOf(run, fileKey);
  setColumnKey(columnKey);
  await beginChain(run);
  await entrance?.enter(run);
  await session.script('commit');
  for (const one of applied) onApplied?.(one);
  return columnKey;
}

/** What a database says of itself. */
export async function stateOf(session: Session, url: string): Promise<DatabaseState> {
  const has = (table: string) => hasTable(runOn(session), table);
  const rows = async (text: string) => (await session.run(text)).rows;
  return {
    name: databaseName(url),
    wrappedKeys: new Map(
      (await has('keyring')) ? ((await rows(wrappedKeysQuery)) as [string, Buffer][]) : [],
    ),
    applied: (await has(migrationsTable))
      ? (await rows(`select created_at from ${migrationsTable}`)).map(([at]) => Number(at))
      : [],
    ...((await has('moves')) && { lastMove: (await readMoves(runOn(session)))[0] }),
  };
}

/**
 * Does what opens a database, on the first connection of its pool.
 *
 * @throws an OperatorError where the database is not reached, or does not let this program in.
 */
export async function atStart<Result>(
  pool: PostgresPool,
  url: string,
  act: (session: Session) => Promise<Result>,
): Promise<Result> {
  try {
    await pool.ready();
    return await pool.with(act);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const obstacle = obstacleOf(error);
    if (!obstacle) throw error;
    throw new OperatorError(
      `The database ${databaseName(url)} cannot be opened: ${obstacle}. Correct DATABASE_URL, or see to the database. Nothing was changed.`,
    );
  }
}
