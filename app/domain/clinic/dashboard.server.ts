import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { listNewAnswers } from '~/domain/desk/new-answers.server';
import { countReports } from '~/domain/desk/read-report-page.server';
import { findBarringStatus } from '~/domain/experts/change-expert-status.server';
import { countPendingExperts } from '~/domain/experts/expert-lists.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { may } from '~/domain/kernel/abilities';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { personInEmail } from '~/domain/report/about';
import { findNewestWaiting } from '~/domain/report-rules/queue-place.server';
import { pendingReports } from '~/domain/report-rules/report-list.server';
import { listUntranslatedCounts } from '~/domain/report-rules/untranslated.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { readChecklist } from './checklist.server';

/**
 * What the first page of the dashboard tells (docs/requirements.md#screens).
 *
 * @returns for those who look after it, how many reports and experts wait; for an expert who is
 *   suspended or rejected, that and why; for a patient, the type and progress of the newest report,
 *   null when there is none, the answers not seen yet, and the newest report that waits with its
 *   place in the queue, and how many questions wait for them; for an admin, how many reports are
 *   held, the reviews that wait for a translation, and the clinic's first steps until all are done;
 *   for an expert who waits for approval, what they have done of their own.
 */
export const readDashboard = operation({
  name: 'dashboard.read',
  input: z.object({}),
  allow: 'account.own',
  successMessage: 'report.fetched',
  failureMessage: 'dashboard.failed',
  async run({ viewer, context }) {
    const isPatient = viewer.accountType === 'Patient';
    return {
      standing: await findBarringStatus(viewer),
      newest: isPatient ? await findNewestReport(viewer, context) : undefined,
      newAnswers: isPatient ? await namedAnswers(viewer.id) : undefined,
      waiting: isPatient ? await findNewestWaiting(viewer.id) : undefined,
      questions: isPatient ? await countQuestions(viewer.id) : undefined,
      held: may(viewer, 'report.liftHold')
        ? await countReports(pendingReports({ waitsFor: 'admin' }))
        : undefined,
      reportsWaiting: may(viewer, 'report.listPending') ? await countReports(pendingReports()) : undefined,
      whileWaiting: effectiveRole(viewer) === 'unapproved' ? await readOwnSteps(viewer) : undefined,
      untranslated: may(viewer, 'system.read') ? await listUntranslatedCounts() : undefined,
      checklist: may(viewer, 'system.read') ? await readChecklist() : undefined,
      expertsWaiting: may(viewer, 'expert.listPending') ? await countPendingExperts() : undefined,
    };
  },
});

/** What an expert can do while they wait for approval, and whether it is done. */
async function readOwnSteps(viewer: Viewer) {
  const { registrationNumber, reads, totpSince } = await requireOwnRow(viewer);
  return {
    registration: registrationNumber !== null,
    languages: Boolean(reads?.length),
    twoStep: totpSince !== null,
  };
}
/** The answers a patient has not seen, and of whom each is. */
const namedAnswers = async (patientId: string) =>
  (await listNewAnswers(patientId)).map(({ id, reportType, ...about }) => ({
    id,
    reportType,
    ...personInEmail(about),
  }));

/** How many questions wait for a patient's answer. */
async function countQuestions(patientId: string) {
  const isTheirs = and(eq(reports.patientId, patientId), eq(reports.waitsFor, 'patient'));
  return db().$count(reports, isTheirs);
}

/** Finds the newest report of a patient and how far it is, as its card says it too. */
async function findNewestReport(viewer: Viewer, context: CallContext) {
  const [row] = await db()
    .select()
    .from(reports)
    .where(eq(reports.patientId, viewer.id))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  if (!row) return null;
  const { _id, reportType, progress, queue } = await presentOne(viewer, row, viewer, context);
  return { id: _id, reportType, progress, queue };
}
