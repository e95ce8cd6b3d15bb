import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { confirmAddress } from '~/domain/identity/address-dispute.server';
import { rememberClient } from '~/domain/identity/known-clients.server';
import { presentUser, publicUser } from '~/domain/identity/present-user';
import { openSession } from '~/domain/identity/sessions.server';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { enqueueBoundedEmail } from '~/domain/notifications/bounded-emails.server';
import { toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { passkeys, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';
import { countFailedLogin } from '~/platform/health/metrics.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { changesAtLogIn, listChangesSinceLogIn } from './account-events.server';
import { countSuccessfulLogin } from './log-in.server';
import {
  challengeMinutes,
  openChallenge,
  readCredential,
  relyingParty,
  verifySignature,
} from './passkey-ceremony.server';
import { logInOptions, passkeyLogInCall, passkeyLogInForm } from './passkey-schemas';

/**
 * Begins a log-in with a passkey. The device knows the account, so no name is asked for and nobody
 * learns whether there is one.
 *
 * @returns the options for the browser, with a challenge that is valid for five minutes.
 */
export const beginPasskeyLogIn = openOperation({
  name: 'account.beginPasskeyLogIn',
  policy: { formFor: 'guests' },
  api: {
    summary: 'Start a log-in with a passkey',
    text: 'Returns the options with which a browser on this site signs with a passkey. Send its answer to `auth/passkey-login` within 5 minutes.',
  },
  input: z.object({}),
  output: z.object({ data: logInOptions.describe('Options for the browser.') }),
  limits: ['passkeyLogins'],
  successMessage: 'passkeys.begun',
  failureMessage: 'login.failed',
  async run(): Promise<{ data: z.infer<typeof logInOptions> }> {
    return {
      data: {
        challenge: await openChallenge(null),
        rpId: relyingParty().id,
        timeout: challengeMinutes * 60_000,
        userVerification: 'required',
      },
    };
  },
});

/**
 * Logs a user in with a passkey. The device has checked who holds it, so no second factor is asked
 * for. An unknown passkey, a removed one and a wrong signature get the same answer.
 *
 * @throws Refusal: `wrongPassword`; `tooMany` after 20 wrong log-ins a minute from one network, or
 *   60 right ones an hour.
 */
export const logInWithPasskey = openOperation({
  name: 'account.logInWithPasskey',
  policy: { formFor: 'guests' },
  api: {
    summary: 'Log in with a passkey',
    text: 'Returns the token for all other calls, and the user. Two-step login asks for no code then. Returns 401 for every passkey that is not accepted, whatever the reason. Each challenge works once.',
  },
  input: passkeyLogInCall,
  inputOnPage: passkeyLogInForm,
  output: z.object({
    token: z.string().meta({
      description: 'Token of this session, sent as `Authorization: Bearer`. Valid for 30 days.',
      example: 'k2fZ0n1p',
    }),
    user: publicUser.describe('Account that the token belongs to.'),
    changes: changesAtLogIn.optional(),
  }),
  refusals: ['wrongPassword', 'tooMany'],
  secretFields: ['credential'],
  successMessage: 'login.done',
  failureMessage: 'login.failed',
  async run({ input: { credential }, context }) {
    // Given back if the passkey is right.
    const wait = await consume('wrongLogins', context.client);
    if (wait > 0) throw tooManyRefusal(wait, 'login.wait');
    const { passkey, account, counter } = await checkPasskey(credential);
    const result = await countSuccessfulLogin(account.id, context, () =>
      openWithPasskey({ passkey, account, counter, context }),
    );
    await refund('wrongLogins', context.client);
    return result;
  },
});

type Account = typeof users.$inferSelect;
type Passkey = typeof passkeys.$inferSelect;

/**
 * Finds the passkey that signed a challenge, and its account.
 *
 * @throws Refusal: `wrongPassword`.
 */
async function checkPasskey(credential: string) {
  const sent = readCredential(credential);
  const [row] = sent
    ? await db()
        .select({ passkey: passkeys, account: users })
        .from(passkeys)
        .innerJoin(users, eq(users.id, passkeys.userId))
        .where(eq(passkeys.credentialId, sent.id))
    : [];
  const signed = sent && (await verifySignature(sent, row?.passkey));
  if (row && signed) return { ...row, ...signed };
  return refuse(row?.account);
}

async function refuse(account: Account | undefined): Promise<never> {
  countFailedLogin('passkey');
  await execute(auditEntry({ action: 'session.refused', objectId: account?.id }));
  throw new Refusal('wrongPassword', 'passkeys.refused', { code: 'passkeyRefused' });
}

/**
 * Opens a session with a passkey whose signature was right.
 *
 * @param counter the counter that was signed. It has to be higher than the last one, or 0 like the
 *   last one: passkeys that devices share do not count.
 * @throws Refusal: `wrongPassword`.
 */
async function openWithPasskey({
  passkey,
  account,
  counter,
  context,
}: {
  passkey: Passkey;
  account: Account;
  counter: number;
  context: CallContext;
}) {
  const isHigher = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const session = openSession({
    userId: account.id,
    kind: context.sessionKind,
    userAgent: context.userAgent,
    withPasskey: true,
  });
  const rememberedClient = rememberClient(account, context, { hasFactor: true });
  const changes = await listChangesSinceLogIn(account.id);
  const isOpen = await atomically([
    ...session.steps,
    requireChange(
      db()
        .update(passkeys)
        .set({ counter, usedAt: new Date() })
        .where(and(eq(passkeys.id, passkey.id), isHigher)),
    ),
    rememberedClient.statement,
    confirmAddress(account, passkey.createdAt),
    auditEntry({ action: 'session.opened', actorId: account.id, objectId: account.id }),
  ]);
  if (!isOpen) {
    await noticeCopy(passkey, account, isHigher);
    return refuse(account);
  }
  const linkTo = (path: string) => context.linkTo(path, account.id);
  return {
    token: session.token,
    user: presentUser(account, { ...context, linkTo }),
    ...(changes.length > 0 && { changes }),
    ...rememberedClient.stored,
  };
}

/**
 * Tells the owner and the audit log of a passkey whose counter went back: somebody may have copied
 * it. Does nothing if it was removed in the meantime.
 */
async function noticeCopy({ id }: Passkey, account: Account, isHigher: SQL): Promise<void> {
  const isThere = and(eq(passkeys.id, id), sql`not ${isHigher}`);
  if ((await db().$count(passkeys, isThere)) === 0) return;
  const email = await enqueueBoundedEmail({
    topic: 'passkey',
    about: account.id,
    template: 'passkeyCopied',
    ...toAddressee(account),
    params: {},
  });
  await atomically([auditEntry({ action: 'passkey.copied', objectId: account.id }), ...email]);
  wakeOutbox();
}
