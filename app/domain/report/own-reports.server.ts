import { and, eq, isNotNull } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { listDrawingNotes } from './page-notes';

/**
 * Reads one of the viewer's own reports.
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export async function requireOwnReport(viewer: Viewer, reportId: string) {
  const [row] = await db().select().from(reports).where(isOwnReport(viewer, reportId));
  if (!row) throw new Refusal('notFound', 'report.notFound');
  return row;
}

/** Lists what the drawing of an account's own report may lack. */
export async function listOwnDrawingNotes(patientId: string, reportId: string) {
  const [row] = await db()
    .select({ pageNotes: reports.pageNotes })
    .from(reports)
    .where(and(eq(reports.id, reportId), eq(reports.patientId, patientId)));
  return listDrawingNotes(row?.pageNotes ?? []);
}

/** Checks whether an account's own report is marked as urgent. */
export async function isOwnReportUrgent(patientId: string, reportId: string): Promise<boolean> {
  const isUrgent = and(
    eq(reports.id, reportId),
    eq(reports.patientId, patientId),
    isNotNull(reports.urgentAt),
  );
  return (await db().$count(reports, isUrgent)) > 0;
}

/** Builds the condition that a report has this ID and is the viewer's own. */
export const isOwnReport = (viewer: Viewer, reportId: string) =>
  and(eq(reports.id, reportId), eq(reports.patientId, viewer.id));

/**
 * Refuses changes by the patient while a review can still be undone, because the patient does not
 * know about it yet.
 *
 * @throws Refusal: `conflict` with the seconds left.
 */
export function requireSettled({ hiddenUntil }: typeof reports.$inferSelect) {
  const leftMs = Number(hiddenUntil) - Date.now();
  if (leftMs <= 0) return;
  throw new Refusal('conflict', 'report.beingReviewed', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
