import { and, asc, eq, exists, ne, or, sql } from 'drizzle-orm';
import { auditListAccess } from '~/domain/audit/list-access.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { isHeldBy } from '~/domain/reports/claim/claim-rules.server';
import { findUndoable } from '~/domain/reports/claim/undo-review.server';
import type { PublicReport } from '~/domain/reports/present-report';
import { presentReports } from '~/domain/reports/present-reports.server';
import { db } from '~/platform/db/db.server';
import { reports, reviewDrafts, users } from '~/platform/db/tables.server';
import { listPendingReports } from './report-lists.server';

/** A report that is an expert's to go on with; whether they have written something of it. */
export type OnDesk = { report: PublicReport; hasDraft: boolean };

const mostOnDesk = 20;

/**
 * The list of reports that wait for the page: an expert also sees, above it, what they hold or have
 * begun to write, and the reviews that they can still undo.
 */
export const listDesk = operation({
  ...listPendingReports,
  output: undefined,
  async run(call) {
    const list = await listPendingReports.run(call);
    const isExpert = effectiveRole(call.viewer) === 'Expert';
    return {
      ...list,
      desk: isExpert ? await deskOf(call.viewer, call.context) : [],
      undoable: isExpert ? await findUndoable(call.viewer) : [],
    };
  },
});

async function deskOf(viewer: Viewer, context: CallContext): Promise<OnDesk[]> {
  const isDraft = and(eq(reviewDrafts.expertId, viewer.id), eq(reviewDrafts.reportId, reports.id));
  const draft = db().select({ one: sql`1` }).from(reviewDrafts).where(isDraft);
  const hasDraft = sql<number>`${exists(draft)}`;
  const found = await db()
    .select({ report: reports, patient: users, hasDraft })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(
      and(
        eq(reports.status, 'Pending'),
        ne(reports.patientId, viewer.id),
        or(isHeldBy(viewer.id, new Date()), exists(draft)),
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(mostOnDesk);
  await auditListAccess(viewer.id, new Set(found.map(({ patient }) => patient.id)));
  const shown = await presentReports(viewer, found, context);
  return shown.map((report, at) => ({ report, hasDraft: Boolean(found[at]?.hasDraft) }));
}
