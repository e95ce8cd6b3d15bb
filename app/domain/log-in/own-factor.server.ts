import { and, eq, gt } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { passkeyChallenges, passkeys } from '~/platform/db/core/tables/accounts.server';
import { db, type Statement } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';

/** Minutes in which a begun set-up of a second factor has to be confirmed. */
const setUpMinutes = 60;

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

const setUpHash = (token: string) => hashToken(`set-up of a second factor: ${token}`);

/**
 * Builds the statements that tie a set-up of a second factor to the session that has begun it with
 * the password. No other session sees its secret or confirms it.
 *
 * @param token the token of the session.
 */
export function tieSetUp(userId: string, token: string): Statement[] {
  const challengeHash = setUpHash(token);
  const expiresAt = new Date(Date.now() + setUpMinutes * 60_000);
  return [
    db().delete(passkeyChallenges).where(eq(passkeyChallenges.challengeHash, challengeHash)),
    db().insert(passkeyChallenges).values({ challengeHash, userId, expiresAt }),
  ];
}

/** Checks whether a session has begun the set-up of a second factor within the last hour. */
export async function hasBegunSetUp(userId: string, token: string): Promise<boolean> {
  const { challengeHash, userId: owner, expiresAt } = passkeyChallenges;
  const isTied = and(eq(challengeHash, setUpHash(token)), eq(owner, userId), gt(expiresAt, new Date()));
  return (await db().$count(passkeyChallenges, isTied)) > 0;
}
