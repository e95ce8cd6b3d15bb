import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { findConnection } from '~/platform/db/core/connection.server';
import { siteFactor, siteOf } from '~/platform/settings/ip-network';
import { fileStore, type LimitStore, sharedStore } from './limit-stores.server';

const perMinute = (points: number) => ({ points, seconds: 60 });
const perHour = (points: number) => ({ points, seconds: 3600 });
const perDay = (points: number) => ({ points, seconds: 86_400 });

/**
 * Limits of docs/requirements.md#identity, before LIMIT_SCALE: how many points in how many seconds.
 */
export const limitTable = {
  wrongLogins: perMinute(20),
  // Right ones, of an account from a network: each writes a session and a line of the audit log.
  rightLogins: perHour(60),
  codes: perHour(20),
  signups: perHour(10),
  resetsOfAddress: perHour(5),
  // Tried links of reset e-mails that are none.
  wrongResets: perHour(20),
  messages: perHour(10),
  // Of a token; calls without a valid one count on their network.
  apiCalls: perMinute(300),
  // Of a network: after so many wrong ones no token of it is even looked up.
  wrongTokens: perMinute(3000),
  uploads: perDay(20),
  uploadMegabytes: perDay(500),
  // Announced by files that come in pieces, whether a report takes them or not.
  pieceMegabytes: perDay(500),
  // Of an account, through our pages and the API together.
  pieces: perMinute(120),
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

type Limiters = Record<LimitName, RateLimiterStoreAbstract>;
type Open = { store: LimitStore; limiters: Limiters; siteLimiters: Limiters };
const holder = globalThis as { secondLookLimits?: Open };

/**
 * Opens the counters. Where several servers share the database they are counted in it; else they
 * live in a database of their own, so that counting a call never waits for the durable writes of
 * the medical one. They survive a restart, and a power cut may cost the last few counts, or all
 * where the database fails over. While they cannot be written (a full disk, another process, a
 * database that is gone), memory counts in their place, so that reading goes on. Takes the path of
 * that database, or `:memory:`, and LIMIT_SCALE, which multiplies every limit.
 */
export async function openLimits({ path, scale }: { path: string; scale: number }) {
  const store = findConnection()?.engine.counters ? sharedStore() : fileStore(path);
  const limitersOf = async (factor: number) => {
    const opened = {} as Limiters;
    for (const name of Object.keys(limitTable) as LimitName[]) {
      const { points, seconds } = limitTable[name];
      const most = { keyPrefix: name, points: Math.max(1, Math.round(points * factor)), duration: seconds };
      opened[name] = await store.open({ ...most, insuranceLimiter: new RateLimiterMemory(most) });
    }
    return opened;
  };
  const limiters = await limitersOf(scale);
  const siteLimiters = await limitersOf(siteFactor * scale);
  closeLimits();
  holder.secondLookLimits = { store, limiters, siteLimiters };
}

/** Closes the counters. */
export function closeLimits() {
  holder.secondLookLimits?.store.close();
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

function stateOf({ points, duration }: RateLimiterStoreAbstract, left: RateLimiterRes): LimitState {
  const seconds = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
  const remaining = Math.max(0, left.remainingPoints);
  return { points, window: duration, remaining, seconds, isExceeded: false };
}

function exceededBy(limiter: RateLimiterStoreAbstract, refused: unknown): LimitState {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  return { ...stateOf(limiter, refused), remaining: 0, isExceeded: true };
}

function counters(): Open {
  if (!holder.secondLookLimits) throw new Error('The limits are not open.');
  return holder.secondLookLimits;
}

/**
 * Where a key is counted: an IPv6 network with its site too, which comes second: what the network
 * is refused costs its neighbours nothing. A network may stand behind something else and a blank.
 */
function countersOf(limit: LimitName, key: string): [RateLimiterStoreAbstract, string][] {
  const { limiters, siteLimiters } = counters();
  const networkAt = key.lastIndexOf(' ') + 1;
  const site = siteOf(key.slice(networkAt));
  if (!site) return [[limiters[limit], key]];
  return [
    [limiters[limit], key],
    [siteLimiters[limit], key.slice(0, networkAt) + site],
  ];
}
