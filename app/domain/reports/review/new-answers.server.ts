import { and, desc, eq, notExists, sql } from 'drizzle-orm';
import { recordEach } from '~/domain/audit/audit-entry.server';
import { isSettled } from '~/domain/reports/queue/report-list.server';
import { atomically, db } from '~/platform/db/db.server';
import { audit, reports } from '~/platform/db/tables.server';
import { troubleOf } from '~/platform/write-trouble.server';

/**
 * The answers that a patient has not seen yet as they are, the latest first. That one was seen is a
 * line of the audit log, later than the answer and its last change. `newer` is how many of the
 * patient's reports stand before it in their list.
 */
export function newAnswersOf(patientId: string) {
  const { id, reportType, aboutName, aboutRelation, reviewedAt } = reports;
  const isSeen = db()
    .select({ one: sql`1` })
    .from(audit)
    .where(
      and(
        eq(audit.objectId, reports.id),
        eq(audit.action, 'review.read'),
        eq(audit.actorId, patientId),
        sql`${audit.at} >= coalesce(${reports.amendedAt}, ${reports.reviewedAt})`,
      ),
    );
  // Named in full: a column beside the select would be read as the inner table's.
  const newer = sql<number>`(select count(*) from reports as other where other.patient_id = reports.patient_id
    and (other.created_at, other.id) > (reports.created_at, reports.id))`;
  return db()
    .select({ id, reportType, aboutName, aboutRelation, newer })
    .from(reports)
    .where(
      and(eq(reports.patientId, patientId), eq(reports.status, 'Reviewed'), isSettled(), notExists(isSeen)),
    )
    .orderBy(desc(reviewedAt), desc(id));
}

/**
 * Notes that a patient sees the answers to some of their reports. Where nothing can be written they
 * read them all the same, and they stay new.
 */
export async function noteAnswersRead(patientId: string, reportIds: string[]): Promise<void> {
  if (reportIds.length === 0) return;
  try {
    await atomically(recordEach({ action: 'review.read', actorId: patientId }, reportIds));
  } catch (error) {
    if (!troubleOf(error)) throw error;
  }
}
