import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { db } from '~/platform/db/db.server';
import { consents, reports } from '~/platform/db/tables.server';

/** The lines of the consents that a viewer gave for some reports, by report, the newest first. */
export async function ownConsents(viewer: Viewer, reportIds: string[]) {
  const byReport = new Map<string, (typeof consents.$inferSelect)[]>();
  if (reportIds.length === 0) return byReport;
  const rows = await db()
    .select()
    .from(consents)
    .where(and(inArray(consents.reportId, reportIds), eq(consents.userId, viewer.id)))
    .orderBy(desc(isNull(consents.withdrawnAt)), desc(consents.at), desc(consents.id));
  for (const row of rows) byReport.set(row.reportId, [...(byReport.get(row.reportId) ?? []), row]);
  return byReport;
}

/**
 * One of the viewer's own reports.
 *
 * @throws Refusal: `notFound`, for somebody else's too.
 */
export async function requireOwnReport(viewer: Viewer, reportId: string) {
  const [row] = await db().select().from(reports).where(isOwn(viewer, reportId));
  if (!row) throw new Refusal('notFound', 'report.notFound');
  return row;
}

/** The report of that ID, if it is the viewer's own. */
export const isOwn = (viewer: Viewer, reportId: string) =>
  and(eq(reports.id, reportId), eq(reports.patientId, viewer.id));

/**
 * Refuses while a review can still be undone: its patient does not know of it yet, and changes
 * nothing meanwhile.
 *
 * @throws Refusal: `conflict` with the seconds left.
 */
export function requireSettled({ hiddenUntil }: typeof reports.$inferSelect) {
  const leftMs = Number(hiddenUntil) - Date.now();
  if (leftMs <= 0) return;
  throw new Refusal('conflict', 'report.beingReviewed', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
