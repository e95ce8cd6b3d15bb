import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { QueuePlace } from '~/domain/reports/report-fields';
import { db } from '~/platform/db/db.server';
import { reports } from '~/platform/db/tables.server';

const recentAnswers = 50;
/** Fewer answers than this say nothing about how long one takes. */
const fewestAnswers = 5;

type Waiting = Pick<typeof reports.$inferSelect, 'id' | 'status' | 'createdAt'>;

/**
 * Where a report stands in the queue, counted in the index of those that wait.
 *
 * @returns null for one that does not wait.
 */
export function queuePlaceOf({ id, status, createdAt }: Waiting): QueuePlace | null {
  if (status !== 'Pending') return null;
  const [found] = db()
    .select({ before: count() })
    .from(reports)
    // As text: only then is the index of the pending ones read.
    .where(
      and(
        sql`${reports.status} = 'Pending'`,
        sql`(${reports.createdAt}, ${reports.id}) < (${createdAt.getTime()}, ${id})`,
      ),
    )
    .all();
  return { before: found?.before ?? 0, usualSeconds: usualAnswerSeconds() };
}

/**
 * How long an answer usually takes: the median of the latest ones.
 *
 * @returns whole seconds; null where too few were given to tell.
 */
function usualAnswerSeconds(): number | null {
  const latest = db()
    .select({ createdAt: reports.createdAt, reviewedAt: reports.reviewedAt })
    .from(reports)
    .where(sql`${reports.status} = 'Reviewed'`)
    .orderBy(desc(reports.reviewedAt), desc(reports.id))
    .limit(recentAnswers)
    .all();
  if (latest.length < fewestAnswers) return null;
  const took = latest
    .map(({ createdAt, reviewedAt }) => Number(reviewedAt) - Number(createdAt))
    .sort((a, b) => a - b);
  return Math.max(0, Math.round((took[Math.floor(took.length / 2)] ?? 0) / 1000));
}

/** The newest report of a patient that waits, with its place; null where none does. */
export function newestWaitingOf(patientId: string) {
  const { id, reportType, status, createdAt } = reports;
  const found = db()
    .select({ id, reportType, status, createdAt })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), sql`${reports.status} = 'Pending'`))
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
    .get();
  const queue = found && queuePlaceOf(found);
  return found && queue ? { reportType: found.reportType, queue } : null;
}
