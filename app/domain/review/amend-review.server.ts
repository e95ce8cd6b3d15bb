import { and, eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireFittingStep, warnedAnswer } from '~/domain/comparison/step-warnings.server';
import { requireScriptOf } from '~/domain/comparison/text-script';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import {
  findRegistrationBar,
  mayBeginWorkNow,
  requireRegistration,
} from '~/domain/identity/registration-rule.server';
import { findIdempotentResult } from '~/domain/kernel/idempotency.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { findWithPatient, type WithPatient } from '~/domain/queue/question-state.server';
import { type Amendment, amendCall, amendForm } from '~/domain/report/amend-schemas';
import { toChosenStep } from '~/domain/report/next-step';
import { maxAmendments, maxReviewLength } from '~/domain/report/report-constants';
import { selectSteps } from '~/domain/report/rows-of-reports.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { saysEnoughFor } from '~/domain/report/step-schemas';
import { chosenStepOf, findStepOf, isSameStep } from '~/domain/report/step-writes.server';
import { presentOpened } from '~/domain/report-view/open-file.server';
import {
  appendAddition,
  presentReportTo,
  toVersionNumber,
} from '~/domain/report-view/present-reports.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { requireStillApproved } from './add-review.server';
import { changeReview } from './change-review.server';

/**
 * Amends, corrects or takes back the viewer's own review (docs/requirements.md#states). The
 * previous text is stored. Only admins can read a review that was taken back, and its report waits
 * again at its old place. Exactly one of two changes of one version succeeds.
 *
 * @throws Refusal: `notFound`, also for another expert's review; `forbidden` for an expert
 *   suspended meanwhile, and for a new text as `requireRegistration`; `conflict` with the code `outdated` if it was changed since it was read,
 *   and without one if it was taken back or changed too often; `invalid` beside `text` if it says
 *   the same, is too long with the current text, or is too short for `goToday`, and as
 *   `requireScriptOf` and `requireFittingStep`.
 */
export const amendReview = operation({
  name: 'review.amend',
  api: {
    summary: 'Amend or take back a review',
    text: 'For the expert who wrote the review. `addition` appends `text` to the current review, with the date. `correction` replaces the review. `takenBack` has no text: the report becomes `Pending` again and the patient no longer sees the review. Send the `version` of the report as you read it. Returns 409 if the review has changed since.',
  },
  input: amendCall,
  inputOnPage: amendForm,
  output: warnedAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'review.amend',
  successMessage: 'amend.done',
  failureMessage: 'amend.failed',
  async run({ viewer, input, context, idempotency }) {
    const { reportId, kind, text, reasonCode, reason } = input;
    // A browser that got no answer sends its form again; an API client has its Idempotency-Key for
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
    const match = await requireAmendable(read, viewer.id);
    const { report, patient } = match;
    requireCurrentVersion(report, input);
    // A wrong text may always be taken back.
    if (kind !== 'takenBack') await requireRegistration(viewer);
    const holds = textThatHolds(report, input);
    if (holds && !saysEnoughFor(input.nextStep, holds.review))
      throw new Refusal('invalid', 'step.reviewTooShort', { field: 'text' });
    const doubts = holds ? await requireFittingChange(report, { input, holds, context }) : {};
    const amended = await changeReview({
      viewer,
      ...match,
      line: { kind, text: text ?? null, reasonCode, reason: reason ?? null },
      currentText: holds,
      step: chosenStepOf(input),
      isAllowed: and(
        eq(reports.expertId, viewer.id),
        isApprovedNow(viewer.id),
        holds ? mayBeginWorkNow(viewer.id) : undefined,
      ),
      idempotency,
    });
    if (amended) return { data: await presentReportTo(viewer, amended, patient, context), ...doubts };
    // Someone was faster: the author on another device, the patient with a deletion, or an admin.
    const first = await findEarlier();
    if (first) return { data: await presentOpened(viewer, first, context), ...doubts };
    await requireAmendable(await findWithPatient(reportId), viewer.id);
    await requireStillApproved(viewer.id);
    if (holds) await requireRegistration(viewer);
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
  },
});

