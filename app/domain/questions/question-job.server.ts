import { and, asc, eq, lt, lte, or } from 'drizzle-orm';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import type { Addressee } from '~/domain/notifications/enqueue-email.server';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isOpenQuestion, waitsForAfterQuestion } from '~/domain/queue/question-state.server';
import { toPersonInEmail } from '~/domain/report/about';
import { askedForDays } from '~/domain/report/question-constants';
import { toCaseNumber } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

/** Days after which the patient is reminded; the first e-mail leaves with the question. */
const reminderDays = [3, 7];

/**
 * Reminds patients of open questions on the third and the seventh day, and returns reports to the
 * queue whose question has no answer for 14 days. Each step is one conditional statement, so
 * several servers may do it at once.
 */
export async function remindOfQuestions(now = Date.now()): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  const isDue = or(
    lte(questions.askedAt, daysAgo(askedForDays)),
    ...reminderDays.map((days, at) => and(lte(questions.askedAt, daysAgo(days)), lt(questions.told, at + 2))),
  );
  const due = await db()
    .select({
      id: questions.id,
      reportId: questions.reportId,
      askedAt: questions.askedAt,
      told: questions.told,
      account: addresseeColumns,
      about: { aboutName: reports.aboutName, aboutRelation: reports.aboutRelation },
    })
    .from(questions)
    .innerJoin(reports, eq(reports.id, questions.reportId))
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(isOpenQuestion, isDue))
    .orderBy(asc(questions.askedAt));
  for (const question of due) {
    if (question.askedAt <= daysAgo(askedForDays)) await giveUp(question, new Date(now));
    else await remind(question, 1 + reminderDays.filter((days) => question.askedAt <= daysAgo(days)).length);
  }
  if (due.length > 0) wakeOutbox();
}

type Due = {
  id: string;
  reportId: string;
  told: number;
  account: Addressee;
  about: Parameters<typeof toPersonInEmail>[0];
};

async function remind({ id, reportId, told: reminders, account, about }: Due, toldNow: number) {
  const toPatient = await notify(account, {
    bound: { topic: 'question', about: reportId },
    template: 'questionWaits',
    params: { reportId, caseNumber: toCaseNumber(reportId), ...toPersonInEmail(about) },
  });
  await atomically([
    requireChange(
      db()
        .update(questions)
        .set({ told: toldNow })
        .where(and(eq(questions.id, id), eq(questions.told, reminders), isOpenQuestion)),
    ),
    ...toPatient,
  ]);
}

async function giveUp({ id, reportId }: Due, now: Date) {
  await atomically([
    lock(reports, eq(reports.id, reportId)),
    requireChange(
      db()
        .update(questions)
        .set({ closedAt: now })
        .where(and(eq(questions.id, id), isOpenQuestion)),
    ),
    db()
      .update(reports)
      .set({ waitsFor: waitsForAfterQuestion, updatedAt: now })
      .where(and(eq(reports.id, reportId), eq(reports.waitsFor, 'patient'))),
    dropHeldEmails(reportId, ['question']),
  ]);
}
