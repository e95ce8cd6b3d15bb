import { z } from 'zod';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import { listOpenFollowUps } from '~/domain/desk/follow-ups.server';
import { expertIdOnly, expertToJudge, judgeCall, suspendForm } from '~/domain/identity/expert-schemas';
import { requireExpert } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type Warning, warnings } from '~/domain/kernel/warnings';
import { listRecentAnswers } from './answers-in-doubt.server';
import { presentExpert } from './present-expert.server';
import { findRegistrationRecords } from './registration-checks.server';
import { moveExpert } from './status-moves.server';

const ofDoubtInText =
  '`warnings` has `doubt_undecided` if you do not send `answersInDoubt`: it counts as `false`, and the home page asks an admin.';

/** Returns a warning for a caller that did not say whether the expert's answers are in doubt. */
const warningOf = (
  { answersInDoubt }: { answersInDoubt?: boolean },
  context: Pick<CallContext, 'sentence'>,
): { warnings?: Warning[] } =>
  answersInDoubt === undefined
    ? { warnings: [{ code: 'doubt_undecided', message: context.sentence('doubt.undecided') }] }
    : {};

/**
 * Rejects an expert who waits for approval (docs/requirements.md#permissions). They keep their own
 * data and read the reason on their dashboard.
 *
 * @throws Refusal: `notFound` if there is no such expert; `conflict` if they do not wait (any
 *   more).
 */
export const rejectExpert = operation({
  name: 'expert.reject',
  api: {
    summary: 'Reject an expert',
    text: `For admins. Rejects an expert who is waiting for approval; otherwise returns 409. The expert sees the reason on their dashboard. ${ofDoubtInText}`,
  },
  input: judgeCall,
  output: z.object({ warnings }),
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'reject.done',
  failureMessage: 'reject.failed',
  async run({ viewer, input, context }) {
    if (!(await moveExpert('reject', { viewer, ...input })))
      throw new Refusal('conflict', 'reject.notWaiting');
    return warningOf(input, context);
  },
});

/**
 * Suspends an approved expert; all their sessions and tokens end with the next request. They can
 * log in again to see their own data and the reason.
 *
 * @throws Refusal: `notFound`; `conflict` if they are not approved, or suspended already.
 */
export const suspendExpert = operation({
  name: 'expert.suspend',
  api: {
    summary: 'Suspend an expert',
    text: `For admins. Suspends an approved expert; otherwise returns 409. Ends all the expert's sessions and tokens at once. ${ofDoubtInText}`,
  },
  input: judgeCall,
  inputOnPage: suspendForm,
  output: z.object({ warnings }),
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'suspend.done',
  failureMessage: 'suspend.failed',
  async run({ viewer, input, context }) {
    if (!(await moveExpert('suspend', { viewer, ...input })))
      throw new Refusal('conflict', 'suspend.notApproved');
    return warningOf(input, context);
  },
});

/**
 * Restores a suspended expert's rights, or makes a rejected expert wait for approval again.
 *
 * @throws Refusal: `notFound`; `conflict` if they are neither.
 */
export const restoreExpert = operation({
  name: 'expert.restore',
  api: {
    summary: 'Restore an expert',
    text: 'For admins. Approves a suspended expert again, or puts a rejected one back in the waiting list. Returns 409 for other experts.',
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
 * Reads the expert that an admin is about to reject or suspend, or about whose earlier answers they
 * decide, with the answers of the last 90 days.
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
    const rows = await listRecentAnswers(expertId);
    if (rows.length > 0) await auditListAccess(viewer.id, new Set(rows.map(({ patientId }) => patientId)));
    const goToday = new Set((await listOpenFollowUps()).map(({ reportId }) => reportId));
    const answers = rows.map(({ id, reportType, reviewedAt, version }) => ({
      reportId: id,
      reportType,
      reviewedAt: reviewedAt?.toISOString() ?? '',
      version,
      isGoTodayOpen: goToday.has(id),
    }));
    const record = (await findRegistrationRecords([expertId])).get(expertId);
    return { data: presentExpert(expert, { viewer, context, record }), to, answers };
  },
});
