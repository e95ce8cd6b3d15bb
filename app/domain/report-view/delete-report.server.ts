import { and, eq, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { hasOnlyFiles, listAddedFileNames } from './added-files.server';
import { forgetPages } from './drawn-pages.server';
import { dropFiles } from './keep-files.server';

/**
 * Deletes one of the user's own reports, pending or reviewed. The row and its files are removed; an
 * audit entry without health data stays (docs/requirements.md#reports-and-files).
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export const deleteReport = operation({
  name: 'report.delete',
  api: {
    summary: 'Delete a report',
    text: 'Deletes one of your own reports with its file and review. The ID may also be sent in the path or the query.',
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
  // Without the row nobody can open the files any more.
  await dropFiles('report.delete', names);
}

/**
 * Removes the row of a viewer's own report. Tries again if a thumbnail or a file is added in the
 * meantime.
 *
 * @returns the names of its files.
 */
async function removeRow(viewer: Viewer, reportId: string) {
  const isOwnReport = and(eq(reports.id, reportId), eq(reports.patientId, viewer.id));
  for (;;) {
    const [row] = await db()
      .select({
        fileName: reports.fileName,
        thumbnailName: reports.thumbnailName,
        noticeId: reports.noticeId,
      })
      .from(reports)
      .where(isOwnReport);
    if (!row) throw new Refusal('notFound', 'report.notFound');
    const addedNames = await listAddedFileNames([reportId]);
    const isSameThumbnail = sql`${reports.thumbnailName} is not distinct from ${row.thumbnailName}`;
    const isSameNotice = sql`${reports.noticeId} is not distinct from ${row.noticeId}`;
    const isGone = await atomically([
      lock(reports, isOwnReport),
      requireChange(
        db()
          .delete(reports)
          .where(and(isOwnReport, isSameThumbnail, isSameNotice, hasOnlyFiles(addedNames))),
      ),
      db().delete(consents).where(eq(consents.reportId, reportId)),
      // The e-mail about its review, which is still held if the review can be undone.
      db()
        .delete(outbox)
        .where(eq(outbox.id, row.noticeId ?? '')),
      dropHeldEmails(reportId, ['question', 'review', 'change', 'withdrawal', 'translation', 'reminder']),
      auditEntry({ action: 'report.deleted', actorId: viewer.id, objectId: reportId }),
    ]);
    if (isGone) return [row.fileName, row.thumbnailName, ...addedNames];
  }
}
