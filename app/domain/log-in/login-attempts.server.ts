import { eq, lte, sql } from 'drizzle-orm';
import type { LoginSource } from '~/domain/identity/known-clients.server';
import { tooManyRefusal } from '~/domain/kernel/refusal';
import { loginTries } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { consume } from '~/platform/limits/limits.server';
import { sign } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';
import { siteFactor, toSite } from '~/platform/settings/ip-network';
import { countStranger, refundStranger, secondsUntilStrangers } from './login-ceiling.server';

const freeTries = 5;
const waitMinutes = [1, 2, 4, 8, 15] as const;
/**
 * Tolerance in milliseconds for servers whose clocks differ, so that a free try causes no wait.
 */
const clocksDifferMs = 60_000;

/**
 * The subject of an attempt: a password, counted by address, or a code of the second factor,
 * counted by account.
 */
type What = 'login' | 'second factor';
type Attempted = { kind: What; subject: string; source: LoginSource };

const hashOf = (what: What, whose: string, source?: string) =>
  sign(`${what} tries`, JSON.stringify([whose, source]));

/**
 * Builds the statement that ends all waits after wrong attempts.
 *
 * @param whose a lower-cased address, or an account's ID.
 */
export function forgetTries(what: What, whose: string): Statement {
  return db()
    .delete(loginTries)
    .where(eq(loginTries.accountHash, hashOf(what, whose)));
}

/**
 * Builds the statements that undo the count of `throttleLogin` and end the waits of that source,
 * after a right attempt.
 */
export function forgetAttempts(attempted: Attempted): (Statement | false)[] {
  const statements = bucketsOf(attempted).map(({ sourceHash }) =>
    db().delete(loginTries).where(eq(loginTries.sourceHash, sourceHash)),
  );
  return [...statements, isStranger(attempted) && refundStranger(attempted.subject)];
}

type Try = { sourceHash: string; accountHash: string; free: number };

/** Builds the statement that counts an attempt. It changes nothing during a wait. */
function countTry({ sourceHash, accountHash, free }: Try, now: number): Statement {
  const next = sql`${loginTries.wrong} + 1`;
  const steps = waitMinutes.map(
    (minutes, step) => sql`when ${next} = ${free + step} then ${sql.raw(String(minutes * 60_000))}`,
  );
  const longest = waitMinutes[waitMinutes.length - 1] ?? 15;
  const wait = sql`case when ${next} < ${free} then ${sql.raw(String(-clocksDifferMs))} ${sql.join(steps, sql` `)} else ${sql.raw(String(longest * 60_000))} end`;
  const first = free <= 1 ? now + waitMinutes[0] * 60_000 : 0;
  return db()
    .insert(loginTries)
    .values({ sourceHash, accountHash, wrong: 1, waitUntil: new Date(first) })
    .onConflictDoUpdate({
      target: loginTries.sourceHash,
      set: { wrong: next, waitUntil: sql`cast(${now} as bigint) + ${wait}` },
      setWhere: lte(loginTries.waitUntil, new Date(now)),
    });
}

/**
 * Counts an attempt before anything is compared, so that parallel attempts gain nothing over
 * sequential ones. From the fifth wrong attempt of a source on, the next one waits 1, 2, 4, 8, then
 * 15 minutes. Sources unknown to the account share a hundred an hour
 * (docs/requirements.md#identity).
 *
 * @throws Refusal: `tooMany` with the seconds to wait.
 */
export async function throttleLogin(attempted: Attempted): Promise<void> {
  const { subject, kind, source } = attempted;
  // The caller refunds it after a right attempt.
  const networkWait = source.network ? await consume('wrongLogins', source.network) : 0;
  if (networkWait > 0) throw tooManyRefusal(networkWait, 'login.wait');
  const now = Date.now();
  const accountHash = hashOf(kind, subject);
  const buckets = bucketsOf(attempted);
  const counts = buckets.map((bucket) => requireChange(countTry({ ...bucket, accountHash }, now)));
  const stranger = isStranger(attempted) && requireChange(countStranger(subject));
  const isCounted = await atomically([...counts, stranger], { durable: false });
  if (isCounted) return;
  const ofStrangers = isStranger(attempted) ? await secondsUntilStrangers(subject) : 0;
  const waits = await Promise.all(
    buckets.map(async ({ sourceHash }) => {
      const [tries] = await db().select().from(loginTries).where(eq(loginTries.sourceHash, sourceHash));
      return Math.ceil(((tries?.waitUntil.getTime() ?? now) - now) / 1000);
    }),
  );
  throw tooManyRefusal(
    Math.max(1, ofStrangers, ...waits),
    ofStrangers > 0 ? 'login.newDeviceWait' : 'login.wait',
  );
}

const isStranger = ({ kind, source }: Attempted) => kind === 'login' && !source.isKnown;

/**
 * Returns the counters of an attempt. For codes of the second factor, all sources that never
 * showed a right one share a counter. A thief of the password thus gains no guesses by changing
 * networks.
 */
function bucketsOf({ kind, subject, source }: Attempted) {
  const free = Math.ceil(freeTries * getSettings().LIMIT_SCALE);
  const isUnproven = kind === 'second factor' && !source.isKnownWithFactor;
  const bucket = { sourceHash: hashOf(kind, subject, isUnproven ? 'all' : source.name), free };
  const site = isUnproven || !source.network ? undefined : toSite(source.network);
  const ofSite = {
    sourceHash: hashOf(kind, subject, `network ${site}`),
    free: Math.ceil(freeTries * siteFactor * getSettings().LIMIT_SCALE),
  };
  return site ? [bucket, ofSite] : [bucket];
}
