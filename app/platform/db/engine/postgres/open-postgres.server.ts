import { OperatorError } from '~/platform/operator-error.server';
import { beginChain } from '../../audit-chain.server';
import { setColumnKey } from '../../column-cipher.server';
import { databaseName } from '../../connection/database-url.server';
import { columnKeyOf, requireSameKey, wrappedKeysQuery } from '../../connection/keyring.server';
import { migratePostgres } from '../../migrations/migrate-postgres.server';
import {
  migrationsFolder,
  migrationsTable,
  requireKnownSchema,
} from '../../migrations/migration-files.server';
import type { DatabaseState, RunSql } from '../database-state';
import type { Opened, OpenOptions } from '../engine';
import { postgresEngine } from './postgres-engine.server';
import { obstacleOf } from './postgres-errors.server';
import { openPool, type Session } from './postgres-pool.server';

/** What a database says of itself, as `databaseState` does. */
export async function postgresState(url: string): Promise<DatabaseState> {
  const pool = openPool(url, { size: 1, namesPlans: false });
  try {
    return await pool.with((session) => stateOf(session, url)).catch(asSentence(url));
  } finally {
    await pool.close();
  }
}

/** Opens a database of PostgreSQL, as `openDatabase` does. Several servers may do it at once. */
export async function openPostgres({
  url,
  fileKey,
  isAlone,
  onApplied,
  pool: size,
  namesPlans,
}: OpenOptions): Promise<Opened> {
  const pool = openPool(url, { size, namesPlans });
  try {
    const columnKey = await pool
      .with((session) => setUp(session, { url, fileKey, isAlone, onApplied }))
      .catch(asSentence(url));
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
async function setUp(session: Session, { url, fileKey, isAlone, onApplied }: OpenOptions): Promise<Buffer> {
  const applied = await migratePostgres(session, async () => {
    const state = await stateOf(session, url);
    if (!isAlone) requireSameKey(state, fileKey);
    requireKnownSchema(state, migrationsFolder('postgres'));
    return state.applied;
  });
  const columnKey = await columnKeyOf(runOn(session), fileKey);
  setColumnKey(columnKey);
  await beginChain(runOn(session));
  await session.script('commit');
  for (const one of applied) onApplied?.(one);
  return columnKey;
}

const runOn =
  (session: Session): RunSql =>
  async (text, ...values) =>
    (await session.run(text, values)).rows;

async function stateOf(session: Session, url: string): Promise<DatabaseState> {
  const has = async (table: string) =>
    (await session.run('select to_regclass(?) is not null', [table])).rows[0]?.[0] === true;
  const rows = async (text: string) => (await session.run(text)).rows;
  return {
    name: databaseName(url),
    wrappedKeys: new Map(
      (await has('keyring')) ? ((await rows(wrappedKeysQuery)) as [string, Buffer][]) : [],
    ),
    applied: (await has(migrationsTable))
      ? (await rows(`select created_at from ${migrationsTable}`)).map(([at]) => Number(at))
      : [],
  };
}

/** What an operator is told where a start does not reach the database, or is not let in. */
const asSentence =
  (url: string) =>
  (error: unknown): never => {
    if (error instanceof OperatorError) throw error;
    const obstacle = obstacleOf(error);
    if (!obstacle) throw error;
    throw new OperatorError(
      `The database ${databaseName(url)} cannot be opened: ${obstacle}. Nothing was changed.`,
    );
  };
