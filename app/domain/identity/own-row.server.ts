import { eq } from 'drizzle-orm';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { isNoEmail } from '~/domain/kernel/no-email';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';

/**
 * Reads the viewer's own row.
 *
 * @throws Refusal: `signedOut` if the account has just been deleted.
 */
export async function requireOwnRow(viewer: Viewer) {
  const [row] = await db().select().from(users).where(eq(users.id, viewer.id));
  if (!row) throw new Refusal('signedOut', 'refused.signedOut');
  return row;
}

/** Returns the name with which the owner of an account logs in, as an app or a device shows it. */
export const toShownLoginName = ({
  email,
  loginName,
}: Pick<typeof users.$inferSelect, 'email' | 'loginName'>): string =>
  loginName && isNoEmail(email) ? formatClinicNumber(loginName) : email;

/**
 * Reads the name and credentials with which a viewer signs a text now.
 *
 * @throws Refusal: `signedOut` if the account has just been deleted.
 */
export async function signatureOf(viewer: Viewer) {
  const { registrationNumber, council, qualification } = await requireOwnRow(viewer);
  return {
    expertId: viewer.id,
    expertFirstName: viewer.firstName,
    expertLastName: viewer.lastName,
    expertRegistration: registrationNumber,
    expertCredentials: { expertId: viewer.id, registrationNumber, council, qualification },
  };
}

type Holder = Pick<typeof users.$inferSelect, 'accountType' | 'helperSince' | 'frontDeskSince'>;

/**
 * Checks whether the clinic requires a second factor of an account, for its type or for a duty (the
 * setting REQUIRE_2FA).
 */
export function demandsSecondFactor({ accountType, helperSince, frontDeskSince }: Holder): boolean {
  const demanded = getSettings().secondFactorFor;
  return (
    demanded.includes(accountType.toLowerCase()) ||
    (helperSince !== null && demanded.includes('helper')) ||
    (frontDeskSince !== null && demanded.includes('frontdesk'))
  );
}