/**
 * Reads the viewer's own review, for the page that changes it.
 *
 * @throws Refusal: as `amendReview`.
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
    return {
      data: await presentReportTo(viewer, report, patient, context),
      registrationBar: await findRegistrationBar(viewer),
    };
  },
});

/** Returns the current text of a review with its language; null if it is taken back. */
function textThatHolds(report: typeof reports.$inferSelect, { kind, text, language, sendAsIs }: Amendment) {
  if (kind === 'takenBack' || !text) return null;
  const before = { review: report.review ?? '', reviewLanguage: report.reviewLanguage ?? ('en' as const) };
  if (toVersionNumber(report) > maxAmendments) throw new Refusal('conflict', 'amend.tooMany');
  // An addition is in the language of the review.
  const nextLanguage = (kind === 'correction' && language) || before.reviewLanguage;
  requireScriptOf(nextLanguage, text, sendAsIs);
  if (kind === 'addition') {
    const review = appendAddition(before.review, text, new Date());
    if (review.length > maxReviewLength) throw new Refusal('invalid', 'amend.tooLong', { field: 'text' });
    return { ...before, review };
  }
  const next = { review: text, reviewLanguage: nextLanguage };
  if (next.review === before.review && next.reviewLanguage === before.reviewLanguage)
    throw new Refusal('invalid', 'amend.same', { field: 'text' });
  return next;
}

/**
 * Compares the text of a change with the next step from then on. An addition without a step keeps
 * the current one; then only the added text is new to it.
 *
 * @throws Refusal: as `requireFittingStep`.
 */
async function requireFittingChange(
  report: typeof reports.$inferSelect,
  {
    input,
    holds: { review, reviewLanguage: language },
    context,
  }: { input: Amendment; holds: { review: string; reviewLanguage: LanguageCode }; context: CallContext },
) {
  const chosen = chosenStepOf(input);
  const keptStep = !chosen && input.kind === 'addition' ? await findStepOf(report) : null;
  const text = keptStep ? (input.text ?? '') : review;
  return requireFittingStep(
    chosen ?? keptStep,
    { text, language, isConfirmed: input.stepConfirmed },
    context,
  );
}

/** @throws Refusal: `conflict` if the review has changed since it was read. */
export function requireCurrentVersion(report: { version: number }, { version }: { version: number }) {
  if (report.version !== version)
    throw new Refusal('conflict', 'amend.changedMeanwhile', { code: 'outdated' });
}

/** Requires a report whose review the viewer wrote and may change, with its patient. */
async function requireAmendable(match: WithPatient | undefined, viewerId: string) {
  if (match?.report.status === 'Reviewed' && match.report.expertId === viewerId) return match;
  if (match?.report.status === 'Pending' && (await hasWritten(match.report.id, viewerId)))
    throw new Refusal('conflict', 'amend.notReviewed');
  throw new Refusal('notFound', 'report.notFound');
}

/** Checks whether an expert wrote a review of a report that was changed or taken back. */
async function hasWritten(reportId: string, expertId: string) {
  const isTheirs = and(eq(reviewVersions.reportId, reportId), eq(reviewVersions.expertId, expertId));
  return (await db().$count(reviewVersions, isTheirs)) > 0;
}

/** Checks whether the next change of that version has the same text and is the expert's own. */
async function isSentBefore({ reportId, version, kind, text, ...step }: Amendment, expertId: string) {
  const number = toVersionNumber({ version }) + 1;
  const [line] = await db()
    .select()
    .from(reviewVersions)
    .where(
      and(
        eq(reviewVersions.reportId, reportId),
        eq(reviewVersions.number, number),
        eq(reviewVersions.expertId, expertId),
        eq(reviewVersions.kind, kind),
      ),
    );
  if (line === undefined || line.text !== (text ?? null)) return false;
  const chosen = chosenStepOf(step);
  if (!chosen) return true;
  const row = (await selectSteps([reportId])).get(reportId)?.find((stored) => stored.version === number);
  return row !== undefined && isSameStep(toChosenStep(row), chosen);
}

/** Reads a report after the viewer's change, as far as they may see it. */
async function requireReport(reportId: string, viewerId: string) {
  const found = await findWithPatient(reportId);
  if (found?.report.status === 'Pending' || found?.report.expertId === viewerId) return found;
  throw new Refusal('notFound', 'report.notFound');
}
