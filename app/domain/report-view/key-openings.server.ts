import { and, eq, gt, inArray } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { atomically, db } from '~/platform/db/db.server';
import { oneOpeningMs } from './open-file.server';

/**
 * Records each report of a list that a key is about to read as opened, since a list has the whole
 * reports. Everything that a key reads of a report within an hour is one opening, as for people.
 *
 * @throws the error of a failed write, so that nothing is read unrecorded.
 */
export async function noteOpenedByKey({ id: keyId }: Viewer, reportIds: string[]): Promise<void> {
  const recent = await db()
    .select({ reportId: audit.objectId })
    .from(audit)
    .where(
      and(
        eq(audit.actorId, keyId),
        eq(audit.action, 'report.opened'),
        inArray(audit.objectId, reportIds),
        gt(audit.at, new Date(Date.now() - oneOpeningMs)),
      ),
    );
  const recentIds = new Set(recent.map(({ reportId }) => reportId));
  const unrecordedIds = reportIds.filter((id) => !recentIds.has(id));
  if (unrecordedIds.length === 0) return;
  await atomically(
    unrecordedIds.map((id) => auditEntry({ action: 'report.opened', actorId: keyId, objectId: id })),
  );
}
