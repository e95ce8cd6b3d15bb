import { eq, sql } from 'drizzle-orm';
import { changedInPassing, db, prepared, type Statement } from '~/platform/db/db.server';
import { loginTries } from '~/platform/db/tables';
import { settings } from '~/platform/env.server';
import { sign } from '~/platform/secrets.server';
import { tooMany } from '../refusal';

const freeTries = 5;
const waitMinutes = [1, 2, 4, 8, 15] as const;

/** What is tried: a password, counted by address, or a code of the second factor, counted by account. */
type What = 'login' | 'second factor';

const hashOf = (what: What, whose: string) => sign(`${what} tries`, whose);

/** The statement that ends the waits after wrong tries. In: of what, and whose (an address in small letters, or an account's id). */
export function forgetTries(what: What, whose: string): Statement {
  return { run: () => deleteTries().run({ addressHash: hashOf(what, whose) }) };
}

const addressHashed = sql.placeholder('addressHash');
const deleteTries = prepared(() =>
  db().delete(loginTries).where(eq(loginTries.addressHash, addressHashed)).prepare(),
);
const triesOf = prepared(() =>
  db().select().from(loginTries).where(eq(loginTries.addressHash, addressHashed)).prepare(),
);

/** Counts a try, unless there is to be waited still. */
const countTry = prepared(() => {
  const [now, first, free] = ['now', 'first', 'free'].map((name) => sql.placeholder(name));
  const next = sql`${loginTries.wrong} + 1`;
  const steps = waitMinutes.map(
    (minutes, step) => sql`when ${next} = ${free} + ${step} then ${minutes * 60_000}`,
  );
  const longest = waitMinutes[waitMinutes.length - 1] ?? 15;
  const wait = sql`case when ${next} < ${free} then 0 ${sql.join(steps, sql` `)} else ${longest * 60_000} end`;
  return db()
    .insert(loginTries)
    .values({ addressHash: addressHashed, wrong: 1, waitUntil: sql`${first}` })
    .onConflictDoUpdate({
      target: loginTries.addressHash,
      set: { wrong: next, waitUntil: sql`${now} + ${wait}` },
      setWhere: sql`${loginTries.waitUntil} <= ${now}`,
    })
    .prepare();
});

/**
 * Counts a try before anything is compared, so that many at once are not more than one after another. From the fifth wrong
 * one on, the next has to wait 1, 2, 4, 8, then 15 minutes (decisions: Identity).
 * In: of what, and whose. Refusals: `tooMany` with the seconds to wait.
 */
export async function takeTry(what: What, whose: string) {
  const now = Date.now();
  const addressHash = hashOf(what, whose);
  const free = Math.ceil(freeTries * settings().LIMIT_SCALE);
  const first = free <= 1 ? now + 60_000 : 0;
  const taken = await changedInPassing({ run: () => countTry().run({ addressHash, now, first, free }) });
  if (taken > 0) return;
  const row = triesOf().get({ addressHash });
  throw tooMany(Math.max(1, Math.ceil(((row?.waitUntil.getTime() ?? now) - now) / 1000)), 'login.wait');
}
