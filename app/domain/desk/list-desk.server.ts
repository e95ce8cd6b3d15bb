import { and, asc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import { findRegistrationBar } from '~/domain/identity/registration-rule.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { holdsClaim, isClaimedBy } from '~/domain/queue/claim-rules.server';
import { isInQueue } from '~/domain/queue/report-list.server';
import type { PublicReport } from '~/domain/report/present-report';
import { selectQuestions } from '~/domain/report/rows-of-reports.server';
import { presentReports } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { listPendingReports, readPendingList } from './report-lists.server';
import { findUndoable } from './undo-review.server';
import { listUrgent, noUrgent } from './urgent-reports.server';

/** Holds what the line of an expert's open reports shows of one. */
export type DeskReport = Pick<PublicReport, '_id' | 'reportType' | 'about' | 'progress' | 'urgent'> & {
  patient: Pick<PublicReport['patient'], 'firstName' | 'lastName'>;
};

const mostOnDesk = 20;
const deskOrder = [asc(reports.createdAt), asc(reports.id)];

/**
 * Lists the waiting reports for the page. An expert also sees, above the list and not in it, the
 * reports they hold or have a draft of, and the reviews they can still undo. Urgent reports stand
 * above the list and also in it. `asOf` is the time of
 * reading, in milliseconds since 1970.
 */
export const listDesk = operation({
  ...listPendingReports,
  output: undefined,
  async run(call) {
    const role = effectiveRole(call.viewer);
    const isExpert = role === 'Expert';
    const desk = isExpert ? await deskOf(call.viewer, call.context) : [];
    const list = await readPendingList(
      call,
      desk.map(({ _id }) => _id),
    );
    const isShown = role !== 'unapproved' && !call.input.urgent;
    return {
      ...list,
      desk,
      urgent: isShown ? await listUrgent(call.viewer, desk) : noUrgent,
      registrationBar: isExpert ? await findRegistrationBar(call.viewer) : null,
      undoable: isExpert ? await findUndoable(call.viewer) : [],
      isAllAnswered: list.meta.total === 0 && (await isAllAnswered()),
      asOf: Date.now(),
    };
  },
});

/** Checks that at least one report is reviewed and none is waiting. */
async function isAllAnswered(): Promise<boolean> {
  const hasAny = async (where: SQL) =>
    (await db().select({ id: reports.id }).from(reports).where(where).limit(1)).length > 0;
  // Each condition matches a partial index.
  return (
    (await hasAny(sql`${reports.status} = 'Reviewed'`)) &&
    !(await hasAny(isInQueue)) &&
    !(await hasAny(isNotNull(reports.waitsFor)))
  );
}

/** Builds the query of the reports that an expert has a draft of. */
const selectDrafted = ({ id }: Viewer) =>
  db().select({ id: reviewDrafts.reportId }).from(reviewDrafts).where(eq(reviewDrafts.expertId, id));

/** Builds the condition that an expert holds a waiting report or has a draft of it. */
function isOnDeskOf(viewer: Viewer) {
  const claimedIds = db().select({ id: reports.id }).from(reports).where(isClaimedBy(viewer.id, new Date()));
  return and(
    eq(reports.status, 'Pending'),
    ne(reports.patientId, viewer.id),
    // Selected by ID, so that neither set is searched for among all waiting reports.
    inArray(reports.id, union(claimedIds, selectDrafted(viewer))),
  );
}

/**
 * Reads the desk of an expert for the home page: the IDs of the reports that stand above the list,
 * and how many of them have an answer to the expert's question.
 */
export async function readDeskSummary(viewer: Viewer): Promise<{ reportIds: string[]; answered: number }> {
  const { id, claimedBy, claimedUntil, waitsFor } = reports;
  const rows = await db()
    .select({ id, claimedBy, claimedUntil, waitsFor })
    .from(reports)
    .where(isOnDeskOf(viewer))
    .orderBy(...deskOrder)
    .limit(mostOnDesk);
  const claimedIds = rows
    .filter((row) => row.waitsFor === null && holdsClaim(viewer.id, row))
    .map((row) => row.id);
  const questionsOf = await selectQuestions(claimedIds);
  const isAnswered = (reportId: string) => {
    const last = questionsOf.get(reportId)?.at(-1);
    return last !== undefined && last.answeredAt !== null && last.expertId === viewer.id;
  };
  return { reportIds: rows.map((row) => row.id), answered: claimedIds.filter(isAnswered).length };
}

async function deskOf(viewer: Viewer, context: CallContext): Promise<DeskReport[]> {
  const rows = await db()
    .select({ report: reports, patient: users })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isOnDeskOf(viewer))
    .orderBy(...deskOrder)
    .limit(mostOnDesk);
  if (rows.length === 0) return [];
  await auditListAccess(viewer.id, new Set(rows.map(({ patient }) => patient.id)));
  const presented = await presentReports(viewer, rows, context);
  return presented.map(({ _id, reportType, about, progress, urgent, patient: { firstName, lastName } }) => ({
    _id,
    reportType,
    about,
    progress,
    urgent,
    patient: { firstName, lastName },
  }));
}
