import { and, eq, isNotNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedExpert, isApprovedNow } from '~/domain/identity/expert-status.server';
import { findRegistrationBar, mayBeginWorkNow } from '~/domain/identity/registration-rule.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { findLastQuestion, requireWithPatient, reserveForAsker } from '~/domain/queue/question-state.server';
import { reportAnswer } from '~/domain/report/present-report';
import { liftForm } from '~/domain/report/question-schemas';
import { reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';

/**
 * Opens a report to other experts again that an expert had closed as another person's, with a
 * reason that its patient and experts read. Once the patient has answered, it waits in the queue
 * from then on, reserved for its asker for a day.
 *
 * @throws Refusal: `notFound`; `conflict` if it is not closed to anybody.
 */
export const liftHold = operation({
  name: 'report.liftHold',
  api: {
    summary: 'Lift a hold on a report',
    text: "For admins. Reopens a report to other experts after its expert asked whether it is another person's (`otherPerson`). The reason is shown with the question.",
  },
  input: liftForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.liftHold',
  successMessage: 'lift.done',
  failureMessage: 'lift.failed',
  async run({ viewer, input: { reportId, reason }, context }) {
    for (;;) {
      const { report, patient, question } = await requireHeld(reportId);
      const now = new Date();
      const isAskersTurn =
        report.waitsFor === 'admin' &&
        question.answeredAt &&
        (await isApprovedExpert(question.expertId)) &&
        (await findRegistrationBar({ id: question.expertId })) === null;
      const lifted = {
        heldAt: null,
        ...(report.waitsFor === 'admin' && { waitsFor: null }),
        ...(isAskersTurn && reserveForAsker(question.expertId, now)),
        updatedAt: now,
      };
      const isLifted = await atomically([
        lock(users, eq(users.id, question.expertId)),
        requireChange(
          db()
            .update(reports)
            .set(lifted)
            .where(
              and(
                eq(reports.id, reportId),
                isNotNull(reports.heldAt),
                eq(reports.status, report.status),
                report.waitsFor ? eq(reports.waitsFor, report.waitsFor) : undefined,
                isAskersTurn
                  ? and(isApprovedNow(question.expertId), mayBeginWorkNow(question.expertId))
                  : undefined,
              ),
            ),
        ),
        db().update(questions).set({ liftReason: reason }).where(eq(questions.id, question.id)),
        auditEntry({ action: 'report.holdLifted', actorId: viewer.id, objectId: reportId }),
      ]);
      // An answer may have come meanwhile: reads the report again.
      if (isLifted)
        return { data: await presentReportTo(viewer, { ...report, ...lifted }, patient, context) };
    }
  },
});

/**
 * Reads a held report, for the page that asks for the reason to open it again.
 *
 * @throws Refusal: as `liftHold`.
 */
export const readHeldReport = operation({
  name: 'report.readHeld',
  input: reportIdOnly,
  allow: 'report.liftHold',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    return { data: await presentOpened(viewer, await requireHeld(reportId), context) };
  },
});

async function requireHeld(reportId: string) {
  const match = await requireWithPatient(reportId);
  const question = await findLastQuestion(reportId);
  const isHeld = match.report.heldAt && match.report.status !== 'Reviewed';
  if (!isHeld || !question) throw new Refusal('conflict', 'lift.notHeld');
  return { ...match, question };
}
