import { auditEntry } from '~/domain/audit/audit-entry.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { requireWithPatient } from '~/domain/queue/question-state.server';
import { takeBackForm } from '~/domain/report/amend-schemas';
import { reportAnswer } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { execute } from '~/platform/db/db.server';
import { requireCurrentVersion } from './amend-review.server';
import { changeReview } from './change-review.server';

/**
 * Takes back a review for an author who has left or cannot be reached, with the same effect as
 * their own withdrawal (docs/requirements.md#states). An admin never writes a text.
 *
 * @throws Refusal: `notFound`; `conflict` if there is no review, and with the code `outdated` if it
 *   was changed since it was read.
 */
export const takeBackReview = operation({
  name: 'review.takeBackFor',
  api: {
    summary: "Take back another expert's review",
    text: 'For admins. The report becomes `Pending` again, at its old place in the queue, and the patient no longer sees the review. Send the `version` of the report as you read it. Returns 409 if the review has changed since.',
  },
  input: takeBackForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'review.takeBackFor',
  successMessage: 'takeBack.done',
  failureMessage: 'takeBack.failed',
  async run({ viewer, input, context }) {
    const { reportId, reasonCode, reason } = input;
    const match = await requireReviewed(reportId);
    requireCurrentVersion(match.report, input);
    const waiting = await changeReview({
      viewer,
      ...match,
      line: { kind: 'takenBack', text: null, reasonCode, reason },
      currentText: null,
    });
    if (waiting) return { data: await presentReportTo(viewer, waiting, match.patient, context) };
    await requireReviewed(reportId);
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
  },
});

/**
 * Reads the history of a report's review, including texts that were taken back, for admins.
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
    return { data: await presentReportTo(viewer, found.report, found.patient, context) };
  },
});

async function requireReviewed(reportId: string) {
  const found = await requireWithPatient(reportId);
  if (found.report.status !== 'Reviewed') throw new Refusal('conflict', 'amend.notReviewed');
  return found;
}
