import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { changePasswordForm } from '~/domain/identity/account-schemas';
import { forgetNetworks, rememberClient } from '~/domain/identity/known-clients.server';
import { openSession } from '~/domain/identity/sessions.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { wakeEmailWorker } from '~/domain/outbox/email-worker.server';
import { addressedTo, enqueueEmail } from '~/domain/outbox/enqueue-email.server';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
import { passwordResets, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { hashPassword, isCommonPassword } from '~/platform/secrets/passwords.server';
import { checkPassword, countRightLogin } from './log-in.server';

/**
 * Changing one's own password (docs/requirements.md#validation, docs/requirements.md#api). It ends
 * every session of the account, every bearer token too (docs/requirements.md#identity); the caller
 * gets a new session with the same answer: a browser its cookie, a program its token.
 *
 * @throws Refusal: `invalid` beside the field; `tooMany` after wrong tries, and after as many
 *   changes and log-ins as an hour may have.
 */
export const changePassword = operation({
  name: 'account.changePassword',
  api: {
    summary: 'Change your password',
    text: 'Every session of the account ends, that of this call too. Go on with the new `token`, which is as good as that of a log-in. Where the answer is lost, log in with the new password.',
  },
  input: changePasswordForm,
  output: z.object({
    token: z.string().meta({
      description: 'The token of the new session, for `Authorization: Bearer`; good for 30 days.',
      example: 'k2fZ0n1p',
    }),
  }),
  allow: 'account.own',
  secretFields: ['oldPassword', 'newPassword', 'confirmNewPassword'],
  successMessage: 'changePassword.done',
  failureMessage: 'changePassword.failed',
  async run({ viewer, input, context }): Promise<{ token: string; device?: string }> {
    if (await isCommonPassword(input.newPassword))
      throw new Refusal('invalid', 'password.common', { field: 'newPassword' });
    const { account } = await checkOwnPassword({
      viewer,
      password: input.oldPassword,
      context,
      field: 'oldPassword',
    });
    return countRightLogin(account.id, context, () => writePassword(account, input.newPassword, context));
  },
});

type Account = Awaited<ReturnType<typeof checkPassword>>['account'];

/** Writes a new password, and a session in the place of all others. */
async function writePassword(account: Account, newPassword: string, context: CallContext) {
  const passwordHash = await hashPassword(newPassword);
  const session = openSession({
    userId: account.id,
    kind: context.sessionKind,
    passwordHash,
    userAgent: context.userAgent,
    // One that was switched on meanwhile has ended the session that asks.
    isWithoutFactor: !account.totpSince,
  });
  // No code was shown: whoever changes passwords buys no new guesses at codes.
  const known = rememberClient({ ...account, passwordHash }, context, { hasFactor: false });
  const isStill = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash));
  const isChanged = await atomically([
    requireChange(db().update(users).set({ passwordHash, updatedAt: new Date() }).where(isStill)),
    db().delete(sessions).where(eq(sessions.userId, account.id)),
    db().delete(passwordResets).where(eq(passwordResets.userId, account.id)),
    forgetNetworks(account.id),
    known.statement,
    ...session.steps,
    auditEntry({ action: 'password.changed', actorId: account.id, objectId: account.id }),
    enqueueEmail({
      template: 'passwordChanged',
      ...addressedTo(account),
      params: {},
    }),
  ]);
  // Another change came first: the old password is no longer right.
  if (!isChanged)
    throw new Refusal('invalid', 'changePassword.wrong', { code: 'wrongPassword', field: 'oldPassword' });
  wakeEmailWorker();
  await listDeletions();
  return { token: session.token, ...known.kept };
}

/**
 * The viewer's own account, once their password was right, and where the try came from. Wrong ones
 * lead to the same waits as wrong log-ins, but those of others do not count for somebody who is
 * signed in (docs/requirements.md#identity). Takes the viewer, what was typed and in which field,
 * the channel.
 *
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
    return await checkPassword({ email: viewer.email, password, context, viewer });
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'wrongPassword')) throw error;
    throw new Refusal('invalid', 'changePassword.wrong', { code: 'wrongPassword', field });
  }
}
