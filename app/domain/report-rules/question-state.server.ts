import { and, desc, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';
import { isAnswered } from './report-list.server';

/** How long a report whose question was answered is its asker's alone. */
const askerFirstHours = 24;

/** A question that nobody has answered or closed. */
export const isOpenQuestion = and(isNull(questions.answeredAt), isNull(questions.closedAt));

/**
 * Whom a report waits for once its question is over: an admin where it is closed to other experts,
 * else nobody.
 */
export const waitsForAfter = sql<'admin' | null>`case when ${reports.heldAt} is not null then 'admin' end`;

/**
 * The statement that closes the open question of a report, if there is one: nobody waits for the
 * answer any more. It belongs in the `atomically` of what makes it so, after the report's own row.
 */
export const closeQuestionOf = (reportId: string, now: Date): Statement =>
  db()
    .update(questions)
    .set({ closedAt: now })
    .where(and(eq(questions.reportId, reportId), isOpenQuestion));

/**
 * The condition that a report is not closed to an expert as one of another person: to its asker it
 * is open, and to everybody once it is reviewed and that cannot be undone any more.
 */
export const isNotHeldFrom = (expertId: string): SQL | undefined =>
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

/** Finds a report with its patient, if a condition holds for it. */
export async function findWithPatient(reportId: string, condition?: SQL) {
  const [found] = await db()
    .select({ report: reports, patient: users })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(eq(reports.id, reportId), condition));
  return found;
}

export type WithPatient = NonNullable<Awaited<ReturnType<typeof findWithPatient>>>;

/**
 * Reads a report with its patient.
 *
 * @throws Refusal: `notFound`.
 */
export async function requireWithPatient(reportId: string): Promise<WithPatient> {
  const found = await findWithPatient(reportId);
  if (!found) throw new Refusal('notFound', 'report.notFound');
  return found;
}

/** What was asked last of a report. */
export async function findLastQuestion(reportId: string) {
  const [last] = await db()
    .select()
    .from(questions)
    .where(eq(questions.reportId, reportId))
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(1);
  return last;
}

/** The columns of a report that its asker has for a day from now on. */
export const askersFrom = (expertId: string, now: Date) => ({
  claimedBy: expertId,
  claimedAt: now,
  claimedUntil: new Date(now.getTime() + askerFirstHours * 3_600_000),
});
