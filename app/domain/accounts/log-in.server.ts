import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { loginForm } from '~/domain/identity/account-schemas';
import { rememberClient, sourceOf } from '~/domain/identity/known-clients.server';
import { type PublicUser, presentUser, publicUser } from '~/domain/identity/present-user';
import { openSession } from '~/domain/identity/sessions.server';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { countFailedLogin } from '~/platform/health/metrics.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { isRightPassword } from '~/platform/secrets/passwords.server';
import { forgetAttempts, throttleLogin } from './login-attempts.server';
import { noticeCeiling } from './login-ceiling.server';
import { openPendingLogin } from './second-step.server';
import { codeNeeded, verifyAndConsumeFactor, wrongFactorCode } from './verify-factor.server';

/**
 * What a log-in leads to: a session, and what the browser keeps to be known again; or on the page
 * the key of a log-in whose second step is still to come.
 */
export type LoggedIn = { token: string; user: PublicUser; device?: string } | { stepKey: string };

/**
 * Logging in, on pages and through the API (docs/requirements.md#states, docs/requirements.md#api).
 * Where a second factor is in force, the page asks for its code in a second step; another program
 * sends it along as `otp`.
 *
 * @throws Refusal: `wrongPassword`, beside `otp` where the password is right and the code is
 *   missing or wrong; `tooMany` with the seconds to wait, also after 60 right log-ins in an hour.
 */
export const logIn = openOperation({
  name: 'account.logIn',
  policy: { formFor: 'guests' },
  api: {
    summary: 'Log in',
    text: 'Gives the token for all other calls, and the user. An account with two-step login needs `otp` too: the code of the authenticator app, or a recovery code. Where it is missing or wrong the answer is 401 with `errors.otp`, and only if the password is correct.',
  },
  input: loginForm,
  output: z.object({
    token: z.string().meta({
      description: 'The token of this log-in, for `Authorization: Bearer`; good for 30 days.',
      example: 'k2fZ0n1p',
    }),
    user: publicUser.describe('The account that the token is of.'),
  }),
  refusals: ['wrongPassword'],
  secretFields: ['password'],
  successMessage: 'login.done',
  failureMessage: 'login.failed',
  async run({ input, context }): Promise<LoggedIn> {
    const { account, source } = await checkPassword({ ...input, context });
    return countRightLogin(account.id, context, async () => {
      // A second step opens at most one session for each time that this is passed.
      if (account.totpSince && context.hasSecondStep) return { stepKey: await openPendingLogin(account) };
      return openAfterPassword({ account, source, otp: input.otp, context });
    });
  },
});

/**
 * Opens a session after a right password, and counts it as a log-in of the account from a network.
 *
 * @param open opens the session; where it throws, nothing is counted.
 * @throws Refusal: `tooMany` after 60 in an hour.
 */
export async function countRightLogin<Result>(
  accountId: string,
  { client }: Pick<CallContext, 'client'>,
  open: () => Promise<Result>,
): Promise<Result> {
  const counted = `${accountId} ${client}`;
  const wait = await consume('rightLogins', counted);
  if (wait > 0) throw tooMany(wait, 'login.tooOften');
  try {
    return await open();
  } catch (error) {
    await refund('rightLogins', counted);
    throw error;
  }
}

/** Opens a session after a right password; where a second factor is in force, with its code. */
async function openAfterPassword({
  account,
  source,
  otp,
  context,
}: Awaited<ReturnType<typeof checkPassword>> & {
  otp?: string;
  context: CallContext;
}): Promise<LoggedIn> {
  const { id, passwordHash, totpSince } = account;
  const session = openSession({
    userId: id,
    kind: context.sessionKind,
    passwordHash,
    userAgent: context.userAgent,
    isWithoutFactor: !totpSince,
  });
  const known = rememberClient(account, context, { hasFactor: true });
  // Where no code is used up the disk is not waited for: a session that a power cut takes was of
  // no use yet, and whatever is done in it waits, and takes this along.
  const statements = [
    ...session.steps,
    known.statement,
    auditEntry({ action: 'session.opened', actorId: id, objectId: id }),
  ];
  if (totpSince) {
    if (!otp) throw codeNeeded('wrongPassword');
    if (!(await verifyAndConsumeFactor({ account, code: otp, source, statements })))
      throw wrongFactorCode('wrongPassword');
  } else if (!(await atomically(statements, { durable: false }))) throw wrongPassword();
  const linkTo = (path: string) => context.linkTo(path, account.id);
  return {
    token: session.token,
    user: presentUser(account, { ...context, linkTo }),
    ...known.kept,
  };
}

/**
 * The account an address and a password belong to, and where the try came from. The work and the
 * answer are the same whether there is such an account or not (docs/requirements.md#identity).
 * Takes the address lower-cased, the password, the channel, and who is signed in, if anybody.
 *
 * @throws Refusal: `wrongPassword`; `tooMany` after five wrong tries from one source, a hundred in
 *   an hour from strangers, or twenty a minute from one network.
 */
export async function checkPassword({
  email,
  password,
  context: { client, device, language },
  viewer,
}: {
  email: string;
  password: string;
  context: Pick<CallContext, 'client' | 'device' | 'language'>;
  viewer?: Viewer;
}) {
  const [account] = await db().select().from(users).where(eq(users.email, email));
  const source = await sourceOf(account, { client, device, viewer });
  const attempted = { what: 'login' as const, whose: email, source };
  await throttleLogin(attempted);
  if (account && (await isRightPassword(account.passwordHash, password))) {
    await atomically(forgetAttempts(attempted), { durable: false });
    if (source.network) await refund('wrongLogins', source.network);
    return { account, source };
  }
  if (!account) await isRightPassword(undefined, password);
  countFailedLogin('password');
  await execute(auditEntry({ action: 'session.refused', objectId: account?.id }));
  if (!source.isKnown) await noticeCeiling({ email, account, language });
  throw wrongPassword();
}

const wrongPassword = () => new Refusal('wrongPassword', 'login.failed', { hint: 'login.wrong' });
