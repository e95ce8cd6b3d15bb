import { and, eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findScope } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import {
  findLastQuestion,
  isOpenQuestion,
  requireWithPatient,
  waitsForAfterQuestion,
} from '~/domain/queue/question-state.server';
import { presentQuestion } from '~/domain/report/present-question';
import { reportAnswer } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { noteOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';

/**
 * Closes a question before its answer came, for its asker or an admin. The report returns to the
 * queue, or waits for an admin if it is closed to other experts.
 *
 * @throws Refusal: `notFound`, also for another expert's question; `conflict` if none is open.
 */
export const closeQuestion = operation({
  name: 'report.closeQuestion',
  api: {
    summary: 'Close a question',
    text: 'For the expert who asked, and for admins. Returns the report to the queue. Returns 409 if there is no open question.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.closeQuestion',
  successMessage: 'closeQuestion.done',
  failureMessage: 'closeQuestion.failed',
  async run({ viewer, input: { reportId }, context }) {
    const { question } = await requireOpen(viewer, reportId);
    const now = new Date();
    const isClosed = await atomically([
      requireChange(
        db()
          .update(reports)
          .set({ waitsFor: waitsForAfterQuestion, updatedAt: now })
          .where(
            and(eq(reports.id, reportId), eq(reports.status, 'Pending'), eq(reports.waitsFor, 'patient')),
          ),
      ),
      requireChange(
        db()
          .update(questions)
          .set({ closedAt: now })
          .where(and(eq(questions.id, question.id), isOpenQuestion)),
      ),
      dropHeldEmails(reportId, ['question']),
      auditEntry({ action: 'report.questionClosed', actorId: viewer.id, objectId: reportId }),
    ]);
    if (!isClosed) throw new Refusal('conflict', 'closeQuestion.none');
    const match = await requireWithPatient(reportId);
    return { data: await presentReportTo(viewer, match.report, match.patient, context) };
  },
});

/**
 * Reads the question to close and a line of its report, for the confirmation page; this counts as
 * an opening of the report.
 *
 * @throws Refusal: as `closeQuestion`.
 */
export const readQuestionToClose = operation({
  name: 'report.readQuestionToClose',
  input: reportIdOnly,
  allow: 'report.closeQuestion',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId } }) {
    const { report, question } = await requireOpen(viewer, reportId);
    await noteOpened(viewer, report);
    return {
      data: {
        _id: reportId,
        reportType: report.reportType,
        createdAt: report.createdAt.toISOString(),
        about: report.aboutName === null ? null : { name: report.aboutName },
        question: presentQuestion(question),
      },
    };
  },
});

async function requireOpen(viewer: Viewer, reportId: string) {
  const match = await requireWithPatient(reportId);
  const question = await findLastQuestion(reportId);
  const isTheirs = findScope(viewer, 'report.closeQuestion') === 'all' || question?.expertId === viewer.id;
  if (!isTheirs || match.report.status === 'Withdrawn') throw new Refusal('notFound', 'report.notFound');
  if (!question || question.answeredAt || question.closedAt)
    throw new Refusal('conflict', 'closeQuestion.none');
  return { ...match, question };
}
