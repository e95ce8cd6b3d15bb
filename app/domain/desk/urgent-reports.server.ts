import { and, asc, eq, notInArray } from 'drizzle-orm';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { isClaimedByOther } from '~/domain/queue/claim-rules.server';
import { isUrgentInQueue } from '~/domain/queue/report-list.server';
import { toAbout } from '~/domain/report/about';
import type { PublicReport } from '~/domain/report/present-report';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { hasUrgentPlace } from './urgent-places.server';

/** Maximum number of urgent reports above the list. */
const maxUrgentShown = 20;

/** Holds what the line of an urgent report shows. */
export type UrgentReport = Pick<PublicReport, '_id' | 'reportType' | 'about'> & {
  patient: Pick<PublicReport['patient'], '_id' | 'firstName' | 'lastName'>;
  /** When it became urgent, in UTC. */
  urgentAt: string;
  /** True if another expert reads it. */
  isBeingRead: boolean;
};

type UrgentBlock = {
  reports: UrgentReport[];
  /** The number of urgent reports in the queue that stand neither here nor on the viewer's desk. */
  more: number;
};

export const noUrgent: UrgentBlock = { reports: [], more: 0 };

/** Counts the urgent reports in the queue. */
export const countUrgent = (): Promise<number> => db().$count(reports, isUrgentInQueue);

/**
 * Lists the urgent reports that go before all others, the longest waiting first, for a viewer who may
 * see every waiting report.
 *
 * @param desk the reports that the viewer holds already, which are shown elsewhere on the page.
 */
export async function listUrgent(
  viewer: Viewer,
  desk: Pick<PublicReport, '_id' | 'urgent' | 'progress'>[],
): Promise<UrgentBlock> {
  const total = await countUrgent();
  if (total === 0) return noUrgent;
  const { id, reportType, aboutName, aboutBirthYear, aboutSex, aboutRelation, createdAt, urgentAt } = reports;
  const rows = await db()
    .select({
      ...{ id, reportType, aboutName, aboutBirthYear, aboutSex, aboutRelation, createdAt, urgentAt },
      ...{ claimedBy: reports.claimedBy, claimedUntil: reports.claimedUntil },
      patient: { _id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(
      and(
        hasUrgentPlace,
        notInArray(
          id,
          desk.map(({ _id }) => _id),
        ),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(maxUrgentShown);
  const patientIds = new Set(rows.map(({ patient }) => patient._id));
  patientIds.delete(viewer.id);
  await auditListAccess(viewer.id, patientIds);
  const isInQueue = ({ progress }: Pick<PublicReport, 'progress'>) =>
    progress !== 'question' && progress !== 'held';
  const onDesk = desk.filter((report) => report.urgent && isInQueue(report)).length;
  return {
    reports: rows.map((row) => ({
      _id: row.id,
      reportType: row.reportType,
      about: toAbout(row),
      patient: row.patient,
      urgentAt: (row.urgentAt ?? row.createdAt).toISOString(),
      isBeingRead: isClaimedByOther(row, viewer.id),
    })),
    more: Math.max(0, total - rows.length - onDesk),
  };
}
