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
  // Of a token; calls without a valid one count on their network.
  apiCalls: perMinute(300),
  // Of a network: after so many wrong ones no token of it is even looked up.
  wrongTokens: perMinute(3000),
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

/** How a limit stands for somebody, at most `points` in each `window` of seconds. */
export type LimitState = {
  points: number;
  window: number;
  remaining: number;
  /** Until there are all of them again. */
  seconds: number;
  isExceeded: boolean;
};

/**
 * Takes points from a limit. Takes the limit, whose it is (a client network, an account's id or a
 * token's hash), how many points.
 *
 * @returns how it stands after that.
 */
export async function take(limit: LimitName, key: string, points = 1): Promise<LimitState> {
  let tightest: LimitState | undefined;
  for (const [limiter, counted] of countersOf(limit, key)) {
    const state = await limiter.consume(counted, points).then(
      (left) => stateOf(limiter, left),
      (refused: unknown) => exceededBy(limiter, refused),
    );
    if (state.isExceeded) return state;
    if (!tightest || state.remaining < tightest.remaining) tightest = state;
  }
  if (!tightest) throw new Error(`Nothing counts ${limit}`);
  return tightest;
}

/**
 * The same, for whom it is enough to know whether that was within the limit.
 *
 * @returns 0 when it was, else the seconds to wait until it is again.
 */
export async function consume(limit: LimitName, key: string, points = 1): Promise<number> {
  const { isExceeded, seconds } = await take(limit, key, points);
  return isExceeded ? seconds : 0;
}

/** Gives points back that turned out not to count, such as those of an upload that failed. */
export async function refund(limit: LimitName, key: string, points = 1): Promise<void> {
  for (const [limiter, counted] of countersOf(limit, key)) await limiter.reward(counted, points);
}

/** How a limit stands where it is used up already, else undefined. Takes nothing. */
export async function exhausted(limit: LimitName, key: string): Promise<LimitState | undefined> {
  for (const [limiter, counted] of countersOf(limit, key)) {
    const state = await limiter.get(counted);
    if (state && state.consumedPoints >= limiter.points) return exceededBy(limiter, state);
  }
  return undefined;
}

/** Seconds to wait when a limit is used up already, else 0. Takes nothing. */
export async function retryAfter(limit: LimitName, key: string): Promise<number> {
  return (await exhausted(limit, key))?.seconds ?? 0;
}

function stateOf({ points, duration }: RateLimiterSQLite, left: RateLimiterRes): LimitState {
  const seconds = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
  const remaining = Math.max(0, left.remainingPoints);
  return { points, window: duration, remaining, seconds, isExceeded: false };
}

function exceededBy(limiter: RateLimiterSQLite, refused: unknown): LimitState {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  return { ...stateOf(limiter, refused), remaining: 0, isExceeded: true };
}

function counters(): Open {
  if (!holder.secondLookLimits) throw new Error('The limits are not open.');
  return holder.secondLookLimits;
}

/**
 * Where a key is counted: an IPv6 network with its site too, which comes second: what the network
 * is refused costs its neighbours nothing.
 */
function countersOf(limit: LimitName, key: string): [RateLimiterSQLite, string][] {
  const { limiters, siteLimiters } = counters();
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
