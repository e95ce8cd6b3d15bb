import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { findConnection } from '~/platform/db/core/connection.server';
import { siteFactor, toSite } from '~/platform/settings/ip-network';
import { fileStore, type LimitStore, sharedStore } from './limit-stores.server';

const perMinute = (points: number) => ({ points, seconds: 60 });
const perHour = (points: number) => ({ points, seconds: 3600 });
const perDay = (points: number) => ({ points, seconds: 86_400 });

/**
 * The limits of docs/requirements.md#identity, before LIMIT_SCALE: points per number of seconds.
 */
export const limitTable = {
  wrongLogins: perMinute(20),
  // Per account and network: each writes a session and an audit entry.
  rightLogins: perHour(60),
  // Each writes a row that is good for five minutes.
  passkeyLogins: perMinute(60),
  codes: perHour(20),
  signups: perHour(10),
  resetsOfAddress: perHour(5),
  // Attempts with invalid links of reset e-mails.
  wrongResets: perHour(20),
  // Accounts without e-mail that one staff member opens, and that one network opens for itself.
  accountsOpened: perHour(60),
  accountsWithoutEmail: perDay(5),
  // Reports that a helper sends for others.
  helperUploads: perDay(100),
  // Wrong years and unknown slips of reports from one network.
  wrongSlips: perHour(20),
  // Links for another doctor that one account makes, and wrong passcodes and unknown links of one
  // network. A network has five passcodes for each link, for as long as a link lives.
  sharesMade: perDay(50),
  wrongShares: perHour(20),
  passcodesOfShare: { points: 5, seconds: 30 * 86_400 },
  // Per link: each writes rows and audit entries.
  shareOpenings: perHour(60),
  // Codes of printed summaries that are wrong or mistyped, from one network.
  wrongChecks: perHour(60),
  // Reports that one helper or key sends for one patient.
  helperUploadsOfPatient: perDay(20),
  // Searches of one staff member or helper, and those that found nobody.
  deskSearches: perHour(30),
  deskMisses: perDay(10),
  // Wrong answers about one account to one staff member, helper or key: in a day, and in a month, so
  // that a year of birth cannot be found by trying. Wrong answers to a staff member about anybody.
  wrongIdentity: perDay(3),
  wrongIdentityOfMonth: { points: 6, seconds: 30 * 86_400 },
  wrongIdentityByStaff: perHour(5),
  // Staff members who have used up their answers about one account.
  wrongAskers: perDay(3),
  // Wrong answers about an account's reports to one staff member.
  wrongQuestions: { points: 1, seconds: 30 * 86_400 },
  // Reports of a gateway on texts, and those of anybody who pretends to be one.
  textReports: perHour(1000),
  messages: perHour(10),
  /** Test e-mails of an admin. */
  testEmails: perHour(5),
  // Per token; calls without a valid one count for their network.
  apiCalls: perMinute(300),
  // Per network: beyond this, none of its tokens is looked up.
  wrongTokens: perMinute(3000),
  uploads: perDay(20),
  uploadMegabytes: perDay(500),
  // The announced size of files that come in pieces, whether or not a report takes them.
  pieceMegabytes: perDay(500),
  // Per account, through the pages and the API together.
  pieces: perMinute(120),
  // The decoder's time per account: enough for twenty uploads that each take the longest time
  // allowed.
  decodingMs: perDay(240_000),
  // The decoder's time for drawing pages, for patients and for readers of other people's reports.
  drawingMs: perHour(300_000),
  drawingMsOfStaff: perHour(1_800_000),
  exports: perDay(10),
  // Archives of patients that one key downloads.
  patientExports: perHour(60),
  pictures: perDay(20),
};

export type LimitName = keyof typeof limitTable;

type Limiters = Record<LimitName, RateLimiterStoreAbstract>;
type Open = { store: LimitStore; limiters: Limiters; siteLimiters: Limiters };
const holder = globalThis as { secondLookLimits?: Open };

/**
 * Opens the counters. If several servers share the database, it holds the counts. Otherwise they
 * have a database of their own, so that counting a call never waits for the durable writes of the
 * medical one.
 *
 * The counts survive a restart. A power cut may lose the last few, and a failover of the database
 * all of them. While they cannot be written (a full disk, another process, a lost database), memory
 * counts instead, so that reading goes on.
 *
 * @param options.path the path of the counters' own database, or `:memory:`.
 * @param options.scale LIMIT_SCALE, which multiplies every limit.
 */
export async function openLimits({ path, scale }: { path: string; scale: number }) {
  const store = findConnection()?.engine.counters ? sharedStore() : fileStore(path);
  const limitersOf = async (factor: number) => {
    const opened = {} as Limiters;
    for (const name of Object.keys(limitTable) as LimitName[]) {
      const { points, seconds } = limitTable[name];
      const options = {
        keyPrefix: name,
        points: Math.max(1, Math.round(points * factor)),
        duration: seconds,
      };
      opened[name] = await store.open({ ...options, insuranceLimiter: new RateLimiterMemory(options) });
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

/** The state of a limit for one key: at most `points` in each `window` of seconds. */
export type LimitState = {
  points: number;
  window: number;
  remaining: number;
  /** Seconds until all points are available again. */
  seconds: number;
  isExceeded: boolean;
};

/**
 * Consumes points of a limit.
 *
 * @param key a client network, an account's id or a token's hash.
 * @returns the state of the limit afterwards.
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
  if (!tightest) throw new Error(`No counter exists for ${limit}`);
  return tightest;
}

/**
 * Consumes points of a limit and returns only the time to wait.
 *
 * @returns 0 if that was within the limit, else the seconds until it is again.
 */
export async function consume(limit: LimitName, key: string, points = 1): Promise<number> {
  const { isExceeded, seconds } = await take(limit, key, points);
  return isExceeded ? seconds : 0;
}

/** Returns points that turned out not to count, such as those of a failed upload. */
export async function refund(limit: LimitName, key: string, points = 1): Promise<void> {
  for (const [limiter, counted] of countersOf(limit, key)) await limiter.reward(counted, points);
}

/** Returns the state of a used-up limit, else undefined. Consumes nothing. */
export async function findExhaustedLimit(limit: LimitName, key: string): Promise<LimitState | undefined> {
  for (const [limiter, counted] of countersOf(limit, key)) {
    const state = await limiter.get(counted);
    if (state && state.consumedPoints >= limiter.points) return exceededBy(limiter, state);
  }
  return undefined;
}

/** Returns the seconds to wait if a limit is used up, else 0. Consumes nothing. */
export async function retryAfter(limit: LimitName, key: string): Promise<number> {
  return (await findExhaustedLimit(limit, key))?.seconds ?? 0;
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
 * Returns the counters of a key. An IPv6 network is also counted for its site, as the second: a
 * request refused for the network costs its neighbours nothing. The network may follow a prefix and
 * a space.
 */
function countersOf(limit: LimitName, key: string): [RateLimiterStoreAbstract, string][] {
  const { limiters, siteLimiters } = counters();
  const networkAt = key.lastIndexOf(' ') + 1;
  const site = toSite(key.slice(networkAt));
  if (!site) return [[limiters[limit], key]];
  return [
    [limiters[limit], key],
    [siteLimiters[limit], key.slice(0, networkAt) + site],
  ];
}
