import { and, asc, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { listNewAnswers } from '~/domain/desk/new-answers.server';
import { countReports } from '~/domain/desk/read-report-page.server';
import { findBarringStatus } from '~/domain/experts/change-expert-status.server';
import { countPendingExperts } from '~/domain/experts/expert-lists.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { toPersonInEmail } from '~/domain/report/about';
import { toQuestionKind } from '~/domain/report/present-question';
import { isOpenQuestion } from '~/domain/report-rules/question-state.server';
import { findNewestWaiting } from '~/domain/report-rules/queue-place.server';
import { pendingReports } from '~/domain/report-rules/report-list.server';
import { listUntranslatedCounts } from '~/domain/report-rules/untranslated.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { readChecklist } from './checklist.server';

/**
 * Reads the first page of the dashboard (docs/requirements.md#screens).
 *
 * The result depends on the viewer:
 *
 * - Staff: the numbers of waiting reports and experts.
 * - A suspended or rejected expert: that status and the reason.
 * - A patient: the type and progress of the newest report, null if there is none; the answers not
 *   seen yet; the newest waiting report with its place in the queue; the open questions.
 * - An admin: the numbers of held reports and of reviews that wait for a translation, and the
 *   clinic's first steps until all are done.
 * - An expert who waits for approval: the steps they have done.
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
      questions: isPatient ? await listOpenQuestions(viewer.id) : undefined,
      held: hasAbility(viewer, 'report.liftHold')
        ? await countReports(pendingReports({ waitsFor: 'admin' }))
        : undefined,
      reportsWaiting: hasAbility(viewer, 'report.listPending')
        ? await countReports(pendingReports())
        : undefined,
      whileWaiting: effectiveRole(viewer) === 'unapproved' ? await readOwnSteps(viewer) : undefined,
      untranslated: hasAbility(viewer, 'system.read') ? await listUntranslatedCounts() : undefined,
      checklist: hasAbility(viewer, 'system.read') ? await readChecklist() : undefined,
      expertsWaiting: hasAbility(viewer, 'expert.listPending') ? await countPendingExperts() : undefined,
    };
  },
});

/** Reads the steps that an expert can take while they wait for approval, each with its state. */
async function readOwnSteps(viewer: Viewer) {
  const { registrationNumber, reads, totpSince } = await requireOwnRow(viewer);
  return {
    registration: registrationNumber !== null,
    languages: Boolean(reads?.length),
    twoStep: totpSince !== null,
  };
}
/** Lists the answers that a patient has not seen, each with its person. */
const namedAnswers = async (patientId: string) =>
  (await listNewAnswers(patientId)).map(({ id, reportType, ...about }) => ({
    id,
    reportType,
    ...toPersonInEmail(about),
  }));

/** Lists the questions that wait for a patient's answer, longest waiting first. */
async function listOpenQuestions(patientId: string) {
  const { kind, pages } = questions;
  const { reportType, aboutName, aboutRelation } = reports;
  const rows = await db()
    .select({ reportId: reports.id, reportType, aboutName, aboutRelation, kind, pages })
    .from(questions)
    .innerJoin(reports, eq(reports.id, questions.reportId))
    .where(and(eq(reports.patientId, patientId), eq(reports.waitsFor, 'patient'), isOpenQuestion))
    .orderBy(asc(questions.askedAt), asc(questions.id));
  return rows.map(({ aboutName: name, aboutRelation: relation, ...question }) => ({
    ...question,
    kind: toQuestionKind(question.kind),
    pages: question.pages ?? [],
    ...toPersonInEmail({ aboutName: name, aboutRelation: relation }),
  }));
}

/** Finds the newest report of a patient with its progress, as on its card. */
async function findNewestReport(viewer: Viewer, context: CallContext) {
  const [row] = await db()
    .select()
    .from(reports)
    .where(eq(reports.patientId, viewer.id))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  if (!row) return null;
  const { _id, reportType, progress, queue } = await presentReportTo(viewer, row, viewer, context);
  return { id: _id, reportType, progress, queue };
}
