import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/**
 * The PostgreSQL that tests run on, where they do: the address of its database `postgres`, set by
 * `postgres-cluster.ts`. Without it they run on SQLite.
 */
const server = process.env.TEST_POSTGRES_URL;

/** A database that has been through every migration and holds nothing; others are copies of it. */
export const templateName = 'template_clinic';

/** Whether the databases of this run are PostgreSQL's. */
export const isOnPostgres = server !== undefined;

/** The address of a database of that server. */
const urlOf = (name: string) => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;

let made = 0;
/** Those of this process that nobody uses now; they are emptied before they are used again. */
const idle: string[] = [];

/**
 * The DATABASE_URL of an empty database for one test or one server: SQLite in memory, or a database
 * of PostgreSQL.
 */
export async function takeDatabase(): Promise<string> {
  if (!server) return ':memory:';
  const url = idle.pop();
  if (url) {
    await withClient(url, (client) => client.query(emptied));
    return url;
  }
  made += 1;
  const name = `clinic_${process.pid}_${made}`;
  await withClient(server, (client) => client.query(`create database ${name} template ${templateName}`));
  return urlOf(name);
}

/**
 * The DATABASE_URL of a database of PostgreSQL that has been through no migration, on the server of
 * the tests or another one.
 */
export async function takeUnmigrated(on = server ?? ''): Promise<string> {
  made += 1;
  const name = `unmigrated_${process.pid}_${made}`;
  await withClient(on, (client) => client.query(`create database ${name}`));
  return Object.assign(new URL(on), { pathname: `/${name}` }).href;
}

/** Gives a database back that `takeDatabase` gave. */
export function returnDatabase(url: string): void {
  if (server && url.startsWith('postgres')) idle.push(url);
}

const emptied = `
  set session_replication_role = replica;
  do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename <> '__drizzle_migrations' loop
      execute format('delete from %I', one);
    end loop;
  end $$;
  alter sequence audit_id_seq restart;`;

/** Does something on a connection of its own to a database of PostgreSQL, without the product. */
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
 * What a server of its own is started with: the DATABASE_URL of an empty database, in its data
 * folder where that is a file, and what else it needs for it.
 */
export async function databaseSettings(dataDir: string): Promise<Record<string, string>> {
  if (!server) return { DATABASE_URL: `file:${join(dataDir, 'app.db')}` };
  return {
    DATABASE_URL: await takeDatabase(),
    FILE_KEY: 'f1'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
  };
}

/** Names the tables of PostgreSQL; counts of limits lie in a file of their own elsewhere. */
const clinicTables =
  "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limits'";

/** A database that others have open, without the product. Takes its DATABASE_URL; close it. */
export function openBeside(url: string) {
  if (url.startsWith('postgres')) {
    // Bytes that are letters are to be read as letters.
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

/** Every row of every table, a line each, its bytes as they are where they are letters. */
export async function rowsOf({ rows, names }: Pick<ReturnType<typeof openBeside>, 'rows' | 'names'>) {
  const all = (await names())
    .map(({ name }) => `select one::text as line from "${name}" one`)
    .join(' union all ');
  const [whole] = await rows(`select string_agg(line, e'\\n' order by line) as whole from (${all}) lines`);
  return String(whole?.whole);
}
