import type { CopiedTable, InsertRows, RawDatabase, RawRow } from '~/platform/db/core/copied-tables.server';
import { migrationsFolder, requireKnownSchema } from '~/platform/db/core/migration-files.server';
import { OperatorError } from '~/platform/errors.server';
import { migratePostgres, withoutTimeouts } from './migrate-postgres.server';
import { readPostgresState, runOnFirstConnection } from './open-postgres.server';
import { openPostgresPool, type Session } from './postgres-pool.server';
import { runOn } from './postgres-turns.server';

const types = { text: 'text', number: 'bigint', flag: 'boolean', bytes: 'bytea' };
const unhurried = `${withoutTimeouts}; set local idle_in_transaction_session_timeout = 0`;

/** Opens a PostgreSQL database, for `openRaw`. */
export async function openRawPostgres(
  url: string,
  { isNew }: { isNew: boolean },
): Promise<Omit<RawDatabase, 'name'>> {
  const pool = openPostgresPool(url, { size: 2, namesPlans: false });
  const within = <Result>(beginning: string, act: (session: Session) => Promise<Result>) =>
    pool.with(async (session) => {
      await session.script(`${beginning}; ${unhurried}`);
      const result = await act(session);
      const { command } = await session.script('commit');
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
      return result;
    });
  try {
    if (isNew) await runOnFirstConnection(pool, url, (session) => bringUpToDate(session, url));
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    run: (text, ...values) => pool.with((session) => runOn(session)(text, ...values)),
    reading: (act) =>
      within('begin isolation level repeatable read, read only', (session) => act(runOn(session))),
    fill: (act) =>
      within('begin', async (session) => {
        const all = await tablesWithTriggers(session);
        for (const name of all) await session.script(`alter table ${name} disable trigger user`);
        await act(runOn(session), insertOn(session));
        for (const name of all) await session.script(`alter table ${name} enable trigger user`);
      }),
    close: pool.close,
  };
}

async function bringUpToDate(session: Session, url: string) {
  await migratePostgres(session, async () => {
    const state = await readPostgresState(session, url);
    requireKnownSchema(state, migrationsFolder('postgres'));
    return state.appliedMigrations;
  });
  await session.script('commit');
}

/** Lists the tables with triggers of ours; the owner of a table may disable these. */
async function tablesWithTriggers(session: Session): Promise<string[]> {
  const { rows } = await session.run(
    'select distinct tgrelid::regclass::text from pg_trigger where not tgisinternal',
  );
  return rows.map(([name]) => String(name));
}

function insertOn(session: Session): InsertRows {
  return async (table, rows) => {
    requireTexts(table, rows);
    const { name, columns } = table;
    const arrays = columns.map(({ kind }) => `?::${types[kind]}[]`);
    await session.run(
      `insert into "${name}" (${columns.map((one) => `"${one.name}"`).join(', ')}) select * from unnest(${arrays.join(', ')})`,
      columns.map(({ kind }, at) => rows.map((row) => (kind === 'flag' ? flag(row[at]) : row[at]))),
    );
    if (table.counts)
      await session.run(
        `select setval(pg_get_serial_sequence('${name}', '${table.key[0]}'), max("${table.key[0]}")) from "${name}"`,
      );
  };
}

const flag = (value: RawRow[number] | undefined) => (value === null ? null : value === 1);

/** Rejects NUL characters, which SQLite accepts in texts and PostgreSQL does not. */
function requireTexts({ name, columns }: CopiedTable, rows: RawRow[]) {
  for (const row of rows) {
    const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'));
    if (at >= 0)
      throw new OperatorError(
        `A row of ${name} has a NUL character in ${columns[at]?.name}, which PostgreSQL cannot store: ${JSON.stringify(row[0])}. Nothing was copied.`,
      );
  }
}
