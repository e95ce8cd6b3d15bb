import { auditEntry } from '~/domain/audit/audit-entry.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { takeBackForm } from '~/domain/report/amend-schemas';
import { reportAnswer } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { requireWithPatient } from '~/domain/report-rules/question-state.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { execute } from '~/platform/db/db.server';
import { requireAsRead } from './amend-review.server';
import { changeReview } from './change-review.server';

/**
 * Taking back a review for its author, who is gone or cannot be reached: the same as when they do
 * it themselves (docs/requirements.md#states). An admin never writes a text.
 *
 * @throws Refusal: `notFound`; `conflict` where there is no review, and with the code `outdated`
 *   when it was changed since it was read.
 */
export const takeBackReview = operation({
  name: 'review.takeBackFor',
  api: {
    summary: 'Take back a review for its author',
    text: 'For admins. The report is `Pending` again at its old place, and its patient no longer sees the words. Send the `version` of the report as you read it: where the review was changed since, the answer is 409.',
  },
  input: takeBackForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'review.takeBackFor',
  successMessage: 'takeBack.done',
  failureMessage: 'takeBack.failed',
  async run({ viewer, input, context }) {
    const { reportId, reasonCode, reason } = input;
    const found = await requireReviewed(reportId);
    requireAsRead(found.report, input);
    const waiting = await changeReview({
      viewer,
      ...found,
      line: { kind: 'takenBack', text: null, reasonCode, reason },
      holds: null,
    });
    if (waiting) return { data: await presentOne(viewer, waiting, found.patient, context) };
    await requireReviewed(reportId);
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
  },
});

/**
 * What became of the review of a report, with the words that were taken back, for admins.
 *
 * @throws Refusal: `notFound`.
 */
export const readReviewHistory = operation({
  name: 'review.readHistory',
  input: reportIdOnly,
  allow: 'review.takeBackFor',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const found = await requireWithPatient(reportId);
    await execute(auditEntry({ action: 'report.opened', actorId: viewer.id, objectId: reportId }));
    return { data: await presentOne(viewer, found.report, found.patient, context) };
  },
});

async function requireReviewed(reportId: string) {
  const found = await requireWithPatient(reportId);
  if (found.report.status !== 'Reviewed') throw new Refusal('conflict', 'amend.notReviewed');
  return found;
}
