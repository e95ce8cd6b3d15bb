import { and, eq, notExists, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { deleteOwnReport } from '~/domain/report-files/delete-report.server';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
import { people, reports, users } from '~/platform/db/core/tables.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';

/**
 * Removes a person from the list of a viewer; where that is wanted, after every report of theirs
 * with its files. Stopped on the way, it is done by the same call again.
 *
 * @throws Refusal: `notFound`.
 */
export async function removeWithReports(
  viewer: Viewer,
  personId: string,
  withReports: boolean,
): Promise<void> {
  const person = and(eq(people.id, personId), eq(people.accountId, viewer.id));
  const theirs = and(eq(reports.patientId, viewer.id), eq(reports.personId, personId));
  for (;;) {
    const [found] = await db().select({ id: people.id }).from(people).where(person);
    if (!found) throw new Refusal('notFound', 'people.notFound');
    const own = withReports ? await db().select({ id: reports.id }).from(reports).where(theirs) : [];
    for (const { id } of own) await deleteUnlessGone(viewer, id);
    const left = db().select({ one: sql`1` }).from(reports).where(theirs);
    const isGone = await atomically([
      lock(users, eq(users.id, viewer.id)),
      // What was sent of them in the meantime goes first.
      withReports &&
        requireChange(
          db()
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, viewer.id), notExists(left))),
        ),
      requireChange(db().delete(people).where(person)),
      auditEntry({ action: 'people.removed', actorId: viewer.id, objectId: personId }),
    ]);
    if (!isGone) continue;
    await listDeletions();
    return;
  }
}

async function deleteUnlessGone(viewer: Viewer, reportId: string) {
  try {
    await deleteOwnReport(viewer, reportId);
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'notFound')) throw error;
  }
}
