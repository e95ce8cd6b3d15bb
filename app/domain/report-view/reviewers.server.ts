import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { isReviewedFor } from '~/domain/queue/report-list.server';
import type { Reviewer } from '~/domain/report/report-field';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/**
 * Builds the condition that an account is an approved expert, and that the viewer can read a review
 * by them of one of the viewer's own reports. It ends with the review, the report, the approval or
 * the account.
 */
export const hasReviewedFor = (viewer: Viewer): SQL | undefined =>
  and(
    whereStatus.approved,
    exists(
      db()
        .select({ one: sql`1` })
        .from(reports)
        .where(and(eq(reports.patientId, viewer.id), eq(reports.expertId, users.id), isReviewedFor(viewer))),
    ),
  );

/**
 * Reads the details of some doctors that patients see besides the signature.
 *
 * @returns the doctors by ID; those whom the clinic does not approve any more are left out.
 */
export async function selectReviewers(expertIds: string[]): Promise<Map<string, Reviewer>> {
  if (expertIds.length === 0) return new Map();
  const { id, pictureTag } = users;
  const rows = await db()
    .select({ id, pictureTag })
    .from(users)
    .where(and(inArray(id, [...new Set(expertIds)]), whereStatus.approved));
  return new Map(rows.map((row) => [row.id, row]));
}
