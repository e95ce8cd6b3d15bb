import { randomInt } from 'node:crypto';
import { and, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import { codes, codeTries } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';
import { siteOf } from '~/platform/settings/ip-network';

export const codeLifetimeMinutes = 10;
const triesOfCode = 20;
const triesOfNetwork = 5;
const triesOfSite = 10;
const resendSeconds = 60;
const codesPerHour = 5;
const hourMs = 3_600_000;

const hashCode = (email: string, code: string) => sign('one-time code', `${email} ${code}`);

/**
 * Makes a new code for an address and kills the one before (docs/requirements.md#identity). Takes
 * the address, lower-cased.
 *
 * @returns six digits from a cryptographic source, to go into an e-mail and nowhere else.
 * @throws Refusal: `tooMany` within 60 s of the last code, or after five in an hour.
 */
export async function issueCode(email: string): Promise<string> {
  const now = Date.now();
  const { waitMs, most } = limits();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const hourAgo = new Date(now - hourMs);
  const written = await execute(
    db()
      .insert(codes)
      .values({
        email,
        codeHash: hashCode(email, code),
        // Counted down by servers of an older version, beside what `code_tries` counts.
        triesLeft: triesOfCode,
        sentAt: new Date(now),
        expiresAt: new Date(now + codeLifetimeMinutes * 60_000),
        sentInHour: 1,
        hourStartedAt: new Date(now),
      })
      .onConflictDoUpdate({
        target: codes.email,
        set: {
          codeHash: sql`excluded.code_hash`,
          triesLeft: sql`excluded.tries_left`,
          sentAt: sql`excluded.sent_at`,
          expiresAt: sql`excluded.expires_at`,
          sentInHour: sql`case when ${codes.hourStartedAt} <= ${hourAgo.getTime()} then 1 else ${codes.sentInHour} + 1 end`,
          hourStartedAt: sql`case when ${codes.hourStartedAt} <= ${hourAgo.getTime()} then excluded.hour_started_at else ${codes.hourStartedAt} end`,
        },
        setWhere: and(
          lte(codes.sentAt, new Date(now - waitMs)),
          or(lte(codes.hourStartedAt, hourAgo), sql`${codes.sentInHour} < ${most}`),
        ),
      }),
  );
  if (written === 0) throw tooMany(Math.max(1, await secondsUntilCode(email)));
  return code;
}

/**
 * How long until an address may get another code (docs/requirements.md#identity). The same for an
 * address with an account and one without. Takes the address, lower-cased.
 *
 * @returns whole seconds, 0 when it may have one now.
 */
export async function secondsUntilCode(email: string): Promise<number> {
  const row = await findCode(email);
  if (!row) return 0;
  const { waitMs, most } = limits();
  const afterLast = row.sentAt.getTime() + waitMs;
  const afterHour = row.sentInHour < most ? 0 : row.hourStartedAt.getTime() + hourMs;
  return Math.max(0, Math.ceil((Math.max(afterLast, afterHour) - Date.now()) / 1000));
}

function limits() {
  const { LIMIT_SCALE } = getSettings();
  return { waitMs: (resendSeconds * 1000) / LIMIT_SCALE, most: Math.ceil(codesPerHour * LIMIT_SCALE) };
}

type Counter = { keyHash: string; most: number };

/**
 * Names the counters of a client's tries at a code: of its network, of its IPv6 site, and of all
 * networks of its kind. Guesses by IPv6 cost nothing those whose owner comes by IPv4, and the other
 * way round. They are bound to the code: another code has new tries.
 */
function countersOf(codeHash: string, network: string): Counter[] {
  const site = siteOf(network);
  const counter = (whose: string, most: number): Counter => ({
    keyHash: sign('code tries', `${codeHash} ${whose}`),
    most,
  });
  return [
    counter(network, triesOfNetwork),
    ...(site ? [counter(site, triesOfSite)] : []),
    counter(network.includes(':') ? 'all of IPv6' : 'all of IPv4', triesOfCode),
  ];
}

/**
 * Takes one of the tries a code has, before anything is compared: however many guesses come at
 * once, five from one network are looked at, ten from one IPv6 /48, and twenty in all over IPv4
 * and over IPv6 each, so that a stranger does not spend an owner's code
 * (docs/requirements.md#identity).
 * Takes the address, lower-cased, and the client's network.
 *
 * An address that never had a code gets the same words.
 *
 * @throws Refusal: `invalid` beside the field `otp` when the code is over, or when its tries are.
 */
export async function consumeCodeAttempt(email: string, network: string): Promise<void> {
  const now = new Date();
  const row = await findCode(email);
  if (row && row.expiresAt > now) {
    const { codeHash, expiresAt } = row;
    const isStill = and(eq(codes.email, email), eq(codes.codeHash, codeHash));
    const isTaken = await atomically([
      // Changes nothing: holds the code, which is the living one still.
      requireChange(db().update(codes).set({ codeHash }).where(isStill)),
      ...countersOf(codeHash, network).map(({ keyHash, most }) =>
        requireChange(
          db()
            .insert(codeTries)
            .values({ keyHash, tries: 1, expiresAt })
            .onConflictDoUpdate({
              target: codeTries.keyHash,
              set: { tries: sql`${codeTries.tries} + 1` },
              setWhere: lt(codeTries.tries, most),
            }),
        ),
      ),
    ]);
    if (isTaken) return;
  }
  const isExpired = row !== undefined && row.expiresAt <= now;
  throw new Refusal('invalid', isExpired ? 'otp.expired' : 'otp.used', { code: 'wrongCode', field: 'otp' });
}

/**
 * Whether a code is right, without using it up. `consumeCodeAttempt` comes before it; a right code
 * gets its try back. Takes the address, lower-cased, six digits, and the client's network.
 */
export async function isRightCode(email: string, code: string, network: string): Promise<boolean> {
  const codeHash = hashCode(email, code);
  const isRight = and(eq(codes.email, email), eq(codes.codeHash, codeHash), gt(codes.expiresAt, new Date()));
  return atomically([
    // Changes nothing: holds the code.
    requireChange(db().update(codes).set({ codeHash }).where(isRight)),
    ...countersOf(codeHash, network).map(({ keyHash }) =>
      db()
        .update(codeTries)
        .set({ tries: sql`${codeTries.tries} - 1` })
        .where(eq(codeTries.keyHash, keyHash)),
    ),
  ]);
}

/**
 * The statement that uses a code up: it changes a row only when the code is right and was not used.
 * Wrapped in `requireChange` beside what the code is for, exactly one of many uses at once wins.
 * `consumeCodeAttempt` comes before it.
 */
export function spendCode(email: string, code: string): Statement {
  return db()
    .delete(codes)
    .where(
      and(eq(codes.email, email), eq(codes.codeHash, hashCode(email, code)), gt(codes.expiresAt, new Date())),
    );
}

/**
 * What to throw after a wrong code: `invalid` beside the field `otp`, saying how many tries are
 * left to the client.
 */
export async function wrongCode(email: string, network: string): Promise<Refusal> {
  const row = await findCode(email);
  const counters = row ? countersOf(row.codeHash, network) : [];
  const rows = await db()
    .select()
    .from(codeTries)
    .where(
      inArray(
        codeTries.keyHash,
        counters.map(({ keyHash }) => keyHash),
      ),
    );
  const left = counters.map(
    ({ keyHash, most }) => most - (rows.find((one) => one.keyHash === keyHash)?.tries ?? 0),
  );
  const tries = Math.min(...left);
  if (!(row && tries > 0)) return new Refusal('invalid', 'otp.used', { code: 'wrongCode', field: 'otp' });
  return new Refusal('invalid', 'otp.wrong', { code: 'wrongCode', field: 'otp', values: { tries } });
}

async function findCode(email: string) {
  const [row] = await db().select().from(codes).where(eq(codes.email, email));
  return row;
}
