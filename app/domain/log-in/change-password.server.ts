import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { forgetNetworks, rememberClient } from '~/domain/identity/known-clients.server';
import { demandsSecondFactor } from '~/domain/identity/own-row.server';
import { changePasswordForm, changePasswordOnPage } from '~/domain/identity/password-schemas';
import { openSession } from '~/domain/identity/sessions.server';
import { endSharesOf } from '~/domain/identity/share-endings.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  type addresseeColumns,
  enqueueEmail,
  toAddressee,
} from '~/domain/notifications/enqueue-email.server';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { passwordResets, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange, type Step } from '~/platform/db/db.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { checkPassword, countSuccessfulLogin } from './log-in.server';
import { requireGoodPassword } from './password-rule.server';

/**
 * Changes the user's own password (docs/requirements.md#validation, docs/requirements.md#api). Ends
 * every session of the account, including bearer tokens (docs/requirements.md#identity), and its
 * links for other doctors, unless the user keeps them. The answer opens a new one: a cookie for a browser, a token for an API client.
 *
 * @throws Refusal: `invalid` beside the field; `tooMany` after wrong passwords, or after more
 *   changes and log-ins than an hour allows.
 */
export const changePassword = operation({
  name: 'account.changePassword',
  api: {
    summary: 'Change your password',
    text: 'Ends every session of the account, including the one of this call, and its open links for other doctors unless `endLinks` is `false`. Continue with the new `token`, which works like the one from a log-in. If the response is lost, log in with the new password.',
  },
  input: changePasswordForm,
  inputOnPage: changePasswordOnPage,
  output: z.object({
    token: z.string().meta({
      description: 'Token of the new session, sent as `Authorization: Bearer`. Valid for 30 days.',
      example: 'k2fZ0n1p',
    }),
  }),
  allow: 'account.own',
  policy: { newPassword: 'optional' },
  secretFields: ['oldPassword', 'newPassword', 'confirmNewPassword'],
  successMessage: 'changePassword.done',
  failureMessage: 'changePassword.failed',
  async run({ viewer, input, context }): Promise<{ token: string; device?: string }> {
    await requireGoodPassword(input.newPassword, viewer, 'newPassword');
    const { account } = await checkOwnPassword({
      viewer,
      password: input.oldPassword,
      context,
      field: 'oldPassword',
    });
    return countSuccessfulLogin(account.id, context, async () => {
      const ending = input.endLinks ? [endSharesOf(account.id, 'password')] : [];
      const session = await writePassword(account, input.newPassword, context, ending);
      // Another change came first, so the old password is no longer right.
      if (!session)
        throw new Refusal('invalid', 'changePassword.wrong', { code: 'wrongPassword', field: 'oldPassword' });
      return session;
    });
  },
});

type Account = Pick<
  typeof users.$inferSelect,
  'id' | 'passwordHash' | 'totpSince' | 'helperSince' | 'frontDeskSince' | keyof typeof addresseeColumns
>;

/**
 * Writes a new password, and one session in place of all the others.
 *
 * @param steps conditions and changes of the caller, added to the transaction.
 * @returns the new session; undefined if the password was changed meanwhile or a condition fails.
 */
export async function writePassword(
  account: Account,
  newPassword: string,
  context: CallContext,
  steps: Step[] = [],
): Promise<{ token: string; device?: string } | undefined> {
  const passwordHash = await hashPassword(newPassword);
  const session = openSession({
    userId: account.id,
    kind: context.sessionKind,
    passwordHash,
    userAgent: context.userAgent,
    // If a second factor was switched on meanwhile, the calling session has already ended.
    isWithoutFactor: !account.totpSince,
    // Without a factor of its own, the calling session has satisfied a demanded one by a passkey.
    withPasskey: !account.totpSince && demandsSecondFactor(account),
  });
  // No code was entered, so a password change must not earn new guesses at codes.
  const rememberedClient = rememberClient({ ...account, passwordHash }, context, { hasFactor: false });
  const isStill = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash));
  const isChanged = await atomically([
    ...steps,
    requireChange(
      db()
        .update(users)
        .set({ passwordHash, mustChangePassword: false, updatedAt: new Date() })
        .where(isStill),
    ),
    db().delete(sessions).where(eq(sessions.userId, account.id)),
    endPushOf(account.id),
    db().delete(passwordResets).where(eq(passwordResets.userId, account.id)),
    forgetNetworks(account.id),
    rememberedClient.statement,
    ...session.steps,
    auditEntry({ action: 'password.changed', actorId: account.id, objectId: account.id }),
    enqueueEmail({
      template: 'passwordChanged',
      ...toAddressee(account),
      params: {},
    }),
  ]);
  if (!isChanged) return undefined;
  wakeOutbox();
  await listDeletions();
  return { token: session.token, ...rememberedClient.stored };
}

/**
 * Checks the user's own password. Wrong passwords lead to the same waits as wrong log-ins, but
 * attempts by other clients do not count against a signed-in user (docs/requirements.md#identity).
 *
 * @param password the password as typed.
 * @param field the form field it was typed in.
 * @returns the user's account and the source of the attempt.
 * @throws Refusal: `invalid` beside the field, `tooMany`.
 */
export async function checkOwnPassword({
  viewer,
  password,
  context,
  field,
}: {
  viewer: Viewer;
  password: string;
  context: CallContext;
  field: string;
}) {
  try {
    return await checkPassword({ name: viewer.email, password, context, viewer });
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'wrongPassword')) throw error;
    const sentence = error.hint === 'login.spaceAround' ? error.hint : 'changePassword.wrong';
    throw new Refusal('invalid', sentence, { code: 'wrongPassword', field });
  }
}
