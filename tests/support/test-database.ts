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
