import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { IRateLimiterStoreNoAutoExpiryOptions, RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import RateLimiterSQLite from 'rate-limiter-flexible/lib/RateLimiterSQLite.js';
import { connection } from '~/platform/db/core/connection.server';
import type { NumberedStatement } from '~/platform/db/core/engine';
import { logIncident } from '~/platform/observability/log.server';

const tableName = 'limits';
const clearEveryMs = 5 * 60_000;
const keptAfterMs = 3_600_000;

type LimitOptions = Pick<
  IRateLimiterStoreNoAutoExpiryOptions,
  'keyPrefix' | 'points' | 'duration' | 'insuranceLimiter'
>;

/** A store of counts. `open` creates the limiter of one limit. */
export type LimitStore = {
  open(limit: LimitOptions): Promise<RateLimiterStoreAbstract>;
  close(): void;
  /** The driver below, for tools and tests. */
  driver?: unknown;
};

/** Stores the counts of all servers in the database they share; its migrations create the table. */
export function sharedStore(): LimitStore {
  const storeClient = {
    query(statement: NumberedStatement) {
      const { counters } = connection().engine;
      if (!counters) throw new Error('The open database has no rate-limit counters.');
      return counters.query(statement);
    },
  };
  const options = {
    storeClient,
    storeType: 'client',
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
  };
  return {
    async open(limit) {
      const { default: Limiter } = await import('rate-limiter-flexible/lib/RateLimiterPostgres.js');
      return new Limiter({ ...options, ...limit });
    },
    close: () => undefined,
  };
}

/**
 * Stores the counts of one server in a file of their own.
 *
 * @param path the path of the file, or `:memory:`.
 */
export function fileStore(path: string): LimitStore {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = OFF');
  // A megabyte of log is copied back at once: nothing waits for the disk here.
  sqlite.pragma('wal_autocheckpoint = 250');
  // A count waits for nothing: memory stands in for the file (see `openLimits`).
  sqlite.pragma('busy_timeout = 0');
  const clear = () => {
    // If the disk is full now, the next round clears the table.
    try {
      sqlite.prepare('delete from limits where expire < ?').run(Date.now() - keptAfterMs);
    } catch (error) {
      logIncident('limits', error);
    }
  };
  const timer = setInterval(clear, clearEveryMs).unref();
  const client = clientOf(sqlite);
  return {
    driver: sqlite,
    open: (limit) => openLimiter(client, limit),
    close() {
      clearInterval(timer);
      sqlite.close();
    },
  };
}

/** Adapts the database to the limiters. */
function clientOf(sqlite: Database.Database) {
  return {
    prepare: (text: string) => runToEnd(sqlite.prepare(text)),
    exec: (text: string) => sqlite.exec(text),
    transaction: sqlite.transaction.bind(sqlite),
  };
}

/**
 * Makes `get` run a statement to its end. The `get` of better-sqlite3 stops after the first row. If
 * the statement writes, the log is then never copied back and grows by a page with each count.
 */
function runToEnd(statement: Database.Statement) {
  return {
    run: (...values: unknown[]) => statement.run(...values),
    get: (...values: unknown[]) => statement.all(...values)[0],
  };
}

function openLimiter(client: ReturnType<typeof clientOf>, limit: LimitOptions) {
  return new Promise<RateLimiterSQLite>((resolve, reject) => {
    const limiter: RateLimiterSQLite = new RateLimiterSQLite(
      {
        storeClient: client,
        storeType: 'better-sqlite3',
        tableName,
        ...limit,
        // Its own clearing ends the process when the disk is full.
        clearExpiredByTimeout: false,
      },
      (error) => (error ? reject(error) : queueMicrotask(() => resolve(limiter))),
    );
  });
}
