import { and, count, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { QueuePlace } from '~/domain/reports/report-field';
import { db } from '~/platform/db/db.server';
import { reportDays, reports } from '~/platform/db/tables.server';
import { dayMs, rowsOfDays } from './report-days.server';
import { isInQueue, pendingReports } from './report-list.server';

const recentAnswers = 50;
/** Fewer answers than this say nothing about how long one takes. */
const fewestAnswers = 5;

type Waiting = Pick<typeof reports.$inferSelect, 'id' | 'status' | 'waitsFor' | 'createdAt'>;

/** Where a report stands in the queue; null for one that does not wait. */
export async function queuePlaceOf(report: Waiting): Promise<QueuePlace | null> {
  return (await queuePlacesOf([report])).get(report.id) ?? null;
}

/** Where each of some reports stands in the queue, by its id; without those that do not wait. */
export async function queuePlacesOf(some: Waiting[]): Promise<Map<string, QueuePlace>> {
  const waiting = some.filter(({ status, waitsFor }) => status === 'Pending' && waitsFor === null);
  if (waiting.length === 0) return new Map();
  const usualSeconds = await usualAnswerSeconds();
  const places = await Promise.all(
    waiting.map(async (report) => [report.id, { before: await countBefore(report), usualSeconds }] as const),
  );
  return new Map(places);
}

/** The days before its own are counted; of its own day the index is read. */
async function countBefore({ id, createdAt }: Waiting): Promise<number> {
  const { countedAs = '', where } = pendingReports();
  const day = Math.floor(createdAt.getTime() / dayMs);
  const [earlier] = await db()
    .select({ rows: rowsOfDays })
    .from(reportDays)
    .where(and(eq(reportDays.list, countedAs), lt(reportDays.day, day)));
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
 * How long an answer usually takes: the median of the latest ones.
 *
 * @returns whole seconds; null where too few were given to tell.
 */
async function usualAnswerSeconds(): Promise<number | null> {
  const latest = await db()
    .select({ createdAt: reports.createdAt, reviewedAt: reports.reviewedAt })
    .from(reports)
    .where(sql`${reports.status} = 'Reviewed'`)
    .orderBy(desc(reports.reviewedAt), desc(reports.id))
    .limit(recentAnswers);
  if (latest.length < fewestAnswers) return null;
  const took = latest
    .map(({ createdAt, reviewedAt }) => Number(reviewedAt) - Number(createdAt))
    .sort((a, b) => a - b);
  return Math.max(0, Math.round((took[Math.floor(took.length / 2)] ?? 0) / 1000));
}

/** The newest report of a patient that waits, with its place; null where none does. */
export async function newestWaitingOf(patientId: string) {
  const { id, reportType, status, waitsFor, createdAt } = reports;
  const [found] = await db()
    .select({ id, reportType, status, waitsFor, createdAt })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), or(isInQueue, gt(reports.hiddenUntil, new Date()))))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  const queue = found && (await queuePlaceOf({ ...found, status: 'Pending' }));
  return found && queue ? { reportType: found.reportType, queue } : null;
}
