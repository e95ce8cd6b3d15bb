import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { deskKeyOf } from '~/domain/identity/desk-key.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { emptyOutput, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { profileNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange, type Step } from '~/platform/db/db.server';

const phoneForm = z.object({
  contactNumber: requiredLine(key('profile.contactNumber'), 24).meta({
    description:
      'Your phone number: 10 digits in the country of your current number, or 11 or 12 digits that begin with a dial code.',
    example: '9876543210',
  }),
});

/**
 * Changes the user's own phone number, also on their reports that wait for a review.
 *
 * @throws Refusal: `invalid` beside `contactNumber`; `signedOut` if the account has just been
 *   deleted.
 */
export const updatePhone = operation({
  name: 'account.updatePhone',
  api: {
    summary: 'Update your phone number',
    text: 'Changes the phone number of your account and of your reports that wait for a review.',
  },
  input: phoneForm,
  output: emptyOutput,
  allow: 'account.own',
  successMessage: 'changePhone.done',
  failureMessage: 'changePhone.failed',
  async run({ viewer, input }) {
    const account = await requireOwnRow(viewer);
    const number = profileNumber(input.contactNumber, account.contactNumber);
    if (!number) throw new Refusal('invalid', 'profile.noNumber', { field: 'contactNumber' });
    const isChanged = await atomically([
      ...phoneSteps(account, number),
      auditEntry({ action: 'phone.changed', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isChanged) throw new Refusal('signedOut', 'refused.signedOut');
    return {};
  },
});

type Account = Pick<typeof users.$inferSelect, 'id' | 'birthYear'>;

/** Builds the steps that change the number of an account and of its reports that wait for a review. */
export function phoneSteps({ id, birthYear }: Account, number: string): Step[] {
  const changedAt = { updatedAt: new Date() };
  return [
    requireChange(
      db()
        .update(users)
        .set({ contactNumber: number, deskKey: deskKeyOf(number, birthYear), ...changedAt })
        .where(eq(users.id, id)),
    ),
    db()
      .update(reports)
      .set({ phoneNumber: number, countryCode: null, ...changedAt })
      .where(and(eq(reports.patientId, id), eq(reports.status, 'Pending'))),
  ];
}
