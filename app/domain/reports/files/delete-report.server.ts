import { and, eq, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { reportIdOnly } from '~/domain/reports/schemas';
import { listDeletions } from '~/domain/system/deletion-list.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { consents, reports } from '~/platform/db/tables.server';
import { logIncident } from '~/platform/observability/log.server';
import { storage } from '~/platform/storage/current-storage.server';
import { forgetPages } from './drawn-pages.server';

/**
 * Deleting one's own report, pending or reviewed: the row and its files go, a line of the audit log
 * without health data stays (docs/requirements.md#reports-and-files).
 *
 * @throws Refusal: `notFound`, for somebody else's too.
 */
export const deleteReport = operation({
  name: 'report.delete',
  api: {
    summary: 'Delete a report',
    text: 'Deletes one of your own reports with its file and review. The id may also come in the path or the query.',
  },
  input: reportIdOnly,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'report.delete',
  successMessage: 'delete.done',
  failureMessage: 'delete.failed',
  async run({ viewer, input }) {
    await deleteOwnReport(viewer, input.reportId);
    return {};
  },
});

/**
 * Deletes one of the viewer's own reports with its files.
 *
 * @throws Refusal: `notFound`.
 */
export async function deleteOwnReport(viewer: Viewer, reportId: string): Promise<void> {
  const names = await removeRow(viewer, reportId);
  forgetPages(reportId);
  await listDeletions();
  // The row is gone, so nobody can open the files any more; one that the disk does not let go is
  // swept at the next start.
  for (const name of names) {
    if (name)
      await storage()
        .drop(name)
        .catch((error: unknown) => logIncident('report.delete', error));
  }
}

/**
 * Removes the row of a viewer's own report.
 *
 * @returns the names of its files; a thumbnail that comes meanwhile is looked up again.
 */
async function removeRow(viewer: Viewer, reportId: string) {
  const mine = and(eq(reports.id, reportId), eq(reports.patientId, viewer.id));
  for (;;) {
    const [row] = await db()
      .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
      .from(reports)
      .where(mine);
    if (!row) throw new Refusal('notFound', 'report.notFound');
    const isSame = sql`${reports.thumbnailName} is not distinct from ${row.thumbnailName}`;
    const isGone = await atomically([
      requireChange(db().delete(reports).where(and(mine, isSame))),
      db().delete(consents).where(eq(consents.reportId, reportId)),
      auditEntry({ action: 'report.deleted', actorId: viewer.id, objectId: reportId }),
    ]);
    if (isGone) return [row.fileName, row.thumbnailName];
  }
}
