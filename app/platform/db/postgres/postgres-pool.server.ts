import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { NumberedStatement } from '~/platform/db/core/engine';
import { toTrouble } from '~/platform/errors.server';
import { isLate, translateError } from './postgres-errors.server';
import { type DatabaseWatch, watchPresence } from './postgres-presence.server';

const maxNamed = 500;

/** A statement for PostgreSQL; without a name if there are too many texts already. */
type PostgresText = { text: string; name?: string };

/**
 * Texts for PostgreSQL by their text for SQLite. A text with a list has a shape for each length.
 */
const textsBySql = new Map<string, PostgresText>();

/**
 * Returns a statement with `$1` in place of `?`, outside of quotes. The first 500 texts get a
 * permanent name, under which the server keeps their plan.
 */
function postgresText(sql: string): PostgresText {
  const knownText = textsBySql.get(sql);
  if (knownText) return knownText;
  const text = numberPlaceholders(dropTableNames(sql));
  if (textsBySql.size >= maxNamed) return { text };
  const namedText = { text, name: `s${textsBySql.size}` };
  textsBySql.set(sql, namedText);
  return namedText;
}

function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (piece) => {
    if (piece !== '?') return piece;
    count += 1;
    return `$${count}`;
  });
}

/** Removes the table from the column of a conflict, which Drizzle adds and PostgreSQL rejects. */
function dropTableNames(sql: string): string {
  return sql.replace(
    / on conflict \(([^)]*)\)/g,
    (_whole, columns: string) => ` on conflict (${columns.replace(/"[^"]+"\./g, '')})`,
  );
}

const connectMs = 1500;
/** A start waits longer for a connection than a request does. */
const startMs = 15_000;
const lookAgainMs = 250;
const statementMs = 10_000;
const idleInTransactionMs = 30_000;
const int8 = 20;
const numeric = 1700;

/**
 * The answer to a statement: its rows, with values in the order of the columns, and the number of
 * rows changed or found.
 */
export type QueryAnswer = { rows: unknown[][]; rowCount: number };

/** One connection, reserved while a function uses it. */
export type Session = {
  /** Runs a statement with `?` for its values. */
  run(text: string, values?: unknown[]): Promise<QueryAnswer>;
  /** Runs a statement with `$1` for its values; rows are objects. */
  query(statement: NumberedStatement): Promise<{ rowCount: number | null }>;
  /** Runs statements without values, separated by `;`. */
  script(text: string): Promise<{ command: string }>;
};

/** A pool of connections to one PostgreSQL server. */
export type PostgresPool = {
  /**
   * Waits until a connection can be made: at most 15 s for a slow server or machine, and not at all
   * for a server that refuses.
   */
  ready(): Promise<void>;
  /** Runs a function on a reserved connection; a connection that fails meanwhile is discarded. */
  with<Result>(act: (session: Session) => Promise<Result>): Promise<Result>;
  /** The driver's pool. */
  driver: pg.Pool;
  close(): Promise<void>;
};

/**
 * Parses 64-bit integers as numbers, for this pool only: milliseconds and counts stay far below
 * 2^53.
 */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens a pool of at most `size` connections, each made on demand. Behind a PgBouncer without
 * prepared statements set `namesPlans` to false: connections then receive statements only, without
 * names or timeouts.
 */
export function openPostgresPool(url: string, { size = 10, namesPlans = true } = {}): PostgresPool {
  const config: pg.PoolConfig = {
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Sends each statement without waiting for the answer to the one before it.
    pipeline: true,
    application_name: 'secondlook',
  };
  const timeouts = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const driver = new pg.Pool({ ...config, max: size, ...(namesPlans && timeouts) });
  driver.on('error', () => undefined);
  // A client in use reports the death of its server only here, and an unheard error ends the
  // process.
  driver.on('connect', (client) => void client.on('error', () => undefined));
  const presence = watchPresence(config);
  const sessions = new WeakMap<pg.PoolClient, Session>();
  const sessionOf = (client: pg.PoolClient) => {
    const session = sessions.get(client) ?? sessionOn(client, { namesPlans, presence });
    sessions.set(client, session);
    return session;
  };
  return {
    driver,
    async ready() {
      const until = performance.now() + startMs;
      for (;;) {
        try {
          (await presence.connect(driver)).release();
          return;
        } catch (error) {
          if (!isLate(error) || performance.now() > until) throw error;
          await wait(lookAgainMs);
        }
      }
    },
    async with(act) {
      const client = await presence.connect(driver);
      let isWhole = false;
      try {
        const result = await act(sessionOf(client));
        isWhole = true;
        return result;
      } catch (error) {
        // After an error from the server the connection is usable again, once rolled back.
        isWhole = await isUsable(client, error);
        throw translateError(error);
      } finally {
        client.release(!isWhole);
      }
    },
    async close() {
      presence.stop();
      await driver.end();
    },
  };
}

function sessionOn(
  client: pg.PoolClient,
  { namesPlans, presence }: { namesPlans: boolean; presence: DatabaseWatch },
): Session {
  return {
    async run(sql, values = []) {
      const { text, name } = postgresText(sql);
      const query = { text, values, rowMode: 'array' as const, ...(namesPlans && name && { name }) };
      const { rows, rowCount } = await presence.failIfLost(client.query<unknown[]>(query));
      return { rows, rowCount: rowCount ?? 0 };
    },
    // The counters of limits name their statements as well.
    query: ({ name, text, values }) =>
      presence.failIfLost(client.query({ text, values, ...(namesPlans && name && { name }) })),
    async script(text) {
      const response: unknown = await presence.failIfLost(client.query(text));
      const results = [response].flat() as pg.QueryResult[];
      return { command: results.at(-1)?.command ?? '' };
    },
  };
}

async function isUsable(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (translateError(error) !== error || toTrouble(error) === 'gone') return false;
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
