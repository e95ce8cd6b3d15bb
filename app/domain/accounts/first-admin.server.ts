import { eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { toPlainAddress } from '~/domain/kernel/email';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isDuplicate } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { newToken } from '~/platform/secrets/secrets.server';

/**
 * Creates the first admin at startup if there is none (docs/requirements.md#running). E-mail and
 * password come from the settings, if set. If several servers start at once, only one creates it.
 *
 * @returns the address, with the password if it is a random one, so that it can be shown once;
 *   undefined if there is an admin already.
 */
export async function makeFirstAdmin({ email, password }: { email?: string; password?: string }) {
  if (await hasAdmin()) return undefined;
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

const hasAdmin = async () => (await db().$count(users, eq(users.accountType, 'Admin'))) > 0;

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
