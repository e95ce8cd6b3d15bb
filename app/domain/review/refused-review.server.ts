import { and, eq, ne } from 'drizzle-orm';
import { keepDraftIf } from '~/domain/desk/review-draft.server';
import { formatFullName } from '~/domain/identity/full-name';
import { findRegistrationBar } from '~/domain/identity/registration-rule.server';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { hasClaimed, holdsClaim, isClaimedByOther } from '~/domain/queue/claim-rules.server';
import type { WithPatient } from '~/domain/queue/question-state.server';
import type { PublicDraft } from '~/domain/report/present-draft';
import type { PublicReport } from '~/domain/report/present-report';
import type { StepInput } from '~/domain/report/step-schemas';
import { chosenStepOf } from '~/domain/report/step-writes.server';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { isUndoable } from '~/domain/report-view/present-reports.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/**
 * A report that is closed to an expert who has written about it: the facts its author may always
 * know. An expert who had claimed or reviewed it also sees the patient and the current review.
 */
export type ClosedReport = Pick<PublicReport, '_id' | 'reportType' | 'createdAt'> & {
  /** Tells whether it is closed as another person's report, and not because it is reviewed. */
  isHeld: boolean;
  /** Tells whether the expert has reviewed it, and has sent another text since. */
  isOwn: boolean;
  firstReview:
    | (Pick<PublicReport, 'review' | 'reviewLanguage' | 'expert' | 'nextStep'> & { patientName: string })
    | null;
};

/**
 * Saves a refused review as its author's draft for 30 days, if another expert has reviewed the report
 * or reads it. Does nothing for any other report.
 *
 * @param keepsOwn whether to save also a text that differs from the review its author wrote elsewhere,
 *   and one that is refused for want of a registration: a browser would lose it, an API client still
 *   has it.
 */
export async function keepRefusedText(
  viewer: Viewer,
  {
    reportId,
    review,
    language,
    ...step
  }: { reportId: string; review: string; language?: LanguageCode } & StepInput,
  match: WithPatient | undefined,
  { keepsOwn }: { keepsOwn: boolean },
): Promise<void> {
  if (!match || match.patient.id === viewer.id) return;
  const { report } = match;
  const isSecondOfOwn = keepsOwn && report.expertId === viewer.id && report.review !== review;
  const isSecond = report.status === 'Reviewed' && (report.expertId !== viewer.id || isSecondOfOwn);
  const isBarred = async () =>
    keepsOwn && !holdsClaim(viewer.id, report) && (await findRegistrationBar(viewer)) !== null;
  if (!isSecond && !isClaimedByOther(report, viewer.id) && !(await isBarred())) return;
  await keepDraftIf(ne(reports.status, 'Withdrawn'), viewer.id, reportId, {
    review,
    language,
    nextStep: chosenStepOf(step),
  });
}

/**
 * Reads the facts that an expert may know of a report that is closed to them, for the page with
 * their own text. Reading the colleague's review counts as an opening of the report.
 *
 * @param found the report, undefined if it is held.
 */
export async function readClosedReport(
  viewer: Viewer,
  reportId: string,
  {
    draft,
    report: match,
    context,
  }: { draft: PublicDraft; report: WithPatient | undefined; context: CallContext },
): Promise<ClosedReport> {
  const isOwn = match?.report.expertId === viewer.id;
  const closed = { _id: reportId, ...draft.report, isHeld: !match, isOwn, firstReview: null };
  if (!match || !(isOwn || (await wasClaimedBy(viewer.id, reportId)))) return closed;
  // A review that can still be undone is known only to its author.
  if (!isOwn && isUndoable(match.report)) return closed;
  const presented = await presentOpened(viewer, match, context);
  const { patient, about, review, reviewLanguage, expert, nextStep } = presented;
  const patientName = about?.name ?? formatFullName(patient);
  return { ...closed, firstReview: { patientName, review, reviewLanguage, expert, nextStep } };
}

const wasClaimedBy = async (expertId: string, reportId: string) =>
  (await db().$count(reports, and(eq(reports.id, reportId), hasClaimed(expertId)))) > 0;
