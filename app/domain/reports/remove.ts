import { and, eq } from 'drizzle-orm';
import { atomically, db, must } from '~/platform/db/db.server';
import { consents, reports } from '~/platform/db/tables';
import { logIncident } from '~/platform/log.server';
import { storage } from '~/platform/storage/current.server';
import { record } from '../audit/record';
import { nothingMore } from '../fields';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import { forgetPages } from './pages';
import { reportIdOnly } from './schemas';

/**
 * Deleting one's own report, pending or reviewed: the row and its files go, a line of the audit log without health data stays
 * (decisions: Reports and files). Refusals: `notFound`, for somebody else's too.
 */
export const deleteReport = operation({
  name: 'report.delete',
  input: reportIdOnly,
  output: nothingMore,
  refuses: ['notFound'],
  allow: 'report.delete',
  done: 'delete.done',
  failed: 'delete.failed',
  async run({ viewer, input }) {
    const mine = and(eq(reports.id, input.reportId), eq(reports.patientId, viewer.id));
    const [row] = await db()
      .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
      .from(reports)
      .where(mine);
    const isGone =
      row &&
      (await atomically([
        must(db().delete(reports).where(mine)),
        db().delete(consents).where(eq(consents.reportId, input.reportId)),
        record({ action: 'report.deleted', actorId: viewer.id, objectId: input.reportId }),
      ]));
    if (!isGone) throw new Refusal('notFound', 'report.notFound');
    forgetPages(input.reportId);
    // The row is gone, so nobody can open the files any more; one that the disk does not let go is swept at the next start.
    for (const name of [row.fileName, row.thumbnailName]) {
      if (name)
        await storage()
          .drop(name)
          .catch((error: unknown) => logIncident('report.delete', error));
    }
    return {};
  },
});
