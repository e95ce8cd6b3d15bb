import { eq } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { passkeys } from '~/platform/db/core/tables/accounts.server';
import { db, type Statement } from '~/platform/db/db.server';

/** Counts the passkeys of an account. */
export const countPasskeys = (userId: string): Promise<number> =>
  db().$count(passkeys, eq(passkeys.userId, userId));

/**
 * Requires that a session in which the demanded second factor was not shown may set one up. If the
 * account has passkeys, they are that factor, and the password alone must not replace them.
 *
 * @throws Refusal: `forbidden`.
 */
export async function requireOwnFactor(viewer: Viewer): Promise<void> {
  if (!viewer.needs2faSetup || (await countPasskeys(viewer.id)) === 0) return;
  throw new Refusal('forbidden', 'passkeys.logInWithIt', { code: 'secondFactorSetUpRequired' });
}

/**
 * Builds the statement that removes every passkey of an account, such as after a reset of its
 * password. The list of changes that a restore repeats has to name the reason.
 */
export const removePasskeysOf = (userId: string): Statement =>
  db().delete(passkeys).where(eq(passkeys.userId, userId));
