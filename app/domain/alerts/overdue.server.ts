import { and, asc, eq, inArray, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { listAdminAccounts } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isFree } from '~/domain/queue/claim-rules.server';
import { isInQueue } from '~/domain/queue/report-list.server';
import { alerts, reportTargets } from '~/platform/db/core/tables/alerts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, isDuplicate } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { type ReportType, reportTypes } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { defaultTargetHours } from './alert-constants';
import { findEnding } from './ladder';
import { readLadderTime } from './ladder-time.server';
import { listReaders, notifyStaff } from './notify-staff.server';
import { findQuietUntil } from './quiet-times.server';

/** The number of reports that become overdue in one transaction. */
const atOnce = 500;

/** Reads the hours within which a report of each type should have its review. */
export async function readTargetHours(): Promise<Record<ReportType, number>> {
  const rows = await db().select().from(reportTargets);
  const hoursOf = (type: ReportType) =>
    rows.find(({ reportType }) => reportType === type)?.hours ?? defaultTargetHours;
  return Object.fromEntries(reportTypes.map((type) => [type, hoursOf(type)])) as Record<ReportType, number>;
}

/**
 * Tells admins and experts on duty, once for each report, of those that nobody reads and that wait for
 * longer than the target of their type. A report of a type whose target changed later is told once.
 */
export async function raiseOverdue(): Promise<void> {
  const now = await readLadderTime();
  await endOverdue(now);
  if (await findQuietUntil(now)) return;
  const hours = await readTargetHours();
  for (const type of reportTypes) {
    let isMore = true;
    while (isMore) isMore = (await raiseSome(type, hours[type], now)) === atOnce;
  }
  wakeOutbox();
}

/**
 * Raises the alerts of the longest waiting reports of a type.
 *
 * @returns how many; 0 also if another server does it at this moment.
 */
async function raiseSome(type: ReportType, hours: number, now: Date): Promise<number> {
  const isRaised = db()
    .select({ exists: sql`1` })
    .from(alerts)
    .where(and(eq(alerts.reportId, reports.id), eq(alerts.kind, 'overdue')));
  const rows = await db()
    .select({ id: reports.id, patientId: reports.patientId, createdAt: reports.createdAt })
    .from(reports)
    .where(
      and(
        isInQueue,
        eq(reports.reportType, type),
        lte(reports.createdAt, new Date(now.getTime() - hours * hourMs)),
        isFree(now),
        notExists(isRaised),
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(atOnce);
  if (rows.length === 0) return 0;
  const values = rows.map(({ id, createdAt }) => {
    const since = new Date(createdAt.getTime() + hours * hourMs);
    return { id: newId(), reportId: id, kind: 'overdue' as const, since, dueAt: since };
  });
  const accounts = [...(await listAdminAccounts()), ...(await listReaders(now))];
  const told = accounts.filter(({ id }, at) => accounts.findIndex((other) => other.id === id) === at);
  const patientIds = rows.map(({ patientId }) => patientId);
  try {
    await atomically([
      db().insert(alerts).values(values),
      ...(await notifyStaff('reportsOverdue', told, patientIds)),
    ]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return 0;
  }
  return rows.length;
}

/** Notes which overdue reports have their review, or wait for none any more. */
async function endOverdue(now: Date) {
  const rows = await db()
    .select({ id: alerts.id, status: reports.status, hiddenUntil: reports.hiddenUntil })
    .from(alerts)
    .innerJoin(reports, eq(reports.id, alerts.reportId))
    .where(and(eq(alerts.kind, 'overdue'), isNull(alerts.endedAt), ne(reports.status, 'Pending')))
    .orderBy(asc(alerts.since), asc(alerts.id))
    .limit(atOnce);
  for (const why of ['reviewed', 'withdrawn'] as const) {
    const ids = rows.filter((row) => findEnding(row, now) === why).map(({ id }) => id);
    if (ids.length > 0)
      await execute(db().update(alerts).set({ endedAt: now, endedWhy: why }).where(inArray(alerts.id, ids)));
  }
}
