import { databaseName } from '../connection/database-url.server';
import { openTurns } from '../engine/postgres/open-postgres.server';
import { openPool, type Session } from '../engine/postgres/postgres-pool.server';
import { type RawReader, type RawRow, type RawWriter, rowsAtOnce } from './raw-rows';
import { type TablePlan, tablePlans } from './table-plans';

const listOf = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/** Opens a database of PostgreSQL to read it as it stands now. Takes its DATABASE_URL. */
export async function postgresReader(url: string): Promise<RawReader> {
  const { session, close } = await openSession(url);
  await session.script('begin isolation level repeatable read, read only');
  return {
    name: databaseName(url),
    async *rows(table) {
      let last: RawRow | undefined;
      for (;;) {
        const rows = await rowsAfter(session, table, last);
        yield rows;
        if (rows.length < rowsAtOnce) return;
        last = rows.at(-1);
      }
    },
    close,
  };
}

async function rowsAfter(session: Session, table: TablePlan, last?: RawRow): Promise<RawRow[]> {
  const { name, columns, key } = table;
  const from = last ? `where (${listOf(key)}) > (${key.map(() => '?').join(', ')})` : '';
  const { rows } = await session.run(
    `select ${listOf(columns.map((one) => one.name))} from "${name}" ${from} order by ${listOf(key)} limit ${rowsAtOnce}`,
    last ? keyOf(table, last) : [],
  );
  return rows.map((row) => row.map((value) => (typeof value === 'boolean' ? Number(value) : value) as never));
}

const keyOf = ({ columns, key }: TablePlan, row: RawRow) =>
  key.map((name) => row[columns.findIndex((one) => one.name === name)]);

/**
 * Opens a database of PostgreSQL to fill it anew; one without tables gets them. Takes its
 * DATABASE_URL.
 */
export async function postgresWriter(url: string): Promise<RawWriter> {
  await (await openTurns(url)).close();
  const { session, close } = await openSession(url);
  return {
    name: databaseName(url),
    async replace(fill) {
      await session.script('begin');
      const each = (what: string) =>
        session.script(tablePlans.map(({ name }) => `alter table "${name}" ${what}`).join(';'));
      await each('disable trigger user');
      for (const { name } of [...tablePlans].reverse()) await session.run(`delete from "${name}"`);
      await fill((table, rows) => insert(session, table, rows));
      for (const table of tablePlans) await goOnCounting(session, table);
      await each('enable trigger user');
      await session.script('commit');
    },
    close,
  };
}

async function insert(session: Session, { name, columns }: TablePlan, rows: RawRow[]): Promise<void> {
  const arrays = columns.map(({ type }, at) =>
    rows.map((row) => (type === 'boolean' && row[at] !== null ? row[at] === 1 : row[at])),
  );
  const types = columns.map(({ type }) => `?::${type}[]`).join(', ');
  await session.run(
    `insert into "${name}" (${listOf(columns.map((one) => one.name))}) select * from unnest(${types})`,
    arrays,
  );
}

/** What the database numbers by itself goes on behind the last one. */
async function goOnCounting(session: Session, { name, counter }: TablePlan): Promise<void> {
  if (!counter) return;
  const last = `select max("${counter}") from "${name}"`;
  await session.run(
    `select setval(pg_get_serial_sequence('${name}', '${counter}'), coalesce((${last}), 1), (${last}) is not null)`,
  );
}

/** A connection of its own, for as long as it is needed. */
async function openSession(url: string): Promise<{ session: Session; close(): Promise<void> }> {
  const pool = openPool(url, { size: 1, namesPlans: false });
  let release: () => void = () => undefined;
  const isDone = new Promise<void>((resolve) => {
    release = resolve;
  });
  const session = await new Promise<Session>((resolve, reject) => {
    pool
      .with(async (one) => {
        resolve(one);
        await isDone;
        await one.script('rollback');
      })
      .catch(reject);
  }).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  return {
    session,
    async close() {
      release();
      await pool.close();
    },
  };
}
