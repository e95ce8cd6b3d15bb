import { and, eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import { clinicDay } from '~/domain/kernel/days';
import { findIdempotentResult } from '~/domain/kernel/idempotency.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type Amendment, amendCall, amendForm } from '~/domain/report/amend-schemas';
import { reportAnswer } from '~/domain/report/present-report';
import { maxAmendments, maxReviewLength } from '~/domain/report/report-constants';
import { reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-files/open-file.server';
import { findWithPatient, type WithPatient } from '~/domain/report-rules/question-state.server';
import { presentOne, versionOf } from '~/domain/report-view/present-reports.server';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { requireStillApproved } from './add-review.server';
import { changeReview } from './change-review.server';

/**
 * Adding to one's own review, correcting it or taking it back (docs/requirements.md#states). What
 * held before is kept; what is taken back nobody reads any more but admins, and its report waits
 * again at its old place. Of two changes of one version exactly one is done.
 *
 * @throws Refusal: `notFound`, for somebody else's review too; `forbidden` for an expert who is
 *   suspended meanwhile; `conflict` with the code `outdated` when it was changed since it was read,
 *   and without one when it was taken back or changed too often; `invalid` beside `text` for what
 *   says the same, or is too long with the text that holds.
 */
export const amendReview = operation({
  name: 'review.amend',
  api: {
    summary: 'Correct, add to or take back a review',
    text: 'For the expert who wrote it. `addition` puts `text` under the text that holds, with its day; `correction` puts it in its place; `takenBack` takes no text: the report is `Pending` again and its patient no longer sees the words. Send the `version` of the report as you read it: where the review was changed since, the answer is 409.',
  },
  input: amendCall,
  inputOnPage: amendForm,
  output: reportAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'review.amend',
  successMessage: 'amend.done',
  failureMessage: 'amend.failed',
  async run({ viewer, input, context, idempotency }) {
    const { reportId, kind, text, reasonCode, reason } = input;
    // A browser that got no answer sends its form again; a program has its Idempotency-Key for
    // that.
    const findEarlier = async () => {
      const isDone =
        (await findIdempotentResult(idempotency)) !== undefined ||
        (context.resendsWithoutKey && (await isSentBefore(input, viewer.id)));
      return isDone ? requireReport(reportId, viewer.id) : undefined;
    };
    // Read first, as in `addReview`.
    const read = await findWithPatient(reportId);
    const earlier = await findEarlier();
    if (earlier) return { data: await presentOpened(viewer, earlier, context) };
    const found = await requireAmendable(read, viewer.id);
    const { report, patient } = found;
    requireAsRead(report, input);
    const holds = textThatHolds(report, input);
    const amended = await changeReview({
      viewer,
      ...found,
      line: { kind, text: text ?? null, reasonCode, reason: reason ?? null },
      holds,
      isAllowed: and(eq(reports.expertId, viewer.id), isApprovedNow(viewer.id)),
      idempotency,
    });
    if (amended) return { data: await presentOne(viewer, amended, patient, context) };
    // Somebody was faster: the author on another device, the patient with a deletion, or an admin.
    const first = await findEarlier();
    if (first) return { data: await presentOpened(viewer, first, context) };
    await requireAmendable(await findWithPatient(reportId), viewer.id);
    await requireStillApproved(viewer.id);
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
  },
});

/**
 * A review of one's own, for the page that changes it. Refusals as `amendReview`.
 */
export const readReviewToAmend = operation({
  name: 'review.readToAmend',
  input: reportIdOnly,
  allow: 'review.amend',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const { report, patient } = await requireAmendable(await findWithPatient(reportId), viewer.id);
    await execute(auditEntry({ action: 'report.opened', actorId: viewer.id, objectId: report.id }));
    return { data: await presentOne(viewer, report, patient, context) };
  },
});

/** The text of a review from now on, with its language; null where it is taken back. */
function textThatHolds(report: typeof reports.$inferSelect, { kind, text, language }: Amendment) {
  if (kind === 'takenBack' || !text) return null;
  const before = { review: report.review ?? '', reviewLanguage: report.reviewLanguage ?? ('en' as const) };
  if (versionOf(report) > maxAmendments) throw new Refusal('conflict', 'amend.tooMany');
  if (kind === 'addition') {
    const review = `${before.review}\n\n[${clinicDay(Date.now())}] ${text}`;
    if (review.length > maxReviewLength) throw new Refusal('invalid', 'amend.tooLong', { field: 'text' });
    return { ...before, review };
  }
  const next = { review: text, reviewLanguage: language ?? before.reviewLanguage };
  if (next.review === before.review && next.reviewLanguage === before.reviewLanguage)
    throw new Refusal('invalid', 'amend.same', { field: 'text' });
  return next;
}

/** @throws Refusal: `conflict` where a review is another one by now than the one that was read. */
export function requireAsRead(report: { version: number }, { version }: { version: number }) {
  if (report.version !== version)
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
}

/** A report whose review the viewer wrote and may change, with its patient. */
async function requireAmendable(found: WithPatient | undefined, viewerId: string) {
  if (found?.report.status === 'Reviewed' && found.report.expertId === viewerId) return found;
  if (found?.report.status === 'Pending' && (await hasWritten(found.report.id, viewerId)))
    throw new Refusal('conflict', 'amend.notReviewed');
  throw new Refusal('notFound', 'report.notFound');
}

/** Whether an expert wrote a review of a report that was changed or taken back. */
async function hasWritten(reportId: string, expertId: string) {
  const isTheirs = and(eq(reviewVersions.reportId, reportId), eq(reviewVersions.expertId, expertId));
  return (await db().$count(reviewVersions, isTheirs)) > 0;
}

/** Whether the next change of that version says the same and is the expert's own. */
async function isSentBefore({ reportId, version, kind, text }: Amendment, expertId: string) {
  const [line] = await db()
    .select()
    .from(reviewVersions)
    .where(
      and(
        eq(reviewVersions.reportId, reportId),
        eq(reviewVersions.number, versionOf({ version }) + 1),
        eq(reviewVersions.expertId, expertId),
        eq(reviewVersions.kind, kind),
      ),
    );
  return line !== undefined && line.text === (text ?? null);
}

/** What became of a report that the viewer has changed, as far as it is theirs to see. */
async function requireReport(reportId: string, viewerId: string) {
  const found = await findWithPatient(reportId);
  if (found?.report.status === 'Pending' || found?.report.expertId === viewerId) return found;
  throw new Refusal('notFound', 'report.notFound');
}
