import { and, eq, lte } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { noReview } from '~/domain/report/not-reviewed';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { atomically, db } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { toVersionNumber } from './present-reports.server';

/**
 * The columns of a report that is back in the queue, at its old place, as if it had never been
 * reviewed.
 */
export const noReviewAtAll = { ...noReview, amendedAt: null, heldAt: null } as const;

/** Builds the row of a review as the first of its versions. */
export const toFirstVersion = (report: typeof reports.$inferSelect) => ({
  id: newId(),
  reportId: report.id,
  number: toVersionNumber(report),
  kind: 'review' as const,
  text: report.review,
  language: report.reviewLanguage ?? 'en',
  expertId: report.expertId ?? '',
  expertFirstName: report.expertFirstName ?? '',
  expertLastName: report.expertLastName ?? '',
  expertRegistration: report.expertRegistration,
  expertCredentials: report.expertCredentials,
  createdAt: report.reviewedAt ?? report.updatedAt,
});

/**
 * Takes a review back again in a restored database, because its author or an admin did so after the
 * backup. The reason is not known. A review written after that is a different one and stays.
 *
 * @param at when the review was taken back.
 * @returns false if there is no such review.
 */
export async function repeatTakingBack(reportId: string, at: Date): Promise<boolean> {
  const isReviewed = and(
    eq(reports.id, reportId),
    eq(reports.status, 'Reviewed'),
    lte(reports.reviewedAt, at),
  );
  const [report] = await db().select().from(reports).where(isReviewed);
  if (!report) return false;
  const number = toVersionNumber(report) + 1;
  const line = toFirstVersion(report);
  await atomically([
    db()
      .update(reports)
      .set({ ...noReviewAtAll, takenBackAt: at, version: number, updatedAt: at })
      .where(isReviewed),
    db().insert(reviewVersions).values(line).onConflictDoNothing(),
    db()
      .insert(reviewVersions)
      .values({
        ...line,
        id: newId(),
        number,
        kind: 'takenBack',
        text: null,
        language: null,
        reasonCode: 'other',
        createdAt: at,
      }),
    auditEntry({ action: 'review.takenBack', objectId: reportId }),
  ]);
  return true;
}
