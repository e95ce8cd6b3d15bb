import { z } from 'zod';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { credentialsForm } from '~/domain/identity/account-schemas';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { presentUser, publicUser } from '~/domain/identity/present-user';
import { operation } from '~/domain/kernel/operation';
import { changeOwnRow } from './profile.server';

/**
 * Changes an expert's own credentials. An approval stays valid, and admins see the time of a later
 * change.
 *
 * @throws Refusal: `signedOut` if the account has just been deleted.
 */
export const updateCredentials = operation({
  name: 'account.updateCredentials',
  api: {
    summary: 'Change your registration',
    text: 'For experts. Your approval is kept, and admins see when the registration changed. Omitted fields are unchanged; empty ones are removed.',
  },
  input: credentialsForm,
  output: z.object({ data: publicUser.describe('Updated account.') }),
  allow: 'expert.credentials',
  clearableFields: ['council', 'qualification'],
  successMessage: 'credentials.done',
  failureMessage: 'credentials.failed',
  async run({ viewer, input, context }) {
    const current = await requireOwnRow(viewer);
    const { registrationNumber } = input;
    const council = input.council === undefined ? current.council : input.council || null;
    const qualification =
      input.qualification === undefined ? current.qualification : input.qualification || null;
    const next = { registrationNumber, council, qualification, updatedAt: new Date() };
    const isSame =
      current.registrationNumber === registrationNumber &&
      current.council === council &&
      current.qualification === qualification;
    if (isSame) return { data: presentUser(current, context) };
    await changeOwnRow(viewer, next, 'credentials.changed');
    await listDeletions();
    return { data: presentUser({ ...current, ...next }, context) };
  },
});
