import { and, asc, desc, eq, lte, ne, not, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readDeskSummary } from '~/domain/desk/list-desk.server';
import { listNewAnswers } from '~/domain/desk/new-answers.server';
import { countReports } from '~/domain/desk/read-report-page.server';
import { countUrgent } from '~/domain/desk/urgent-reports.server';
import { findUndecided } from '~/domain/experts/answers-in-doubt.server';
import { countPendingExperts } from '~/domain/experts/expert-lists.server';
import { findNearEnd } from '~/domain/experts/registration-job.server';
import { countPeopleToCall } from '~/domain/help/list-to-tell.server';
import { countObjections } from '~/domain/identity/address-dispute.server';
import { findBarringStatus } from '~/domain/identity/expert-status.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { countBarredExperts, findRegistrationBar } from '~/domain/identity/registration-rule.server';
import { findSessionStart } from '~/domain/identity/sessions.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { listChangesSinceLogIn } from '~/domain/log-in/account-events.server';
import { countOpenMessages } from '~/domain/messages/message-lists.server';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { isOpenQuestion } from '~/domain/queue/question-state.server';
import { findNewestWaiting } from '~/domain/queue/queue-place.server';
import { isInQueue, isReviewedFor, pendingReports } from '~/domain/queue/report-list.server';
import { listUntranslatedCounts } from '~/domain/queue/untranslated.server';
import { toPersonInEmail } from '~/domain/report/about';
import { toQuestionKind } from '~/domain/report/present-question';
import { longWaitHours } from '~/domain/report/report-constants';
import { selectSteps, selectVersions } from '~/domain/report/rows-of-reports.server';
import { findBarredAuthors, isInDoubt } from '~/domain/report-view/barred-authors.server';
import { presentNextSteps } from '~/domain/report-view/present-next-steps.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { countIncompleteAnswers } from '~/domain/review/incomplete-answers.server';
import { countRecentWanted } from '~/domain/review/wanted-translations.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { readChecklist } from './checklist.server';
import { countGivenUpEmails } from './outbox-lists.server';
import { hasBackupFailed } from './read-system.server';

/**
 * Reads the first page of the dashboard (docs/requirements.md#screens).
 *
 * Names the changes of the ways into the account since the log-in before. The rest depends on the
 * viewer:
 *
 * - A patient: the type and progress of the newest open report, or else of the newest one, null if
 *   there is none; the answers not seen yet; the newest waiting report with its place in the queue;
 *   the open questions.
 * - A patient with a duty: also the numbers of the people they have to tell something.
 * - An expert: the numbers of what waits for them, and the end of their registration once it is near. While they wait for approval, also the steps
 *   they have done. If they are suspended or rejected, only that status and the reason.
 * - An admin: the numbers of what needs a decision, and the clinic's first steps until all are
 *   done.
 */
export const readDashboard = operation({
  name: 'dashboard.read',
  input: z.object({ token: z.string().optional() }),
  allow: 'account.own',
  successMessage: 'report.fetched',
  failureMessage: 'dashboard.failed',
  async run({ viewer, input: { token = '' }, context }) {
    const since = await findSessionStart(token);
    const role = effectiveRole(viewer);
    const isAdmin = hasAbility(viewer, 'system.read');
    const listsPending = viewer.accountType === 'Expert' && hasAbility(viewer, 'report.listPending');
    return {
      changes: since ? await listChangesSinceLogIn(viewer.id, since) : [],
      standing: await findBarringStatus(viewer),
      patient: role === 'Patient' ? await readPatientSummary(viewer, context) : undefined,
      duty: !isAdmin && hasAbility(viewer, 'people.tell') ? await countPeopleToCall(viewer) : undefined,
      expert: listsPending ? await readExpertCounts(viewer) : undefined,
      registrationEnd: role === 'Expert' ? findNearEnd((await requireOwnRow(viewer)).registeredUntil) : null,
      whileWaiting: role === 'unapproved' ? await readOwnSteps(viewer) : undefined,
      registrationBar: role === 'Expert' ? await findRegistrationBar(viewer) : null,
      admin: isAdmin ? await readAdminCounts(viewer) : undefined,
      checklist: isAdmin ? await readChecklist(viewer, context) : undefined,
    };
  },
});

/** The summary on the home page of a patient. */
export type PatientSummary = Awaited<ReturnType<typeof readPatientSummary>>;

async function readPatientSummary(viewer: Viewer, context: CallContext) {
  return {
    newest: await findNewestReport(viewer, context),
    newAnswers: await namedAnswers(viewer.id, context),
    waiting: await findNewestWaiting(viewer.id),
    questions: await listOpenQuestions(viewer.id),
  };
}

