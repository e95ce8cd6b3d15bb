import { and, eq, gt, lte } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import {
  forgotPasswordForm,
  forgotPasswordPageForm,
  resetPasswordForm,
} from '~/domain/identity/account-schemas';
import { forgetNetworks, rememberClient } from '~/domain/identity/known-clients.server';
import { demandsSecondFactor } from '~/domain/identity/own-row.server';
import { endSharesOf } from '~/domain/identity/share-endings.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { openOperation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { passwordResets, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { sign } from '~/platform/secrets/secrets.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { forgetTries } from './login-attempts.server';
import { removePasskeysOf } from './own-factor.server';
import { requireGoodPassword } from './password-rule.server';

/** Minutes that the link of a reset e-mail is valid (docs/requirements.md#identity). */
export const resetLifetimeMinutes = 30;

/**
 * Sends a link to choose a new password. Only the mailbox learns whether the address has an account
 * (docs/requirements.md#identity).
 */
export const askForReset = openOperation({
  name: 'account.askForReset',
  api: {
    summary: 'Request a new password',
    text: 'Sends a link to choose a new password, valid for 30 minutes. The response is the same whether or not the address has an account.',
  },
  input: forgotPasswordForm,
  output: emptyOutput,
  limits: ['codes'],
  successMessage: 'forgot.done',
  failureMessage: 'forgot.failed',
  policy: { formFor: 'guests', refusalsSay: 'failure' },
  async run({ input: { email }, context }) {
    const wait = await consume('resetsOfAddress', sign('reset address', email));
    if (wait > 0) throw tooManyRefusal(wait);
    const [account] = await db().select().from(users).where(eq(users.email, email));
    const token = newToken();
    const now = Date.now();
    const expiresAt = new Date(now + resetLifetimeMinutes * 60_000);
    await atomically([
      db()
        .delete(passwordResets)
        .where(lte(passwordResets.expiresAt, new Date(now))),
      // Written without an account too, so that the work is the same.
      db()
        .insert(passwordResets)
        .values({ tokenHash: hashToken(token), userId: account?.id ?? null, expiresAt }),
      enqueueEmail({
        template: 'resetPassword',
        to: account ? toAddressee(account).to : { name: '', address: email },
        isForNobody: !account,
        params: { token, minutes: resetLifetimeMinutes },
        language: context.language,
        usefulMinutes: resetLifetimeMinutes,
      }),
    ]);
    wakeOutbox();
    return {};
  },
});

/**
 * Sends a link as `askForReset` does, for the page, which also takes a clinic number. Nothing
 * happens for one, whether or not it has an account: the page says where its owner gets a new slip.
 */
export const askForResetOnPage = {
  ...askForReset,
  input: forgotPasswordPageForm,
  async run({ input, ...call }: Parameters<typeof askForReset.run>[0]): Promise<Record<string, unknown>> {
    return input.email.includes('@') ? askForReset.run({ ...call, input }) : {};
  },
};

/**
 * Sets a new password with the link from the e-mail. The link works once, and every session of the
 * account ends (docs/requirements.md#identity), and so does every link for another doctor. Its passkeys are removed, unless the clinic demands
 * a second factor of the account: a mailbox alone must not remove that.
 *
 * @throws Refusal: `invalid` if the link has expired or was used; `invalid` beside `password` for
 *   one that is easy to guess; `tooMany` after twenty wrong links from one network in an hour.
 */
export const resetPassword = openOperation({
  name: 'account.resetPassword',
  api: {
    summary: 'Choose a new password',
    text: 'Sets a new password with the token from the link. Ends every session and every link for another doctor of the account and removes its passkeys; if the clinic requires a second factor of it, they stay.',
  },
  input: resetPasswordForm,
  output: emptyOutput,
  limits: ['wrongResets'],
  secretFields: ['password', 'confirmPassword'],
  successMessage: 'reset.done',
  failureMessage: 'reset.failed',
  policy: { formFor: 'guests', refusalsSay: 'failure' },
  async run({ input: { token, password }, context }): Promise<{ device?: string }> {
    const userId = await findReset(token);
    const [account] = userId ? await db().select().from(users).where(eq(users.id, userId)) : [];
    if (!userId || !account) throw new Refusal('invalid', 'reset.over');
    // Only invalid links count.
    await refund('wrongResets', context.client);
    await requireGoodPassword(password, account, 'password');
    const passwordHash = await hashPassword(password);
    // Remembers this browser, so that its owner gets in while strangers are throttled; no code was given.
    const rememberedClient = rememberClient({ ...account, passwordHash }, context, { hasFactor: false });
    const isFirst = await atomically([
      requireChange(
        db()
          .delete(passwordResets)
          .where(
            and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, new Date())),
          ),
      ),
      db().delete(passwordResets).where(eq(passwordResets.userId, userId)),
      db().update(users).set({ passwordHash, updatedAt: new Date() }).where(eq(users.id, userId)),
      db().delete(sessions).where(eq(sessions.userId, userId)),
      endPushOf(userId),
      !demandsSecondFactor(account) && removePasskeysOf(userId),
      // A stranger who knew the password may have made some.
      endSharesOf(userId, 'password'),
      forgetNetworks(userId),
      rememberedClient.statement,
      forgetTries('login', account.email),
      auditEntry({ action: 'password.reset', actorId: userId, objectId: userId }),
    ]);
    if (!isFirst) throw new Refusal('invalid', 'reset.over');
    await listDeletions();
    return rememberedClient.stored;
  },
});

/**
 * Finds the account whose password a link can still reset.
 *
 * @returns the account's ID, or undefined if the link has expired or was used.
 */
export async function findReset(token: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, new Date())));
  return row?.userId ?? undefined;
}
