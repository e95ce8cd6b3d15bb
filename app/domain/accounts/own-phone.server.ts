import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { allowMessages, endMessages } from '~/domain/identity/message-consents.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { provenColumns } from '~/domain/identity/proven-number.server';
import { booleanField } from '~/domain/kernel/choices';
import { emptyOutput, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { profileNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { requireOwnProof } from '~/domain/log-in/own-proof.server';
import { proofFields } from '~/domain/log-in/passkey-schemas';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, requireChange, type Step } from '~/platform/db/db.server';

const phoneForm = z.object({
  contactNumber: requiredLine(key('profile.contactNumber'), 24).meta({
    description:
      'Your phone number: 10 digits in the country of your current number, or 11 or 12 digits that begin with a dial code.',
    example: '9876543210',
  }),
  ...proofFields,
});

/**
 * Changes the user's own phone number, also on their reports that wait for a review. It proves at
 * the front desk who they are.
 *
 * @throws Refusal: `invalid` beside `contactNumber`; as `requireOwnProof` does; `signedOut` if the
 *   account has just been deleted.
 */
export const updatePhone = operation({
  name: 'account.updatePhone',
  api: {
    summary: 'Update your phone number',
    text: 'Changes the phone number of your account and of your reports that wait for a review. Requires the password or a passkey, because the number proves at the front desk who you are. Sending the present number confirms it.',
  },
  input: phoneForm,
  output: emptyOutput,
  allow: 'account.own',
  secretFields: ['password', 'credential'],
  successMessage: 'changePhone.done',
  failureMessage: 'changePhone.failed',
  async run({ viewer, input, context }) {
    const account = await requireOwnRow(viewer);
    const number = profileNumber(input.contactNumber, account.contactNumber);
    if (!number) throw new Refusal('invalid', 'profile.noNumber', { field: 'contactNumber' });
    await requireOwnProof({ viewer, proof: input, context });
    const isChanged = await atomically([
      ...phoneSteps(account, number),
      auditEntry({ action: 'phone.changed', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isChanged) throw new Refusal('signedOut', 'refused.signedOut');
    return {};
  },
});

const mayWrite = booleanField.meta({ description: 'Whether the staff may write to you.', example: true });

/**
 * Notes or ends the user's leave to be written to on their phone number that there is an answer.
 *
 * @throws Refusal: `conflict` if the account has no phone number.
 */
export const updateMessageConsent = operation({
  name: 'account.updateMessageConsent',
  api: {
    summary: 'Allow or end messages to your phone',
    text: 'Says whether the staff may write to your present phone number that there is an answer. A new number begins without leave. Returns 409 without a phone number.',
  },
  input: z.object({ mayWrite }),
  // On a page the box is ticked or not.
  inputOnPage: z.object({ mayWrite: z.preprocess((ticked) => ticked ?? false, mayWrite) }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  successMessage: 'messageConsent.done',
  failureMessage: 'messageConsent.failed',
  async run({ viewer, input }) {
    const { contactNumber } = await requireOwnRow(viewer);
    if (contactNumber === null) throw new Refusal('conflict', 'messageConsent.noNumber');
    const change = input.mayWrite ? allowMessages : endMessages;
    await execute(change(viewer.id, contactNumber));
    return {};
  },
});

type Account = Pick<typeof users.$inferSelect, 'id' | 'birthYear'>;

/**
 * Builds the steps that change the number of an account and of its reports that wait for a review.
 * The caller has checked who asks, so the number proves from now on.
 */
export function phoneSteps({ id, birthYear }: Account, number: string): Step[] {
  const changedAt = { updatedAt: new Date() };
  return [
    requireChange(
      db()
        .update(users)
        .set({ ...provenColumns({ birthYear }, number), ...changedAt })
        .where(eq(users.id, id)),
    ),
    db()
      .update(reports)
      .set({ phoneNumber: number, countryCode: null, ...changedAt })
      .where(and(eq(reports.patientId, id), eq(reports.status, 'Pending'))),
  ];
}
