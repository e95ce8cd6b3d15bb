import { z } from 'zod';
import { approveCall, approveForm, expertIdOnly } from '~/domain/identity/expert-schemas';
import { expertStatusOf, requireExpert } from '~/domain/identity/expert-status.server';
import { requireNumberOrReason } from '~/domain/identity/registration-rule.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type Warning, warnings } from '~/domain/kernel/warnings';
import { presentExpert } from './present-expert.server';
import {
  checkSteps,
  findRegistrationRecords,
  isNumberAs,
  toCheckColumns,
} from './registration-checks.server';
import { moveExpert } from './status-moves.server';

/**
 * Approves an expert, and records how their registration was checked if the admin says so (docs/requirements.md#states, docs/requirements.md#api).
 *
 * @throws Refusal: `notFound` if there is no such expert; `conflict` if the expert is approved
 *   already, has to be restored first, or has a registration number other than the page showed; as `requireNumberOrReason`.
 */
export const approveExpert = operation({
  name: 'expert.approve',
  api: {
    summary: 'Approve an expert',
    text: 'For admins. Approves an expert. Returns 409 if they are already approved. Everything but `expertId` is optional, and recorded if sent. `warnings` has `registration_missing` if there is neither a registration number nor your reason, and `registration_unchecked` if there is a number and you do not say how you checked it. Once the clinic requires a registration on record, neither number nor reason is refused with 409 and the code `registration_missing`.',
  },
  input: approveCall,
  inputOnPage: approveForm,
  output: z.object({ warnings }),
  refusals: ['notFound', 'conflict'],
  allow: 'expert.approve',
  successMessage: 'approve.done',
  failureMessage: 'approve.failed',
  async run({ viewer, input: { expertId, shownNumber, ...input }, context }) {
    const expert = await requireExpert(expertId);
    const columns = toCheckColumns(expert, input);
    const readNumber = columns && expert.registrationNumber;
    const expectedNumber = shownNumber ?? readNumber;
    const isNumbered = Boolean(input.registrationNumber ?? expert.registrationNumber);
    await requireNumberOrReason({ hasEither: isNumbered || Boolean(input.reason) });
    const isMoved = await moveExpert('approve', {
      viewer,
      expertId,
      reason: isNumbered ? undefined : input.reason,
      condition: expectedNumber === undefined ? undefined : isNumberAs(expectedNumber),
      findings: columns && ((now) => checkSteps(columns, { expertId, adminId: viewer.id, now })),
    });
    if (isMoved) return warningOf({ isNumbered, ...input }, context);
    requireWaiting(await requireExpert(expertId));
    throw new Refusal('conflict', 'approve.numberChanged');
  },
});

/** Returns a warning for a caller that did not say how they know that the expert is a doctor. */
function warningOf(
  { isNumbered, method, reason }: { isNumbered: boolean; method?: string; reason?: string },
  { sentence }: Pick<CallContext, 'sentence'>,
): { warnings?: Warning[] } {
  if (isNumbered ? method : reason) return {};
  return {
    warnings: [
      isNumbered
        ? { code: 'registration_unchecked', message: sentence('approve.uncheckedWarning') }
        : { code: 'registration_missing', message: sentence('approve.noNumberWarning') },
    ],
  };
}

/**
 * Reads the expert that an admin is about to approve, for the confirmation page.
 *
 * @throws Refusal: `notFound`; `conflict` if they do not wait (any more).
 */
export const readExpertToApprove = operation({
  name: 'expert.readToApprove',
  input: expertIdOnly,
  allow: 'expert.approve',
  successMessage: 'expert.pendingFetched',
  failureMessage: 'expert.pendingFailed',
  async run({ viewer, input: { expertId }, context }) {
    const expert = await requireExpert(expertId);
    requireWaiting(expert);
    const record = (await findRegistrationRecords([expertId])).get(expertId);
    return { data: presentExpert(expert, { viewer, context, record }) };
  },
});

function requireWaiting(expert: Parameters<typeof expertStatusOf>[0]) {
  const { standing } = expertStatusOf(expert);
  if (standing === 'pending') return;
  throw new Refusal('conflict', standing === 'approved' ? 'approve.already' : 'approve.restoreFirst');
}
