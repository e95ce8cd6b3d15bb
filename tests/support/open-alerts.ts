import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import { noRung } from '~/domain/alerts/ladder';
import { isUrgentAndOpen } from '~/domain/queue/report-list.server';
import { alerts } from '~/platform/db/core/tables/alerts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { AlertKind } from '~/platform/enums';

/**
 * An alert that is open: its report, when it was first raised, and its last rung. An urgent one has
 * reached admins and the front desk from `deskRung` on.
 */
type OpenAlert = { kind: AlertKind; reportId: string; since: Date; rung: number };

/** The last rung of the alert of an urgent report; `noRung` if none was raised since it is open. */
const openRung = sql<number>`case when ${alerts.endedAt} is null then coalesce(${alerts.rung}, ${noRung}) else ${noRung} end`;

/**
 * Lists the open alerts of a kind, the oldest first. Reads only.
 *
 * @param fromRung the lowest last rung of those that are listed.
 */
export async function listOpenAlerts(kind: AlertKind, fromRung = noRung): Promise<OpenAlert[]> {
  if (kind === 'urgent') return listUrgent(fromRung);
  return db()
    .select({ kind: alerts.kind, reportId: alerts.reportId, since: alerts.since, rung: alerts.rung })
    .from(alerts)
    .innerJoin(reports, eq(reports.id, alerts.reportId))
    .where(
      and(
        eq(alerts.kind, kind),
        isNull(alerts.endedAt),
        gte(alerts.rung, fromRung),
        kind === 'overdue' ? eq(reports.status, 'Pending') : undefined,
      ),
    )
    .orderBy(asc(alerts.since), asc(alerts.id));
}

/** Lists urgent reports by their own rows, also those whose alert is not recorded yet. */
async function listUrgent(fromRung: number): Promise<OpenAlert[]> {
  const rows = await db()
    .select({
      reportId: reports.id,
      urgentAt: reports.urgentAt,
      firstSince: alerts.since,
      rung: sql<number>`cast(${openRung} as int)`.mapWith(Number),
    })
    .from(reports)
    .leftJoin(alerts, and(eq(alerts.reportId, reports.id), eq(alerts.kind, 'urgent')))
    .where(and(isUrgentAndOpen, sql`${openRung} >= ${fromRung}`))
    .orderBy(asc(reports.urgentAt), asc(reports.id));
  return rows.map(({ reportId, urgentAt, firstSince, rung }) => ({
    kind: 'urgent',
    reportId,
    since: firstSince ?? urgentAt ?? new Date(0),
    rung,
  }));
}
