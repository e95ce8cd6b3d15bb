import { eq, inArray } from 'drizzle-orm';
import { removeKeysOfAccount } from '~/domain/identity/waiting-keys.server';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { releaseAllClaims } from '~/domain/queue/claim-rules.server';
import {
  codes,
  heldSignups,
  passkeyChallenges,
  passkeys,
  passwordResets,
  pendingLogins,
  recoveryCodes,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { consents } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';

/**
 * Builds the statements that remove an account's dependent rows, except its reports.
 *
 * @param emails the IDs of the e-mails that wait for its address.
 */
export function removeDependents(
  { id, email }: { id: string; email: string },
  emails: string[],
): Statement[] {
  return [
    db().delete(consents).where(eq(consents.userId, id)),
    db().delete(sessions).where(eq(sessions.userId, id)),
    removeKeysOfAccount(id),
    endPushOf(id),
    db().delete(passwordResets).where(eq(passwordResets.userId, id)),
    db().delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db().delete(pendingLogins).where(eq(pendingLogins.userId, id)),
    db().delete(addressDisputes).where(eq(addressDisputes.userId, id)),
    db().delete(passkeys).where(eq(passkeys.userId, id)),
    db().delete(passkeyChallenges).where(eq(passkeyChallenges.userId, id)),
    db().delete(codes).where(eq(codes.email, email)),
    db().delete(heldSignups).where(eq(heldSignups.email, email)),
    releaseAllClaims(id),
    db().delete(outbox).where(inArray(outbox.id, emails)),
  ];
}
