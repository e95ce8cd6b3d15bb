import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { plainCode } from '~/domain/identity/account-constants';
import { loginForm } from '~/domain/identity/account-schemas';
import { confirmAddress, findEarlier } from '~/domain/identity/address-dispute.server';
import { findLoginSource, rememberClient } from '~/domain/identity/known-clients.server';
import { type PublicUser, presentUser, publicUser } from '~/domain/identity/present-user';
import { openSession } from '~/domain/identity/sessions.server';
import { requireOpenSlip, slipOverRefusal } from '~/domain/identity/slip-end.server';
import { isNoEmail } from '~/domain/kernel/no-email';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { countFailedLogin } from '~/platform/health/metrics.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { isRightPassword } from '~/platform/secrets/passwords.server';
import { type AccountEvent, changesAtLogIn, listChangesSinceLogIn } from './account-events.server';
import { firstDeviceSteps } from './first-log-in.server';
import { forgetAttempts, throttleLogin } from './login-attempts.server';
import { noticeCeiling } from './login-ceiling.server';
import { openPendingLogin } from './second-step.server';
import { codeNeededRefusal, verifyAndConsumeFactor, wrongFactorCodeRefusal } from './verify-factor.server';

/**
 * The result of a log-in: a session and the token by which the browser is known again, or on the
 * page the key of a log-in that waits for its second step.
 */
export type LoggedIn =
  | { token: string; user: PublicUser; changes?: AccountEvent[]; device?: string }
  | { stepKey: string };

/**
 * Logs a user in, on pages and through the API (docs/requirements.md#states,
 * docs/requirements.md#api). If a second factor is in force, the page asks for its code in a second
 * step; an API client sends it as `otp`.
 *
 * @throws Refusal: `wrongPassword`, beside `otp` if the password is right and the code is missing
 *   or wrong, and for a one-time password that has ended; `tooMany` with the seconds to wait, also
 *   after 60 successful log-ins in an hour.
 */
export const logIn = openOperation({
  name: 'account.logIn',
  policy: { formFor: 'guests' },
  api: {
    summary: 'Log in',
    text: 'Returns the token for all other calls, and the user. With two-step login, `otp` is required as well: a code from the authenticator app, or a recovery code. If the password is correct and `otp` is missing or wrong, the response is 401 with `errors.otp`.',
  },
  input: loginForm,
  output: z.object({
    token: z.string().meta({
      description: 'Token of this session, sent as `Authorization: Bearer`. Valid for 30 days.',
      example: 'k2fZ0n1p',
    }),
    user: publicUser.describe('Account that the token belongs to.'),
    changes: changesAtLogIn.optional(),
  }),
  refusals: ['wrongPassword'],
  secretFields: ['password'],
  successMessage: 'login.done',
  failureMessage: 'login.failed',
  async run({ input, context }): Promise<LoggedIn> {
    const { email: name, password } = input;
    const { account, source } = await checkPassword({ name, password, context });
    return countSuccessfulLogin(account.id, context, async () => {
      // Each pass opens at most one session through the second step.
      if (account.totpSince && context.hasSecondStep) return { stepKey: await openPendingLogin(account) };
      return openAfterPassword({ account, source, otp: input.otp, context });
    });
  },
});

/**
 * Runs `open` after a correct password, and counts a log-in of the account from a network.
 *
 * @param open opens the session; if it throws, nothing is counted.
 * @throws Refusal: `tooMany` after 60 in an hour.
 */
export async function countSuccessfulLogin<Result>(
  accountId: string,
  { client }: Pick<CallContext, 'client'>,
  open: () => Promise<Result>,
): Promise<Result> {
  const counted = `${accountId} ${client}`;
  const wait = await consume('rightLogins', counted);
  if (wait > 0) throw tooManyRefusal(wait, 'login.tooOften');
  try {
    return await open();
  } catch (error) {
    await refund('rightLogins', counted);
    throw error;
  }
}

/** Opens a session after a correct password, and checks the code if a second factor is in force. */
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
  const rememberedClient = rememberClient(account, context, { hasFactor: true });
  const changes = await listChangesSinceLogIn(id);
  const whileSlipIsOpen = await requireOpenSlip(account);
  // The write does not wait for the disk if no code is used up. A session that is lost in a power
  // cut was of no use yet, and any later write in it waits and flushes this one too.
  const statements = [
    ...session.steps,
    ...whileSlipIsOpen,
    rememberedClient.statement,
    confirmAddress(account, findEarlier(source.knownAt, totpSince)),
    ...(await firstDeviceSteps(account, context.userAgent)),
    auditEntry({ action: 'session.opened', actorId: id, objectId: id }),
  ];
  if (totpSince) {
    if (!otp) throw codeNeededRefusal('wrongPassword');
    if (!(await verifyAndConsumeFactor({ account, code: otp, source, statements })))
      throw wrongFactorCodeRefusal('wrongPassword');
  } else if (!(await atomically(statements, { durable: false })))
    throw whileSlipIsOpen.length > 0 ? slipOverRefusal() : wrongPassword();
  const linkTo = (path: string) => context.linkTo(path, account.id);
  return {
    token: session.token,
    user: presentUser(account, { ...context, linkTo }),
    ...(changes.length > 0 && { changes }),
    ...rememberedClient.stored,
  };
}

/**
 * Finds the account of a name and a password. The work and the answer are the same whether or not
 * the account exists (docs/requirements.md#identity). Attempts count on the account, whichever of
 * its names was typed.
 *
 * @param name the lower-cased address, or a clinic number as it is stored; of a signed-in user, who
 *   is found by ID, of no account.
 * @param viewer the signed-in user, if any.
 * @returns the account and the source of the attempt.
 * @throws Refusal: `wrongPassword`; `tooMany` after five wrong passwords from one source, a hundred
 *   in an hour from strangers, or twenty a minute from one network.
 */
export async function checkPassword({
  name,
  password,
  context: { client, device, language },
  viewer,
}: {
  name: string;
  password: string;
  context: Pick<CallContext, 'client' | 'device' | 'language'>;
  viewer?: Viewer;
}) {
  const isNamed = name.includes('@') ? eq(users.email, name) : eq(users.loginName, name);
  const [found] = await db()
    .select()
    .from(users)
    .where(viewer ? eq(users.id, viewer.id) : isNamed);
  // The address that fills the column of an account without e-mail is no name.
  const account = isNoEmail(name) ? undefined : found;
  const email = account?.email ?? name;
  const source = await findLoginSource(account, { client, device, viewer });
  const attempted = { kind: 'login' as const, subject: email, source };
  await throttleLogin(attempted);
  // A one-time password is copied from paper, and has none of the letters that resemble digits.
  const typed = account?.mustChangePassword ? plainCode(password) : password;
  if (account && (await isRightPassword(account.passwordHash, typed))) {
    await atomically(forgetAttempts(attempted), { durable: false });
    if (source.network) await refund('wrongLogins', source.network);
    return { account, source };
  }
  if (!account) await isRightPassword(undefined, typed);
  countFailedLogin('password');
  await execute(auditEntry({ action: 'session.refused', objectId: account?.id }));
  if (!source.isKnown) await noticeCeiling({ email, account, language });
  throw wrongPassword(password);
}

/** Says that a password begins or ends with a space, which comes with pasted ones, unseen. */
const wrongPassword = (typed = '') =>
  new Refusal('wrongPassword', 'login.failed', {
    hint: typed === typed.trim() ? 'login.wrong' : 'login.spaceAround',
  });
