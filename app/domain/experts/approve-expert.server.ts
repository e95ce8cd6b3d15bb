import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { approveCall, approveForm, expertIdOnly } from '~/domain/identity/expert-schemas';
import { expertStatusOf, requireExpert } from '~/domain/identity/expert-status.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { warnings } from '~/domain/kernel/warnings';
import { users } from '~/platform/db/core/tables/accounts.server';
import { presentExpert } from './present-expert.server';
import { moveExpert } from './status-moves.server';

/**
 * Approves an expert (docs/requirements.md#states, docs/requirements.md#api).
 *
 * @throws Refusal: `notFound` if there is no such expert; `conflict` if the expert is approved
 *   already, has to be restored first, or has a registration number other than the page showed.
 */
export const approveExpert = operation({
  name: 'expert.approve',
  api: {
    summary: 'Approve an expert',
    text: 'For admins. Approves an expert. Returns 409 if they are already approved. `warnings` has `registration_missing` if the expert has given no registration number and you no reason.',
  },
  input: approveCall,
  inputOnPage: approveForm,
  output: z.object({ warnings }),
  refusals: ['notFound', 'conflict'],
  allow: 'expert.approve',
  successMessage: 'approve.done',
  failureMessage: 'approve.failed',
  async run({ viewer, input: { expertId, registrationNumber: shownNumber, reason }, context }) {
    const condition =
      shownNumber === undefined ? undefined : eq(sql`coalesce(${users.registrationNumber}, '')`, shownNumber);
    const expert = await requireExpert(expertId);
    const isMissing = !expert.registrationNumber;
    const why = isMissing ? reason : undefined;
    if (await moveExpert('approve', { viewer, expertId, reason: why, condition })) {
      if (!isMissing || reason) return {};
      return {
        warnings: [{ code: 'registration_missing', message: context.sentence('approve.noNumberWarning') }],
      };
    }
    requireWaiting(await requireExpert(expertId));
    throw new Refusal('conflict', 'approve.numberChanged');
  },
});

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
    return { data: presentExpert(expert, { viewer, context }) };
  },
});

function requireWaiting(expert: Parameters<typeof expertStatusOf>[0]) {
  const { standing } = expertStatusOf(expert);
  if (standing === 'pending') return;
  throw new Refusal('conflict', standing === 'approved' ? 'approve.already' : 'approve.restoreFirst');
}
