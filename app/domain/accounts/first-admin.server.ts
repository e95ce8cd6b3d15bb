import { type AnyColumn, and, eq, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { toPlainAddress } from '~/domain/kernel/email';
import { findWeakness } from '~/domain/log-in/password-rule.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isDuplicate } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import { note } from '~/platform/observability/log.server';
import type { PasswordWeakness } from '~/platform/secrets/password-rule.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { newToken } from '~/platform/secrets/tokens.server';

/**
 * Creates the first admin at startup if there is none (docs/requirements.md#running). E-mail and
 * password come from the settings, if set. If several servers start at once, only one creates it.
 * If there is one, a password that is easy to guess is logged as a warning.
 *
 * @returns the address, with the password if it is a random one, so that it can be shown once;
 *   undefined if there is an admin already.
 * @throws OperatorError for a password that is easy to guess.
 */
export async function makeFirstAdmin({ email, password }: { email?: string; password?: string }) {
  if (await hasAdmin()) {
    // An admin from before this rule logs in with it, perhaps.
    if (password && (await findAdminWeakness({ email, password }))) note('admin.weakPassword');
    return undefined;
  }
  await requireAdminPassword({ email, password });
  const address = toPlainAddress(email ?? 'admin@localhost');
  const chosen = password ?? newToken().slice(0, 16);
  try {
    await makeAdmin({ email: address, password: chosen });
  } catch (error) {
    // Another server was first.
    if (isDuplicate(error) && (await hasAdmin())) return undefined;
    throw error;
  }
  return { email: address, randomPassword: password ? undefined : chosen };
}

const findAdminWeakness = ({ email, password }: { email?: string; password: string }) =>
  findWeakness(password, { ...placeholderName, email });

/**
 * Requires that the password of the first admin is as good as everybody's.
 *
 * @throws OperatorError.
 */
export async function requireAdminPassword({ email, password }: { email?: string; password?: string }) {
  const weakness = password && (await findAdminWeakness({ email, password }));
  if (!weakness) return;
  throw new OperatorError(
    `ADMIN_PASSWORD ${sentences[weakness]}. Choose another one, such as four words that do not belong together.`,
  );
}

const sentences: Record<PasswordWeakness, string> = {
  blank: 'consists of blanks',
  repeated: 'is one character again and again',
  named: 'is made of the name of the product, the clinic or the admin',
  common: 'is a very common password',
  example: 'is the example of the manual',
};

/**
 * Returns the condition of an admin who can act: one whom another admin has added counts from their
 * first password on.
 *
 * @param table the accounts, or an alias of them.
 */
export const isActiveAdmin = (
  table: Record<'accountType' | 'mustChangePassword', AnyColumn> = users,
): SQL | undefined => and(eq(table.accountType, 'Admin'), eq(table.mustChangePassword, false));

const hasAdmin = async () => (await db().$count(users, isActiveAdmin())) > 0;

/** The name of an admin until they enter their own. */
export const placeholderName = { firstName: 'Clinic', lastName: 'Admin' };

/**
 * Creates an admin.
 *
 * @param email a lower-cased address without an account.
 * @param password 8 to 128 characters.
 */
export async function makeAdmin({
  email,
  password,
  firstName = placeholderName.firstName,
  lastName = placeholderName.lastName,
}: {
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
}) {
  const now = new Date();
  const passwordHash = await hashPassword(password);
  const id = newId();
  await atomically([
    db().insert(users).values({
      id,
      accountType: 'Admin',
      firstName,
      lastName,
      email,
      passwordHash,
      approved: true,
      createdAt: now,
      updatedAt: now,
    }),
    auditEntry({ action: 'account.opened', objectId: id }),
  ]);
  return id;
}
