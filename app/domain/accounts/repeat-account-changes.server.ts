import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { removeAddressOf } from '~/domain/identity/address-dispute.server';
import { forgetNetworks } from '~/domain/identity/known-clients.server';
import { demandsSecondFactor } from '~/domain/identity/own-row.server';
import { endChecksOf } from '~/domain/identity/session-endings.server';
import { toStoredNoEmail } from '~/domain/kernel/no-email';
import { removePasskeysOf } from '~/domain/log-in/own-factor.server';
import { passkeys, recoveryCodes, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { newToken } from '~/platform/secrets/tokens.server';

type Change = { action: string };

/**
 * Repeats, in a restored database, changes to the log-in of an account. The new password and the
 * new second factor are lost, and the old ones must not come back:
 *
 * - A password changed or reset since the backup opens nothing; its owner resets it by e-mail. A
 *   reset removes passkeys again, as `resetPassword` does.
 * - If a second factor was switched on since, the password opens nothing either, since the backup
 *   cannot ask for that factor. An older second factor is removed.
 * - A second factor switched off since is off.
 * - A new slip ends the codes of printed summaries.
 * - Recovery codes are removed if they were renewed or one of them was used.
 *
 * @param passwords the entries since the backup, oldest first, with the names of the list.
 * @param factors the same for the second factor.
 */
export async function repeatAccountChanges(
  accountId: string,
  { passwords, factors }: { passwords: Change[]; factors: Change[] },
): Promise<{ isPasswordEnded: boolean; isFactorEnded: boolean }> {
  const isOwn = eq(users.id, accountId);
  const [account] = await db().select().from(users).where(isOwn);
  if (!account) return { isPasswordEnded: false, isFactorEnded: false };
  const lastSwitch = factors.findLast(({ action }) => /\.(?:on|off)$/.test(action))?.action;
  const isPasswordEnded = passwords.length > 0 || lastSwitch === 'secondfactor.on';
  const isFactorEnded = factors.length > 0 && account.totpSince !== null;
  // The hash of a secret that nobody knows, so that checking it takes as long as any other
  // password.
  const passwordHash = isPasswordEnded ? await hashPassword(newToken()) : undefined;
  const isReset = passwords.some(({ action }) => action === 'password.reset');
  const hasNewSlip = passwords.some(({ action }) => action.startsWith('slip.'));
  const changedAt = { updatedAt: new Date() };
  await atomically([
    hasNewSlip && lock(users, isOwn),
    passwordHash !== undefined &&
      db()
        .update(users)
        .set({ passwordHash, ...changedAt })
        .where(isOwn),
    isReset && !demandsSecondFactor(account) && removePasskeysOf(accountId),
    hasNewSlip && endChecksOf(accountId),
    isPasswordEnded && forgetNetworks(accountId),
    isPasswordEnded && auditEntry({ action: 'password.changed', objectId: accountId }),
    lastSwitch !== undefined &&
      db()
        .update(users)
        .set({ totpSecret: null, totpSince: null, totpLastStep: null, ...changedAt })
        .where(isOwn),
    factors.length > 0 && db().delete(recoveryCodes).where(eq(recoveryCodes.userId, accountId)),
    // Written even if the backup has no factor: it settles the repeated entries, so that a restore
    // of a later backup does not repeat them again.
    factors.length > 0 &&
      auditEntry({
        action: lastSwitch === undefined ? 'secondFactor.renewed' : 'secondFactor.off',
        objectId: accountId,
      }),
  ]);
  return { isPasswordEnded, isFactorEnded };
}

/**
 * Takes again, in a restored database, the address off an account that its owner had disputed.
 *
 * @returns true if there was one.
 */
export const repeatAddressRemoval = (accountId: string): Promise<boolean> =>
  atomically([
    lock(users, eq(users.id, accountId)),
    requireChange(
      db()
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            eq(users.id, accountId),
            isNotNull(users.loginName),
            ne(users.email, toStoredNoEmail(accountId)),
          ),
        ),
    ),
    removeAddressOf(accountId),
    auditEntry({ action: 'email.removed', objectId: accountId }),
  ]);

/**
 * Removes again, in a restored database, a passkey or all those of an account.
 *
 * @param objectId the ID of the passkey or of the account, as in the entry.
 * @returns true if there was one.
 */
export const repeatPasskeyRemoval = (objectId: string): Promise<boolean> =>
  atomically([
    requireChange(
      db()
        .delete(passkeys)
        .where(or(eq(passkeys.id, objectId), eq(passkeys.userId, objectId))),
    ),
    auditEntry({ action: 'passkey.removed', objectId }),
  ]);
