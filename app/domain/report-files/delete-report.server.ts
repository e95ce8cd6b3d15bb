import { and, eq, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/outbox/bounded-emails.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { addedNamesOf, hasOnly } from '~/domain/report-rules/added-files.server';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
import { dropFiles } from '~/domain/report-rules/keep-files.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
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
  // The row is gone, so nobody can open the files any more.
  await dropFiles('report.delete', names);
}

/**
 * Removes the row of a viewer's own report.
 *
 * @returns the names of its files; what comes meanwhile, a thumbnail or a file that is added, is
 *   looked up again.
 */
async function removeRow(viewer: Viewer, reportId: string) {
  const mine = and(eq(reports.id, reportId), eq(reports.patientId, viewer.id));
  for (;;) {
    const [row] = await db()
      .select({
        fileName: reports.fileName,
        thumbnailName: reports.thumbnailName,
        noticeId: reports.noticeId,
      })
      .from(reports)
      .where(mine);
    if (!row) throw new Refusal('notFound', 'report.notFound');
    const added = await addedNamesOf([reportId]);
    const isSame = sql`${reports.thumbnailName} is not distinct from ${row.thumbnailName}`;
    const isTold = sql`${reports.noticeId} is not distinct from ${row.noticeId}`;
    const isGone = await atomically([
      lock(reports, mine),
      requireChange(
        db()
          .delete(reports)
          .where(and(mine, isSame, isTold, hasOnly(added))),
      ),
      db().delete(consents).where(eq(consents.reportId, reportId)),
      // An e-mail that tells of its review, where that could still be undone.
      db()
        .delete(outbox)
        .where(eq(outbox.id, row.noticeId ?? '')),
      dropHeldEmails(reportId, ['question', 'review', 'change', 'withdrawal', 'translation']),
      auditEntry({ action: 'report.deleted', actorId: viewer.id, objectId: reportId }),
    ]);
    if (isGone) return [row.fileName, row.thumbnailName, ...added];
  }
}
