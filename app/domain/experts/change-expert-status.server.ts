import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { expertIdOnly, expertToJudge, judgeForm } from '~/domain/identity/expert-schemas';
import { expertStatusOf, requireExpert } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { presentExpert } from './present-expert.server';
import { moveExpert } from './status-moves.server';

/**
 * Not letting an expert in who waits (docs/requirements.md#permissions). They keep what is their
 * own and read the reason on their dashboard.
 *
 * @throws Refusal: `notFound` where there is no such expert; `conflict` when they do not wait (any
 *   more).
 */
export const rejectExpert = operation({
  name: 'expert.reject',
  api: {
    summary: 'Reject an expert',
    text: 'For admins. For an expert who waits; otherwise 409. They read the reason on their dashboard.',
  },
  input: judgeForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'reject.done',
  failureMessage: 'reject.failed',
  async run({ viewer, input: { expertId, reason } }) {
    if (!(await moveExpert('reject', { viewer, expertId, reason })))
      throw new Refusal('conflict', 'reject.notWaiting');
    return {};
  },
});

/**
 * Taking an approved expert's rights away; every session and token of theirs is dead with the next
 * request. They can log in again to what is their own and to the reason.
 *
 * @throws Refusal: `notFound`; `conflict` when they are not approved, or suspended already.
 */
export const suspendExpert = operation({
  name: 'expert.suspend',
  api: {
    summary: 'Suspend an expert',
    text: 'For admins. For an approved expert; otherwise 409. Every session and token of theirs ends at once.',
  },
  input: judgeForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'suspend.done',
  failureMessage: 'suspend.failed',
  async run({ viewer, input: { expertId, reason } }) {
    if (!(await moveExpert('suspend', { viewer, expertId, reason })))
      throw new Refusal('conflict', 'suspend.notApproved');
    return {};
  },
});

/**
 * Giving a suspended expert their rights back, or letting a rejected one wait again.
 *
 * @throws Refusal: `notFound`; `conflict` when they are neither.
 */
export const restoreExpert = operation({
  name: 'expert.restore',
  api: {
    summary: 'Restore an expert',
    text: 'For admins. A suspended expert is approved again, a rejected one waits again; for others 409.',
  },
  input: expertIdOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'restore.done',
  failureMessage: 'restore.failed',
  async run({ viewer, input: { expertId } }) {
    if (!(await moveExpert('restore', { viewer, expertId })))
      throw new Refusal('conflict', 'restore.nothing');
    return {};
  },
});

/**
 * The expert somebody is about to reject or suspend, for the page that asks why.
 *
 * @throws Refusal: `notFound`.
 */
export const readExpertToJudge = operation({
  name: 'expert.readToJudge',
  input: expertToJudge,
  allow: 'expert.judge',
  successMessage: 'expert.approvedFetched',
  failureMessage: 'expert.approvedFailed',
  async run({ viewer, input: { expertId, to }, context }) {
    const expert = await requireExpert(expertId);
    return { data: presentExpert(expert, { viewer, context }), to };
  },
});

/** What an expert reads of it where an admin has taken something from them. */
export const barringStatus = z.object({
  is: z.enum(['suspended', 'rejected']).describe('What an admin has done.'),
  reason: z.string().nullable().describe('Why, in the words of the admin; null where nothing was said.'),
});

/**
 * An expert's own standing, where an admin has taken something from them.
 *
 * @returns which and why; undefined for everybody else.
 */
export async function findBarringStatus({
  id,
  suspended,
}: Viewer): Promise<z.infer<typeof barringStatus> | undefined> {
  if (!suspended) return undefined;
  const [row] = await db().select().from(users).where(eq(users.id, id));
  const standing = row && expertStatusOf(row);
  if (standing?.is !== 'suspended' && standing?.is !== 'rejected') return undefined;
  return { is: standing.is, reason: standing.reason };
}
