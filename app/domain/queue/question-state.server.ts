import { and, desc, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';
import { isAnswered } from './report-list.server';

/** Hours for which a report is reserved for the expert whose question was answered. */
const askerFirstHours = 24;

/** The condition that a question was neither answered nor closed. */
export const isOpenQuestion = and(isNull(questions.answeredAt), isNull(questions.closedAt));

/**
 * The value of `waitsFor` once a question is over: `admin` if the report is closed to other
 * experts, otherwise null.
 */
export const waitsForAfterQuestion = sql<
  'admin' | null
>`case when ${reports.heldAt} is not null then 'admin' end`;

/**
 * Builds the statement that closes the open question of a report, if there is one, because its
 * answer is no longer needed. Belongs in the `atomically` of the change that makes it so, after the
 * report's own row.
 */
export const closeOpenQuestion = (reportId: string, now: Date): Statement =>
  db()
    .update(questions)
    .set({ closedAt: now })
    .where(and(eq(questions.reportId, reportId), isOpenQuestion));

/**
 * Builds the condition that a report is not held from an expert as another person's. It is always
 * open to the expert who asked, and to everybody once it has a review that can no longer be undone.
 */
export const isNotClosedTo = (expertId: string): SQL | undefined =>
  or(
    isNull(reports.heldAt),
    isAnswered(),
    exists(
      db()
        .select({ one: sql`1` })
        .from(questions)
        .where(
          and(
            eq(questions.reportId, reports.id),
            eq(questions.expertId, expertId),
            eq(questions.askedAt, reports.askedAt),
          ),
        ),
    ),
  );

/** Finds a report with its patient, if the condition is true for it. */
export async function findWithPatient(reportId: string, condition?: SQL) {
  const [row] = await db()
    .select({ report: reports, patient: users })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(eq(reports.id, reportId), condition));
  return row;
}

export type WithPatient = NonNullable<Awaited<ReturnType<typeof findWithPatient>>>;

/**
 * Reads a report with its patient.
 *
 * @throws Refusal: `notFound`.
 */
export async function requireWithPatient(reportId: string): Promise<WithPatient> {
  const row = await findWithPatient(reportId);
  if (!row) throw new Refusal('notFound', 'report.notFound');
  return row;
}

/** Finds the last question about a report. */
export async function findLastQuestion(reportId: string) {
  const [lastQuestion] = await db()
    .select()
    .from(questions)
    .where(eq(questions.reportId, reportId))
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(1);
  return lastQuestion;
}

/** Builds the columns that reserve a report for the expert who asked, for a day. */
export const reserveForAsker = (expertId: string, now: Date) => ({
  claimedBy: expertId,
  claimedAt: now,
  claimedUntil: new Date(now.getTime() + askerFirstHours * 3_600_000),
  claimedAfter: null,
});
