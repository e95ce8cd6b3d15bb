import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import { users } from '~/platform/db/core/tables/accounts.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { toTell } from '~/platform/db/core/tables/to-tell.server';
import { db } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

const recentMs = 7 * dayMs;
const maxRecent = 50;

/**
 * Lists the patients who were reached in the last 7 days, the latest first. Those who had to go to a
 * doctor today stand in `follow_ups`, which older servers write alone.
 */
export async function listReached() {
  const since = new Date(Date.now() - recentMs);
  const shown = { reportId: reports.id, patientId: users.id, firstName: users.firstName };
  const sentToday = await db()
    .select({ ...shown, whom: followUps.whom, reachedAt: followUps.reachedAt })
    .from(followUps)
    .innerJoin(reports, eq(reports.id, followUps.reportId))
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(gte(followUps.reachedAt, since))
    .orderBy(desc(followUps.reachedAt))
    .limit(maxRecent);
  const called = await db()
    .select({ ...shown, kind: toTell.kind, whom: toTell.whom, reachedAt: toTell.toldAt })
    .from(toTell)
    .innerJoin(reports, eq(reports.id, toTell.reportId))
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(isNotNull(toTell.whom), gte(toTell.toldAt, since)))
    .orderBy(desc(toTell.toldAt))
    .limit(maxRecent);
  const others = called.filter(
    ({ reportId, kind }) => kind !== 'answer' || !sentToday.some((row) => row.reportId === reportId),
  );
  return [...sentToday, ...others]
    .toSorted((one, other) => Number(other.reachedAt) - Number(one.reachedAt))
    .slice(0, maxRecent)
    .map(({ reportId, patientId, firstName, whom, reachedAt }) => ({
      reportId,
      patientId,
      firstName,
      whom,
      reachedAt: reachedAt?.toISOString() ?? null,
    }));
}
