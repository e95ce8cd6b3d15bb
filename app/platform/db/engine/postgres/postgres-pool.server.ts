import pg from 'pg';
import { troubleOf } from '~/platform/write-trouble.server';
import type { NumberedStatement } from '../engine';
import { translated } from './postgres-errors.server';
import { postgresText } from './postgres-text';

const connectMs = 1500;
const probeMs = 500;
const statementMs = 10_000;
const idleInTransactionMs = 30_000;
const patienceMs = 1000;
const absentMs = 500;
const lateMs = 300;
/** How often a connection is waited for that others have in use. */
const turns = 4;
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
  const presence = watchPresence({ ...config, connectionTimeoutMillis: probeMs });
  const sessions = new WeakMap<pg.PoolClient, Session>();
  const sessionOf = (client: pg.PoolClient) => {
    const session = sessions.get(client) ?? sessionOn(client, { namesPlans, presence });
    sessions.set(client, session);
    return session;
  };
  return {
    driver,
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
    close: () => driver.end(),
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

type Presence = ReturnType<typeof watchPresence>;

/**
 * Knows whether there is a server. One whose machine lost its power answers nothing, not even that:
 * where an answer takes long, a connection of its own tries whether anybody is there. For half a
 * second after nobody was, all fail at once, and do not wait for the same time-out.
 */
function watchPresence(config: pg.ClientConfig) {
  let absent: { until: number; error: unknown } | undefined;
  let probe: Promise<void> | undefined;
  const remember = (error: unknown) => {
    const trouble = translated(error);
    if (troubleOf(trouble) === 'gone') absent = { until: performance.now() + absentMs, error: trouble };
    return trouble;
  };
  const look = () => {
    probe ??= unlessLate(probeMs, () => greet(config))
      .catch((error: unknown) => {
        if (troubleOf(remember(error)) === 'gone') throw error;
      })
      .finally(() => {
        probe = undefined;
      });
    return probe;
  };
  return {
    async connect(driver: pg.Pool): Promise<pg.PoolClient> {
      for (let turn = 1; ; turn += 1) {
        if (absent && performance.now() < absent.until) throw absent.error;
        try {
          return await unlessLate(connectMs, () => driver.connect());
        } catch (error) {
          const trouble = remember(error);
          // All connections are in use: the next is waited for, as long as there is a server.
          if (troubleOf(trouble) !== 'busy' || turn >= turns) throw trouble;
          await look();
        }
      }
    },
    orLost<Result>(answer: Promise<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const watch = (ms: number) => setTimeout(() => look().then(goOn, reject), ms).unref();
        let timer = watch(patienceMs);
        let isOver = false;
        const goOn = () => {
          if (!isOver) timer = watch(patienceMs);
        };
        answer.then(resolve, reject).finally(() => {
          isOver = true;
          clearTimeout(timer);
        });
      });
    },
  };
}

/**
 * Does something that ends by itself after so many milliseconds; once more where it ended well
 * after that: then this process had no turn, and nothing is known of the server.
 */
async function unlessLate<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await act();
  } catch (error) {
    if (performance.now() - since < ms + lateMs) throw error;
    return act();
  }
}

async function greet(config: pg.ClientConfig) {
  const client = new pg.Client({ ...config, query_timeout: probeMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => undefined);
  }
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
