import { randomInt } from 'node:crypto';
import { and, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { codes, codeTries } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { sign } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';
import { toSite } from '~/platform/settings/ip-network';

export const codeLifetimeMinutes = 10;
/** Returns false if codes stay on the machine, where an admin finds them. */
export const areCodesSent = () => getSettings().SMTP_URL !== undefined;

const triesOfCode = 20;
const triesOfNetwork = 5;
const triesOfSite = 10;
const resendSeconds = 60;
const codesPerHour = 5;

const hashCode = (email: string, code: string) => sign('one-time code', `${email} ${code}`);

/**
 * Issues a new code for an address and invalidates the previous one
 * (docs/requirements.md#identity).
 *
 * @param email the lower-cased address.
 * @returns six digits from a cryptographic source, to go into an e-mail and nowhere else.
 * @throws Refusal: `tooMany` within 60 s of the last code, or after five in an hour.
 */
export async function issueCode(email: string): Promise<string> {
  const now = Date.now();
  const { waitMs, maxCodes } = limits();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const hourAgo = new Date(now - hourMs);
  const changedRows = await execute(
    db()
      .insert(codes)
      .values({
        email,
        codeHash: hashCode(email, code),
        // Servers of an older version count this down; this version counts in `code_tries`.
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
          or(lte(codes.hourStartedAt, hourAgo), sql`${codes.sentInHour} < ${maxCodes}`),
        ),
      }),
  );
  if (changedRows === 0) throw tooManyRefusal(Math.max(1, await secondsUntilCode(email)));
  return code;
}

/**
 * Returns the time until an address may get another code, whether or not it has an account
 * (docs/requirements.md#identity).
 *
 * @param email the lower-cased address.
 * @returns whole seconds, 0 if it may have one now.
 */
export async function secondsUntilCode(email: string): Promise<number> {
  const row = await findCode(email);
  if (!row) return 0;
  const { waitMs, maxCodes } = limits();
  const afterLast = row.sentAt.getTime() + waitMs;
  const afterHour = row.sentInHour < maxCodes ? 0 : row.hourStartedAt.getTime() + hourMs;
  return Math.max(0, Math.ceil((Math.max(afterLast, afterHour) - Date.now()) / 1000));
}

function limits() {
  const { LIMIT_SCALE } = getSettings();
  return { waitMs: (resendSeconds * 1000) / LIMIT_SCALE, maxCodes: Math.ceil(codesPerHour * LIMIT_SCALE) };
}

type Counter = { keyHash: string; maxTries: number };

/**
 * Returns the counters of a client's tries at a code: of its network, of its IPv6 site, and of all
 * networks of its IP version. Guesses over IPv6 thus cost no tries of an owner on IPv4, and vice
 * versa. They are bound to the code: another code has new tries.
 */
function countersOf(codeHash: string, network: string): Counter[] {
  const site = toSite(network);
  const counter = (whose: string, maxTries: number): Counter => ({
    keyHash: sign('code tries', `${codeHash} ${whose}`),
    maxTries,
  });
  return [
    counter(network, triesOfNetwork),
    ...(site ? [counter(site, triesOfSite)] : []),
    counter(network.includes(':') ? 'all of IPv6' : 'all of IPv4', triesOfCode),
  ];
}

/**
 * Takes one of a code's tries before anything is compared. However many guesses arrive at once,
 * five from one network are checked, ten from one IPv6 /48, and twenty each over IPv4 and IPv6. A
 * stranger thus cannot use up an owner's code (docs/requirements.md#identity).
 *
 * An address that never had a code gets the same words.
 *
 * @param email the lower-cased address.
 * @param network the client's network.
 * @throws Refusal: `invalid` beside the field `otp` if the code has expired or its tries are used
 *   up.
 */
export async function consumeCodeAttempt(email: string, network: string): Promise<void> {
  const now = new Date();
  const row = await findCode(email);
  if (row && row.expiresAt > now) {
    const { codeHash, expiresAt } = row;
    const isStill = and(eq(codes.email, email), eq(codes.codeHash, codeHash));
    const isTaken = await atomically([
      // Changes nothing: locks the code and checks that it is still the current one.
      requireChange(db().update(codes).set({ codeHash }).where(isStill)),
      ...countersOf(codeHash, network).map(({ keyHash, maxTries }) =>
        requireChange(
          db()
            .insert(codeTries)
            .values({ keyHash, tries: 1, expiresAt })
            .onConflictDoUpdate({
              target: codeTries.keyHash,
              set: { tries: sql`${codeTries.tries} + 1` },
              setWhere: lt(codeTries.tries, maxTries),
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
 * Checks a code without using it up, and refunds the try if it is right. Call `consumeCodeAttempt`
 * first.
 *
 * @param email the lower-cased address.
 * @param code six digits.
 * @param network the client's network.
 */
export async function isRightCode(email: string, code: string, network: string): Promise<boolean> {
  const codeHash = hashCode(email, code);
  const isRight = and(eq(codes.email, email), eq(codes.codeHash, codeHash), gt(codes.expiresAt, new Date()));
  return atomically([
    // Changes nothing: locks the code.
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
 * Builds the statement that uses up a code. It changes a row only if the code is right and unused.
 * In `requireChange`, beside the work that the code is for, exactly one of many parallel uses wins.
 * Call `consumeCodeAttempt` first.
 */
export function spendCode(email: string, code: string): Statement {
  return db()
    .delete(codes)
    .where(
      and(eq(codes.email, email), eq(codes.codeHash, hashCode(email, code)), gt(codes.expiresAt, new Date())),
    );
}

/**
 * Builds the refusal of a wrong code: `invalid` beside the field `otp`, with the client's remaining
 * tries.
 */
export async function findWrongCodeRefusal(email: string, network: string): Promise<Refusal> {
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
    ({ keyHash, maxTries }) => maxTries - (rows.find((one) => one.keyHash === keyHash)?.tries ?? 0),
  );
  const tries = Math.min(...left);
  if (!(row && tries > 0)) return new Refusal('invalid', 'otp.used', { code: 'wrongCode', field: 'otp' });
  return new Refusal('invalid', 'otp.wrong', { code: 'wrongCode', field: 'otp', values: { tries } });
}

async function findCode(email: string) {
  const [row] = await db().select().from(codes).where(eq(codes.email, email));
  return row;
}
