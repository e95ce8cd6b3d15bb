import { phoneSteps } from '~/domain/accounts/own-phone.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { profileNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { atomically } from '~/platform/db/db.server';
import { requireDeskAccount, requireIdentity } from './identity.server';
import { changePhoneForm } from './schemas';

/**
 * Changes the phone number of somebody at the front desk, also on their reports that wait for a
 * review, so that doctors and staff call the new one.
 *
 * @throws Refusal: as `issueSlip` does for the account and the answers; `invalid` beside `newNumber`.
 */
export const changePhone = operation({
  name: 'account.changePhone',
  api: {
    summary: 'Change the phone number of a patient',
    text: 'For admins and the front desk. Checks the answers of the person, and changes the phone number of the account and of its reports that wait for a review.',
  },
  input: changePhoneForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict', 'tooMany'],
  allow: 'account.issueSlip',
  secretFields: ['password'],
  successMessage: 'changePhone.done',
  failureMessage: 'changePhone.failed',
  async run({ viewer, input }) {
    const account = await requireDeskAccount(input.userId, viewer);
    const number = profileNumber(input.newNumber, account.contactNumber);
    if (!number) throw new Refusal('invalid', 'profile.noNumber', { field: 'newNumber' });
    await requireIdentity(account, input, viewer);
    await atomically([
      ...phoneSteps(account, number),
      auditEntry({ action: 'phone.changed', actorId: viewer.id, objectId: account.id }),
    ]);
    return {};
  },
});
