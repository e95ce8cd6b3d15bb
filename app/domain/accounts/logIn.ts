import { eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { atomically, changed, db, must, type Statement } from '~/platform/db/db.server';
import { loginTries, users } from '~/platform/db/tables';
import { settings } from '~/platform/env.server';
import { giveBack, take } from '~/platform/limits.server';
import { isRightPassword } from '~/platform/passwords.server';
import { sign } from '~/platform/secrets.server';
import { record } from '../audit/record';
import { openOperation } from '../operation';
import { Refusal, tooMany } from '../refusal';
import { openSession } from '../sessions/sessions';
import { presentUser, publicUser } from './presentUser';
import { loginForm } from './schemas';

const freeTries = 5;
const waitMinutes = [1, 2, 4, 8, 15] as const;

/** Logging in, at both doors (specification §4, §7). Refusals: `wrongPassword`, `tooMany` with the seconds to wait. */
export const logIn = openOperation({
  name: 'account.logIn',
  input: loginForm,
  output: z.object({ token: z.string(), user: publicUser }),
  refuses: ['wrongPassword'],
  secretFields: ['password'],
  done: 'login.done',
  failed: 'login.failed',
  async run({ input, door }) {
    const account = await checkPassword({ ...input, client: door.client });
    const kind = door.kind === 'page' ? 'web' : 'api';
    const session = openSession({ userId: account.id, kind, passwordHash: account.passwordHash });
    const isOpen = await atomically([
      must(session.statement),
      record({ action: 'session.opened', actorId: account.id, objectId: account.id }),
    ]);
    if (!isOpen) throw wrongPassword();
    const linkTo = (path: string) => door.linkTo(path, account.id);
    return { token: session.token, user: presentUser(account, { kind: door.kind, linkTo }) };
  },
});

/**
 * The account an address and a password belong to. The work and the answer are the same whether there is such an account or not
 * (decisions: Identity).
 * In: the address lower-cased, the password, the client's address. Refusals: `wrongPassword`; `tooMany` after five wrong tries for
 * the account, or twenty a minute from the client.
 */
export async function checkPassword({
  email,
  password,
  client,
}: {
  email: string;
  password: string;
  client: string;
}) {
  // Taken before the password is looked at and given back when it was right: many at once are not more than one after another.
  const clientWait = await take('wrongLogins', client);
  if (clientWait > 0) throw tooMany(clientWait, 'login.wait');
  await takeLoginTry(email);
  const [account] = await db().select().from(users).where(eq(users.email, email));
  if (account && (await isRightPassword(account.passwordHash, password))) {
    await changed(forgetLoginTries(email));
    await giveBack('wrongLogins', client);
    return account;
  }
  if (!account) await isRightPassword(undefined, password);
  await changed(record({ action: 'session.refused', objectId: account?.id }));
  throw wrongPassword();
}

const wrongPassword = () => new Refusal('wrongPassword', 'login.failed', { hint: 'login.wrong' });

/** The statement that ends the waits of an address: after a right log-in or a reset. In: the address, lower-cased. */
export function forgetLoginTries(email: string): Statement {
  return db()
    .delete(loginTries)
    .where(eq(loginTries.addressHash, hashAddress(email)));
}

const hashAddress = (email: string) => sign('login tries', email);

/**
 * Counts a try before the password is looked at, so that many at once are not more than one after another. From the fifth wrong
 * one on, the next has to wait 1, 2, 4, 8, then 15 minutes.
 */
async function takeLoginTry(email: string) {
  const now = Date.now();
  const free = Math.ceil(freeTries * settings().LIMIT_SCALE);
  const steps = waitMinutes.map(
    (minutes, step) => sql`when ${loginTries.wrong} + 1 = ${free + step} then ${minutes * 60_000}`,
  );
  const longest = waitMinutes[waitMinutes.length - 1] ?? 15;
  const wait = sql`case when ${loginTries.wrong} + 1 < ${free} then 0 ${sql.join(steps, sql` `)} else ${longest * 60_000} end`;
  const taken = await changed(
    db()
      .insert(loginTries)
      .values({
        addressHash: hashAddress(email),
        wrong: 1,
        waitUntil: new Date(free <= 1 ? now + 60_000 : 0),
      })
      .onConflictDoUpdate({
        target: loginTries.addressHash,
        set: { wrong: sql`${loginTries.wrong} + 1`, waitUntil: sql`${now} + ${wait}` },
        setWhere: lte(loginTries.waitUntil, new Date(now)),
      }),
  );
  if (taken > 0) return;
  const [row] = await db()
    .select()
    .from(loginTries)
    .where(eq(loginTries.addressHash, hashAddress(email)));
  throw tooMany(Math.max(1, Math.ceil(((row?.waitUntil.getTime() ?? now) - now) / 1000)), 'login.wait');
}
