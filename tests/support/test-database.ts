import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/**
 * The URL of the database `postgres` on the server for tests, set by `postgres-cluster.ts`. Without
 * it, tests run on SQLite.
 */
const server = process.env.TEST_POSTGRES_URL;

/** An empty database with every migration; others are copies of it. */
export const templateName = 'template_clinic';

/** True if the databases of this run are PostgreSQL's. */
export const isOnPostgres = server !== undefined;

/** Returns the URL of a database of that server. */
const urlOf = (name: string) => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;

let databaseCount = 0;
/** The unused databases of this process; they are emptied before reuse. */
const idle: string[] = [];

/**
 * Returns the DATABASE_URL of an empty database for one test or one server: SQLite in memory, or a
 * PostgreSQL database.
 */
export async function takeDatabase(): Promise<string> {
  if (!server) return ':memory:';
  const url = idle.pop();
  if (url) {
    await withClient(url, (client) => client.query(emptied));
    return url;
  }
  databaseCount += 1;
  const name = `clinic_${process.pid}_${databaseCount}`;
  await withClient(server, (client) => client.query(`create database ${name} template ${templateName}`));
  return urlOf(name);
}

/**
 * Creates a PostgreSQL database without any migration, on the server of the tests or another one.
 *
 * @returns its DATABASE_URL.
 */
export async function takeUnmigrated(on = server ?? ''): Promise<string> {
  databaseCount += 1;
  const name = `unmigrated_${process.pid}_${databaseCount}`;
  await withClient(on, (client) => client.query(`create database ${name}`));
  return Object.assign(new URL(on), { pathname: `/${name}` }).href;
}

/** Returns a database of `takeDatabase` for reuse. */
export function returnDatabase(url: string): void {
  if (server && url.startsWith('postgres')) idle.push(url);
}

const emptied = `
  set session_replication_role = replica;
  do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not in ('__drizzle_migrations', 'change_feed') loop
      execute format('delete from %I', one);
    end loop;
  end $$;
  alter sequence audit_id_seq restart;`;

/** Runs a callback with its own connection to a PostgreSQL database, without the product. */
export async function withClient<Result>(
  url: string,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the settings of a separate server's empty database: its DATABASE_URL, in the data folder
 * if it is a file, and its further needs.
 */
export async function databaseSettings(dataDir: string): Promise<Record<string, string>> {
  if (!server) return { DATABASE_URL: `file:${join(dataDir, 'app.db')}` };
  return {
    DATABASE_URL: await takeDatabase(),
    FILE_KEY: 'f1'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
  };
}

/**
 * Lists the clinic's tables on PostgreSQL. On SQLite, the counts of limits are in a separate file.
 */
const clinicTables =
  "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limits'";

/**
 * Opens a database that others have open, without the product. The caller closes it.
 *
 * @param url its DATABASE_URL.
 */
export function openBeside(url: string) {
  if (url.startsWith('postgres')) {
    // Prints bytes that are letters as letters.
    const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c bytea_output=escape' });
    const rows = async (text: string): Promise<Record<string, unknown>[]> => (await pool.query(text)).rows;
    return { rows, names: () => rows(clinicTables), close: () => pool.end() };
  }
  const sqlite = new Database(url.slice('file:'.length));
  const rows = async (text: string) => {
    const statement = sqlite.prepare(text);
    if (statement.reader) return statement.all() as Record<string, unknown>[];
    statement.run();
    return [];
  };
  const names = "select name from sqlite_master where type = 'table'";
  return { rows, names: () => rows(names), close: async () => void sqlite.close() };
}

/** Lists every row of every table, one per line, with letters in bytes as they are. */
export async function rowsOf({ rows, names }: Pick<ReturnType<typeof openBeside>, 'rows' | 'names'>) {
  const all = (await names())
    .map(({ name }) => `select one::text as line from "${name}" one`)
    .join(' union all ');
  const [whole] = await rows(`select string_agg(line, e'\\n' order by line) as whole from (${all}) lines`);
  return String(whole?.whole);
}
