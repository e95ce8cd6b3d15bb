import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { logIncident } from '~/platform/observability/log.server';
import { siteFactor, siteOf } from './ip-network';

const perMinute = (points: number) => ({ points, seconds: 60 });
const perHour = (points: number) => ({ points, seconds: 3600 });
const perDay = (points: number) => ({ points, seconds: 86_400 });

/**
 * Limits of docs/requirements.md#identity, before LIMIT_SCALE: how many points in how many seconds.
 */
export const limitTable = {
  wrongLogins: perMinute(20),
  codes: perHour(20),
  signups: perHour(10),
  resetsOfAddress: perHour(5),
  messages: perHour(10),
  apiCalls: perMinute(300),
  uploads: perDay(20),
  uploadMegabytes: perDay(500),
  // How long the decoder is busy for an account: twenty uploads that take as long as one may are
  // within it.
  decodingMs: perDay(240_000),
  // How long it draws pages for somebody who reads their own reports, and for those who read other
  // people's.
  drawingMs: perHour(300_000),
  drawingMsOfStaff: perHour(1_800_000),
  exports: perDay(10),
  pictures: perDay(20),
};

export type LimitName = keyof typeof limitTable;

const clearEveryMs = 5 * 60_000;
const keptAfterMs = 3_600_000;

type Limiters = Record<LimitName, RateLimiterSQLite>;
type Open = {
  sqlite: Database.Database;
  limiters: Limiters;
  siteLimiters: Limiters;
  timer: NodeJS.Timeout;
};
const holder = globalThis as { secondLookLimits?: Open };

/**
 * Opens the counters. They live in a database of their own (`limits.db`), so that counting a call
 * never waits for the durable writes of the medical one; they survive a restart, and a power cut
 * may cost the last few counts. While the file cannot be written (a full disk, another process),
 * memory counts in its place, so that reading goes on. Takes a file path or `:memory:`, and
 * LIMIT_SCALE, which multiplies every limit.
 */
export async function openLimits({ path, scale }: { path: string; scale: number }) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = OFF');
  // A megabyte of log is copied back at once: nothing waits for the disk here.
  sqlite.pragma('wal_autocheckpoint = 250');
  // A count waits for nobody: see the memory that stands in for the file.
  sqlite.pragma('busy_timeout = 0');
  const client = lasting(sqlite);
  const limitersOf = async (factor: number) => {
    const opened = {} as Limiters;
    for (const name of Object.keys(limitTable) as LimitName[]) {
      opened[name] = await openLimiter(client, name, factor);
    }
    return opened;
  };
  const limiters = await limitersOf(scale);
  const siteLimiters = await limitersOf(siteFactor * scale);
  closeLimits();
  const clear = () => {
    // Where the disk is full now, the next round does it.
    try {
      sqlite.prepare('delete from limits where expire < ?').run(Date.now() - keptAfterMs);
    } catch (error) {
      logIncident('limits', error);
    }
  };
  const timer = setInterval(clear, clearEveryMs).unref();
  holder.secondLookLimits = { sqlite, limiters, siteLimiters, timer };
}

/** Closes the counters. */
export function closeLimits() {
  clearInterval(holder.secondLookLimits?.timer);
  holder.secondLookLimits?.sqlite.close();
  holder.secondLookLimits = undefined;
}

/**
 * Takes points from a limit. Takes the limit, whose it is (a client network or an account's id),
 * how many points.
 *
 * @returns 0 when that was within the limit, else the seconds to wait until it is again.
 */
export async function consume(limit: LimitName, key: string, points = 1): Promise<number> {
  try {
    for (const [limiter, counted] of countersOf(limit, key)) await limiter.consume(counted, points);
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsOf(refused);
    throw refused;
  }
}

/** Gives points back that turned out not to count, such as those of an upload that failed. */
export async function refund(limit: LimitName, key: string, points = 1): Promise<void> {
  for (const [limiter, counted] of countersOf(limit, key)) await limiter.reward(counted, points);
}

/** Seconds to wait when a limit is used up already, else 0. Takes nothing. */
export async function retryAfter(limit: LimitName, key: string): Promise<number> {
  for (const [limiter, counted] of countersOf(limit, key)) {
    const state = await limiter.get(counted);
    if (state && state.consumedPoints >= limiter.points) return secondsOf(state);
  }
  return 0;
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * Where a key is counted: an IPv6 network with its site too, which comes second: what the network
 * is refused costs its neighbours nothing.
 */
function countersOf(limit: LimitName, key: string): [RateLimiterSQLite, string][] {
  if (!holder.secondLookLimits) throw new Error('The limits are not open.');
  const { limiters, siteLimiters } = holder.secondLookLimits;
  const site = siteOf(key);
  return [
    [limiters[limit], key],
    ...(site ? [[siteLimiters[limit], site] as [RateLimiterSQLite, string]] : []),
  ];
}

/**
 * The counters' database as the limiters use it: what they prepare anew for each call is prepared
 * once.
 */
function lasting(sqlite: Database.Database) {
  const statements = new Map<string, ReturnType<typeof whole>>();
  return {
    prepare(text: string) {
      const statement = statements.get(text) ?? whole(sqlite.prepare(text));
      statements.set(text, statement);
      return statement;
    },
    exec: (text: string) => sqlite.exec(text),
    // Each of theirs holds one statement, which is whole by itself.
    transaction: <Work>(work: Work) => work,
  };
}

/**
 * A statement that always runs to its end. `get` of better-sqlite3 stops after the first row; where
 * the statement writes, the log is then never copied back, and grows by a page with each count.
 */
function whole(statement: Database.Statement) {
  return {
    run: (...values: unknown[]) => statement.run(...values),
    get: (...values: unknown[]) => statement.all(...values)[0],
  };
}

function openLimiter(client: ReturnType<typeof lasting>, name: LimitName, scale: number) {
  const { points, seconds } = limitTable[name];
  const most = { keyPrefix: name, points: Math.max(1, Math.round(points * scale)), duration: seconds };
  return new Promise<RateLimiterSQLite>((resolve, reject) => {
    const limiter: RateLimiterSQLite = new RateLimiterSQLite(
      {
        storeClient: client,
        storeType: 'better-sqlite3',
        tableName: 'limits',
        ...most,
        insuranceLimiter: new RateLimiterMemory(most),
        // Its own clearing ends the process when the disk is full.
        clearExpiredByTimeout: false,
      },
      (error) => (error ? reject(error) : queueMicrotask(() => resolve(limiter))),
    );
  });
}