/** The numbers of what waits for an expert. */
export type ExpertCounts = Awaited<ReturnType<typeof readExpertCounts>>;

async function readExpertCounts(viewer: Viewer) {
  const isApproved = effectiveRole(viewer) === 'Expert';
  // The list leaves these out too, and shows them above it.
  const desk = isApproved ? await readDeskSummary(viewer) : { reportIds: [], answered: 0 };
  return {
    reportsWaiting: await countReports(pendingReports({ leftOut: desk.reportIds })),
    longestWaitSeconds: await findLongestWait(desk.reportIds),
    urgent: isApproved ? await countUrgent() : 0,
    open: desk.reportIds.length,
    answered: desk.answered,
    translations: isApproved ? await countRecentWanted(viewer) : 0,
  };
}

/**
 * Finds the seconds that the first report in the queue has waited; 0 if none waits.
 *
 * @param leftOut the IDs of a few reports that do not count; by default none.
 */
export async function findLongestWait(leftOut: string[] = []): Promise<number> {
  const [first] = await db()
    .select({ since: reports.createdAt })
    .from(reports)
    .where(and(isInQueue, leftOut.length > 0 ? notInArray(reports.id, leftOut) : undefined))
    .orderBy(asc(reports.createdAt))
    .limit(1);
  return first ? Math.max(0, Math.floor((Date.now() - first.since.getTime()) / 1000)) : 0;
}

/** The numbers of what needs an admin's decision. */
export type AdminCounts = Awaited<ReturnType<typeof readAdminCounts>>;

async function readAdminCounts(viewer: Viewer) {
  const longAgo = new Date(Date.now() - longWaitHours * 3_600_000);
  return {
    toCall: await countPeopleToCall(viewer),
    urgent: await countUrgent(),
    expertsWaiting: await countPendingExperts(),
    doubt: await findUndecided(),
    held: await countReports(pendingReports({ waitsFor: 'admin' })),
    incomplete: await countIncompleteAnswers(),
    openMessages: await countOpenMessages(),
    longWaits: await db().$count(reports, and(isInQueue, lte(reports.createdAt, longAgo))),
    untranslated: await listUntranslatedCounts(),
    unsentEmails: await countGivenUpEmails(),
    unregistered: await countBarredExperts(),
    isBackupFailed: await hasBackupFailed(),
    objections: await countObjections(),
    sendingHeldSince: (await findSendingHold())?.toISOString() ?? null,
  };
}

/** Reads the steps that an expert can take while they wait for approval, each with its state. */
async function readOwnSteps(viewer: Viewer) {
  const { registrationNumber, reads, totpSince } = await requireOwnRow(viewer);
  return {
    registration: registrationNumber !== null,
    languages: Boolean(reads?.length),
    twoStep: totpSince !== null,
  };
}

/**
 * Lists the answers that a patient has not seen, the most urgent first, each with its person, its
 * step and the clinic's warning.
 */
async function namedAnswers(patientId: string, context: CallContext) {
  const rows = await listNewAnswers(patientId);
  const ids = rows.map(({ id }) => id);
  const [steps, versions, barred] = await Promise.all([
    selectSteps(ids),
    selectVersions(ids),
    findBarredAuthors(rows.map(({ expertId }) => expertId)),
  ]);
  const nextSteps = await presentNextSteps(rows, { steps, versions, barred }, context);
  return rows.map(({ id, reportType, isUrgent, expertId, aboutName, aboutRelation }) => {
    const step = nextSteps.get(id);
    return {
      id,
      reportType,
      isUrgent,
      step: step ? { step: step.step, title: step.title, isUncertain: step.isUncertain } : null,
      doubt: isInDoubt(barred, expertId) ? context.describeDoubt().sentence : null,
      ...toPersonInEmail({ aboutName, aboutRelation }),
    };
  });
}

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

/**
 * Finds the newest report of a patient that waits for its answer, or else the newest of all, with its
 * progress, as on its page.
 */
async function findNewestReport(viewer: Viewer, context: CallContext) {
  const isOpen = and(ne(reports.status, 'Withdrawn'), not(isReviewedFor(viewer)));
  const [row] = await db()
    .select()
    .from(reports)
    .where(eq(reports.patientId, viewer.id))
    .orderBy(desc(sql`case when ${isOpen} then 1 else 0 end`), desc(reports.createdAt), desc(reports.id))
    .limit(1);
  if (!row) return null;
  const { _id, reportType, createdAt, progress, queue } = await presentReportTo(viewer, row, viewer, context);
  return { id: _id, reportType, createdAt, progress, queue, ...toPersonInEmail(row) };
}
