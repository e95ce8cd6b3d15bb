import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { NumberedStatement } from '~/platform/db/core/engine';
import { troubleOf } from '~/platform/errors.server';
import { isLate, translated } from './postgres-errors.server';
import { type Presence, watchPresence } from './postgres-presence.server';

const maxNamed = 500;

/** A statement as PostgreSQL takes it; without a name where there are too many texts already. */
type PostgresText = { text: string; name?: string };

/** Texts by how they were written for SQLite. A text with a list has as many shapes as lengths. */
const known = new Map<string, PostgresText>();

/**
 * A statement with `$1` in place of `?`, outside of quotes, and a name under which the server keeps
 * its plan, the same for good: at most 500 of them.
 */
function postgresText(sql: string): PostgresText {
  const found = known.get(sql);
  if (found) return found;
  const text = numbered(withoutTable(sql));
  if (known.size >= maxNamed) return { text };
  const made = { text, name: `s${known.size}` };
  known.set(sql, made);
  return made;
}

function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (piece) => {
    if (piece !== '?') return piece;
    count += 1;
    return `$${count}`;
  });
}

/** Drizzle names the table of a column that conflicts, which PostgreSQL does not take. */
function withoutTable(sql: string): string {
  return sql.replace(
    / on conflict \(([^)]*)\)/g,
    (_whole, columns: string) => ` on conflict (${columns.replace(/"[^"]+"\./g, '')})`,
  );
}

const connectMs = 1500;
/** Whoever starts a server waits for it longer than whoever asks it for a page. */
const startMs = 15_000;
const lookAgainMs = 250;
const statementMs = 10_000;
const idleInTransactionMs = 30_000;
const int8 = 20;
const numeric = 1700;

/** What a statement gives: its rows in the order of its columns; how many it changed or found. */
export type Answer = { rows: unknown[][]; rowCount: number };

/** One connection, taken from the pool for as long as something is done with it. */
export type Session = {
  /** Runs a statement with `?` for its values. */
  run(text: string, values?: unknown[]): Promise<Answer>;
  /** Runs a statement with `$1` for its values; its rows are objects. */
  query(statement: NumberedStatement): Promise<{ rowCount: number | null }>;
  /** Runs statements without values, `;` between them. */
  script(text: string): Promise<{ command: string }>;
};

/** Connections to one PostgreSQL. */
export type PostgresPool = {
  /**
   * Waits until a connection can be made: at most 15 s for a server or a machine that is slow, and
   * not at all for one that refuses.
   */
  ready(): Promise<void>;
  /** Does something on a connection of its own; one that fails there is not used again. */
  with<Result>(act: (session: Session) => Promise<Result>): Promise<Result>;
  /** The driver's own pool. */
  driver: pg.Pool;
  close(): Promise<void>;
};

/**
 * Numbers of 64 bits as numbers: moments in milliseconds and counts stay far below 2^53. For this
 * pool alone.
 */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens a pool of at most `size` connections, which are made when they are needed. Behind a
 * PgBouncer that knows no prepared statements `namesPlans` is false: then nothing is asked of a
 * connection but the statements themselves.
 */
export function openPool(url: string, { size = 10, namesPlans = true } = {}): PostgresPool {
  const config: pg.PoolConfig = {
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // A statement is sent at once, and not when the one before it is answered.
    pipeline: true,
    application_name: 'secondlook',
  };
  const timeouts = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const driver = new pg.Pool({ ...config, max: size, ...(namesPlans && timeouts) });
  driver.on('error', () => undefined);
  // A client in use whose server dies says so to nobody else, and an error that nobody hears ends
  // the process.
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
        // An answer of the server leaves the connection as good as it was, once it is rolled back.
        isWhole = await isUsable(client, error);
        throw translated(error);
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
  { namesPlans, presence }: { namesPlans: boolean; presence: Presence },
): Session {
  return {
    async run(sql, values = []) {
      const { text, name } = postgresText(sql);
      const query = { text, values, rowMode: 'array' as const, ...(namesPlans && name && { name }) };
      const { rows, rowCount } = await presence.orLost(client.query<unknown[]>(query));
      return { rows, rowCount: rowCount ?? 0 };
    },
    // The counters of limits name their statements too.
    query: ({ name, text, values }) =>
      presence.orLost(client.query({ text, values, ...(namesPlans && name && { name }) })),
    async script(text) {
      const given: unknown = await presence.orLost(client.query(text));
      const results = [given].flat() as pg.QueryResult[];
      return { command: results.at(-1)?.command ?? '' };
    },
  };
}

async function isUsable(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (translated(error) !== error || troubleOf(error) === 'gone') return false;
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
