import { and, asc, count, countDistinct, desc, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { QueuePlace } from '~/domain/report/report-field';
import { reportDays, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { sumOfDayRows } from './report-days.server';
import { isInQueue, pendingReports } from './report-list.server';

const recentDays = 30;
/** With fewer answers, or on fewer days, no usual time is shown. */
const minAnswers = 20;
const minAnswerDays = 5;
/** The share of answers that took no longer than the usual time. */
const usualShare = 0.8;

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

type QueueRow = Pick<
  typeof reports.$inferSelect,
  'id' | 'status' | 'waitsFor' | 'createdAt' | 'claimedUntil' | 'hiddenUntil'
>;

const isOver = (until: Date | null, now: number) => until === null || until.getTime() <= now;

/** Finds a report's place in the queue, or null if it does not wait for a doctor. */
async function queuePlaceOf(report: QueueRow): Promise<QueuePlace | null> {
  return (await findQueuePlaces([report])).get(report.id) ?? null;
}

/**
 * Finds the place of each report in the queue, by ID. Leaves out reports that do not wait for a
 * doctor: claimed reports, held reports and reports with an open question.
 */
export async function findQueuePlaces(candidates: QueueRow[]): Promise<Map<string, QueuePlace>> {
  const now = Date.now();
  const waitingReports = candidates.filter(
    ({ status, waitsFor, claimedUntil, hiddenUntil }) =>
      status === 'Pending' && waitsFor === null && isOver(claimedUntil, now) && isOver(hiddenUntil, now),
  );
  if (waitingReports.length === 0) return new Map();
  const usualSeconds = await usualAnswerSeconds();
  const places = await Promise.all(
    waitingReports.map(
      async (report) => [report.id, { before: await countBefore(report), usualSeconds }] as const,
    ),
  );
  return new Map(places);
}

/**
 * Counts earlier reports: previous days from their daily counts, the report's own day from the
 * index.
 */
async function countBefore({ id, createdAt }: QueueRow): Promise<number> {
  const { countName = '', where } = pendingReports();
  const day = Math.floor(createdAt.getTime() / dayMs);
  const [earlier] = await db()
    .select({ rows: sumOfDayRows })
    .from(reportDays)
    .where(and(eq(reportDays.list, countName), lt(reportDays.day, day)));
  const [sameDay] = await db()
    .select({ rows: count() })
    .from(reports)
    .where(
      and(
        where,
        gte(reports.createdAt, new Date(day * dayMs)),
        sql`(${reports.createdAt}, ${reports.id}) < (${createdAt.getTime()}, ${id})`,
      ),
    );
  return (earlier?.rows ?? 0) + (sameDay?.rows ?? 0);
}

/**
 * Reads the usual time to an answer: four of five answers of the last 30 days took no longer.
 *
 * @returns seconds, rounded up to whole hours up to a day and to whole days above, at least an
 *   hour; null for fewer than 20 answers or answers on fewer than 5 days.
 */
async function usualAnswerSeconds(): Promise<number | null> {
  const isRecent = and(
    sql`${reports.status} = 'Reviewed'`,
    gte(reports.reviewedAt, new Date(Date.now() - recentDays * dayMs)),
  );
  const answerDay = sql`${reports.reviewedAt} / ${sql.raw(String(dayMs))}`;
  const [recent] = await db()
    .select({ answers: count(), days: countDistinct(answerDay) })
    .from(reports)
    .where(isRecent);
  const answers = Number(recent?.answers ?? 0);
  if (answers < minAnswers || Number(recent?.days) < minAnswerDays) return null;
  const [usual] = await db()
    .select({ ms: sql<number>`${reports.reviewedAt} - ${reports.createdAt}` })
    .from(reports)
    .where(isRecent)
    .orderBy(asc(sql`${reports.reviewedAt} - ${reports.createdAt}`))
    .limit(1)
    .offset(Math.ceil(answers * usualShare) - 1);
  return toWholeHoursOrDays(Number(usual?.ms ?? 0) / 1000);
}

function toWholeHoursOrDays(seconds: number): number {
  const unit = seconds > daySeconds ? daySeconds : hourSeconds;
  return Math.max(1, Math.ceil(seconds / unit)) * unit;
}

/** Finds the newest report of a patient that waits for a doctor, with its place in the queue. */
export async function findNewestWaiting(patientId: string) {
  const { id, reportType, status, waitsFor, createdAt, claimedUntil, hiddenUntil } = reports;
  const now = new Date();
  const [report] = await db()
    .select({ id, reportType, status, waitsFor, createdAt, claimedUntil, hiddenUntil })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), isInQueue, or(isNull(claimedUntil), lte(claimedUntil, now))))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  const queue = report && (await queuePlaceOf(report));
  return report && queue ? { id: report.id, reportType: report.reportType, queue } : null;
}

/** Finds the place in the queue of one of a patient's own reports; null for any other report. */
export async function findOwnQueuePlace(patientId: string, reportId: string): Promise<QueuePlace | null> {
  const [report] = await db()
    .select()
    .from(reports)
    .where(and(eq(reports.id, reportId), eq(reports.patientId, patientId)));
  return report ? queuePlaceOf(report) : null;
}
