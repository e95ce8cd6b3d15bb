import { and, eq, ne } from 'drizzle-orm';
import { keepDraftWhere } from '~/domain/desk/review-draft.server';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { PublicDraft } from '~/domain/report/present-draft';
import type { PublicReport } from '~/domain/report/present-report';
import { presentOpened } from '~/domain/report-files/open-file.server';
import { hasClaimed, isTaken } from '~/domain/report-rules/claim-rules.server';
import type { WithPatient } from '~/domain/report-rules/question-state.server';
import { isUndoable } from '~/domain/report-view/present-reports.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/**
 * A report that is closed to an expert who has written of it: what its author may always know, and
 * for one who had claimed or reviewed it, whose it is and the review that stands.
 */
export type ClosedReport = Pick<PublicReport, '_id' | 'reportType' | 'createdAt'> & {
  /** Tells whether it is closed as one of another person, and not because it is reviewed. */
  isHeld: boolean;
  /** Tells whether the expert has reviewed it, and sent another text since. */
  isOwn: boolean;
  firstReview: (Pick<PublicReport, 'review' | 'reviewLanguage' | 'expert'> & { patientName: string }) | null;
};

/**
 * Keeps the text of a review that comes second as its author's draft, for 30 days: another expert
 * has reviewed the report, or reads it. Does nothing for any other report.
 *
 * @param keepsOwn whether a text is kept that differs from the review its author wrote elsewhere: a
 *   browser would lose it, a program still has it.
 */
export async function keepRefusedText(
  viewer: Viewer,
  { reportId, ...text }: { reportId: string; review: string; language?: LanguageCode },
  found: WithPatient | undefined,
  { keepsOwn }: { keepsOwn: boolean },
): Promise<void> {
  if (!found || found.patient.id === viewer.id) return;
  const { report } = found;
  const isSecondOfOwn = keepsOwn && report.expertId === viewer.id && report.review !== text.review;
  const isSecond = report.status === 'Reviewed' && (report.expertId !== viewer.id || isSecondOfOwn);
  if (!isSecond && !isTaken(report, viewer.id)) return;
  await keepDraftWhere(ne(reports.status, 'Withdrawn'), viewer.id, reportId, text);
}

/**
 * Reads what an expert may know of a report that is closed to them, for the page with their own
 * text. Reading the review of the colleague counts as an opening of the report.
 *
 * @param found the report, undefined where it is held.
 */
export async function readClosedReport(
  viewer: Viewer,
  reportId: string,
  { draft, found, context }: { draft: PublicDraft; found: WithPatient | undefined; context: CallContext },
): Promise<ClosedReport> {
  const isOwn = found?.report.expertId === viewer.id;
  const closed = { _id: reportId, ...draft.report, isHeld: !found, isOwn, firstReview: null };
  if (!found || !(isOwn || (await wasClaimedBy(viewer.id, reportId)))) return closed;
  // Only its author knows of a review that can still be undone.
  if (!isOwn && isUndoable(found.report)) return closed;
  const shown = await presentOpened(viewer, found, context);
  const { patient, about, review, reviewLanguage, expert } = shown;
  const patientName = about?.name ?? `${patient.firstName} ${patient.lastName}`.trim();
  return { ...closed, firstReview: { patientName, review, reviewLanguage, expert } };
}

const wasClaimedBy = async (expertId: string, reportId: string) =>
  (await db().$count(reports, and(eq(reports.id, reportId), hasClaimed(expertId)))) > 0;
