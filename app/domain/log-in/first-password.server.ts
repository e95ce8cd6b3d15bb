import { z } from 'zod';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { chooseFirstPasswordForm } from '~/domain/identity/password-schemas';
import { findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { requireSlipInTime } from '~/domain/identity/slip-end.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { writePassword } from './change-password.server';
import { countSuccessfulLogin } from './log-in.server';
import { requireGoodPassword } from './password-rule.server';

/**
 * Replaces the one-time password of a slip at the first log-in with it. Every other session of the
 * account ends.
 *
 * @throws Refusal: `conflict` if the account has a password of its own, or the slip has ended; `invalid` beside
 *   `newPassword`; `signedOut` if the session has ended meanwhile, for example by a new slip.
 */
export const chooseFirstPassword = operation({
  name: 'account.chooseFirstPassword',
  api: {
    summary: 'Replace a one-time password',
    text: 'Sets a password of your own after the first log-in with the one-time password of a slip. Until then other calls return 403 with the code `new_password_required`. Continue with the new `token`. Returns 409 if the account has a password of its own.',
  },
  input: chooseFirstPasswordForm,
  output: z.object({
    token: z.string().meta({
      description: 'Token of the new session, sent as `Authorization: Bearer`. Valid for 30 days.',
      example: 'k2fZ0n1p',
    }),
  }),
  refusals: ['conflict'],
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  secretFields: ['newPassword', 'confirmNewPassword'],
  successMessage: 'changePassword.done',
  failureMessage: 'changePassword.failed',
  async run({ viewer, input: { newPassword, token }, context }): Promise<{ token: string; device?: string }> {
    const account = await requireOwnRow(viewer);
    if (!account.mustChangePassword) throw new Refusal('conflict', 'firstPassword.notNeeded');
    await requireSlipInTime(account);
    await requireGoodPassword(newPassword, account, 'newPassword');
    return countSuccessfulLogin(account.id, context, async () => {
      const session = await writePassword(account, newPassword, context, requireOpenSession(viewer, token));
      if (!session) throw await findSessionRefusal(token, new Refusal('conflict', 'firstPassword.notNeeded'));
      return session;
    });
  },
});
