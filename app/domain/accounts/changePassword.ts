import { and, eq } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import { atomically, db, must } from '~/platform/db/db.server';
import { passwordResets, sessions, users } from '~/platform/db/tables';
import { hashPassword, isCommonPassword } from '~/platform/passwords.server';
import { record } from '../audit/record';
import { nothingMore } from '../fields';
import { nudgePostman } from '../notices/postman';
import { tell } from '../notices/tell';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import { openSession } from '../sessions/sessions';
import type { Viewer } from '../viewer';
import { checkPassword } from './logIn';
import { changePasswordForm } from './schemas';

/**
 * Changing one's own password (specification §5, §7). It ends every session of the account, every bearer token too (decisions:
 * Identity); the browser it was done in gets a new session with the same answer.
 * Refusals: `invalid` beside the field; `tooMany` after wrong tries, which count with those of the log-in page.
 */
export const changePassword = operation({
  name: 'account.changePassword',
  input: changePasswordForm,
  output: nothingMore,
  allow: 'account.own',
  secretFields: ['oldPassword', 'newPassword', 'confirmNewPassword'],
  done: 'changePassword.done',
  failed: 'changePassword.failed',
  async run({ viewer, input, door }): Promise<{ token?: string }> {
    if (await isCommonPassword(input.newPassword))
      throw new Refusal('invalid', 'password.common', { field: 'newPassword' });
    const account = await requireOwnPassword({
      viewer,
      password: input.oldPassword,
      client: door.client,
      field: 'oldPassword',
    });
    const passwordHash = await hashPassword(input.newPassword);
    const session = openSession({ userId: account.id, kind: 'web', passwordHash });
    const isStill = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash));
    const isChanged = await atomically([
      must(db().update(users).set({ passwordHash, updatedAt: new Date() }).where(isStill)),
      db().delete(sessions).where(eq(sessions.userId, account.id)),
      db().delete(passwordResets).where(eq(passwordResets.userId, account.id)),
      door.kind === 'page' && must(session.statement),
      record({ action: 'password.changed', actorId: account.id, objectId: account.id }),
      tell({
        letter: 'passwordChanged',
        to: { name: account.firstName, address: account.email },
        facts: {},
        language: account.language as Language,
      }),
    ]);
    // Somebody was faster: what was right a moment ago is the old password now.
    if (!isChanged) throw new Refusal('invalid', 'changePassword.wrong', { field: 'oldPassword' });
    nudgePostman();
    return door.kind === 'page' ? { token: session.token } : {};
  },
});

/**
 * The viewer's own account, once their password was right. Wrong ones count like wrong log-ins (decisions: Identity).
 * In: the viewer, what was typed and in which field, the client's address. Refusals: `invalid` beside the field, `tooMany`.
 */
export async function requireOwnPassword({
  viewer,
  password,
  client,
  field,
}: {
  viewer: Viewer;
  password: string;
  client: string;
  field: string;
}) {
  try {
    return await checkPassword({ email: viewer.email, password, client });
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'wrongPassword')) throw error;
    throw new Refusal('invalid', 'changePassword.wrong', { field });
  }
}
