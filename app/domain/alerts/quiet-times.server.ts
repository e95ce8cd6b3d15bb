import { and, desc, eq, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isUrgentAndOpen } from '~/domain/queue/report-list.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { alerts, quietTimes } from '~/platform/db/core/tables/alerts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, rawStatement, requireChange, type Statement } from '~/platform/db/db.server';
import { hourMs, minuteMs } from '~/platform/durations';
import { newId } from '~/platform/ids.server';
import { lateAfterMinutes, quietAgainHours, quietMinutes } from './alert-constants';
import { isAcknowledged } from './ladder';
import { readLadderTime } from './ladder-time.server';

/** Finds until when the messages of alerts are quietened; undefined if they are sent. */
export async function findQuietUntil(now: Date): Promise<Date | undefined> {
  const [row] = await db()
    .select({ until: quietTimes.until })
    .from(quietTimes)
    // One that begins later was written while a clock was ahead.
    .where(and(gt(quietTimes.until, now), lte(quietTimes.at, now)))
    .orderBy(desc(quietTimes.until))
    .limit(1);
  return row?.until;
}

const isLatelyBy = ({ id }: Viewer, now: Date) =>
  and(gt(quietTimes.at, new Date(now.getTime() - quietAgainHours * hourMs)), eq(quietTimes.by, id));

/** Checks whether an admin has quietened the messages within a day. */
export async function hasQuietenedLately(viewer: Viewer, now: Date): Promise<boolean> {
  return (await db().$count(quietTimes, isLatelyBy(viewer, now))) > 0;
}

/** Refuses an admin while messages are quiet, or within a day of the last time that this admin did it. */
async function requireMayQuieten(viewer: Viewer, now: Date): Promise<void> {
  if (await findQuietUntil(now)) throw new Refusal('conflict', 'alerts.quietAlready');
  if (await hasQuietenedLately(viewer, now)) throw new Refusal('conflict', 'alerts.quietAgain');
}

/** Builds the select that finds a row if an admin may quieten the messages, for use in a transaction. */
function selectMayQuieten(viewer: Viewer, now: Date): Statement {
  // Another call may have read its time later, and was written first.
  const soon = new Date(now.getTime() + minuteMs);
  const hindrance = db()
    .select({ one: sql`1` })
    .from(quietTimes)
    .where(or(and(gt(quietTimes.until, now), lte(quietTimes.at, soon)), isLatelyBy(viewer, now)));
  return rawStatement(sql`select 1 as one where ${notExists(hindrance)}`);
}

/**
 * Quietens the messages of alerts for an hour, for a wrong clock or a flood. Rungs that fall due are
 * raised when it ends.
 *
 * @throws Refusal: `conflict` if they are quiet already, or the admin did it within a day.
 */
export const quietenAlerts = operation({
  name: 'alerts.quieten',
  api: {
    summary: 'Stop messages about reports for an hour',
    text: 'For admins, for a wrong clock or a flood of reports. Lists and marks stay as they are. Messages that fall due are sent when the hour ends. All admins are told. Returns 409 if messages are stopped already, or if you stopped them within 24 hours.',
  },
  input: z.object({}),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'system.read',
  successMessage: 'alerts.quietened',
  failureMessage: 'alerts.notQuietened',
  async run({ viewer }) {
    const at = await readLadderTime();
    await requireMayQuieten(viewer, at);
    const until = new Date(at.getTime() + quietMinutes * minuteMs);
    const name = formatFullName(viewer);
    const isQuietened = await atomically([
      lock(users, eq(users.accountType, 'Admin')),
      requireChange(selectMayQuieten(viewer, at)),
      db().insert(quietTimes).values({ id: newId(), at, until, by: viewer.id }),
      auditEntry({ action: 'alerts.quietened', actorId: viewer.id }),
      ...(await listAdminAccounts()).map((admin) =>
        enqueueEmail({ template: 'alertsQuietened', ...toAddressee(admin), params: { name } }),
      ),
    ]);
    if (!isQuietened) {
      await requireMayQuieten(viewer, at);
      throw new Refusal('conflict', 'alerts.quietAlready');
    }
    wakeOutbox();
    return {};
  },
});

/**
 * Reads for the system page whether everybody was told in time.
 *
 * @returns the number of urgent reports whose next rung was due minutes ago, and until when messages
 *   are quietened.
 */
export async function readAlertState(): Promise<{ late: number; quietUntil: string | null }> {
  const now = await readLadderTime();
  const due = new Date(now.getTime() - lateAfterMinutes * minuteMs);
  const [quiet] = await db()
    .select({ until: quietTimes.until })
    .from(quietTimes)
    .where(and(gt(quietTimes.until, due), lte(quietTimes.at, now)))
    .orderBy(desc(quietTimes.until))
    .limit(1);
  const quietUntil = quiet && quiet.until > now ? quiet.until.toISOString() : null;
  // After quiet minutes the job gets as much time as ever.
  if (quiet) return { late: 0, quietUntil };
  const rows = await db()
    .select({
      urgentAt: reports.urgentAt,
      dueAt: alerts.dueAt,
      claimedBy: reports.claimedBy,
      claimedAt: reports.claimedAt,
      claimedUntil: reports.claimedUntil,
      acknowledgedBy: alerts.acknowledgedBy,
      acknowledgedAt: alerts.acknowledgedAt,
    })
    .from(reports)
    .leftJoin(alerts, and(eq(alerts.reportId, reports.id), eq(alerts.kind, 'urgent'), isNull(alerts.endedAt)))
    .where(isUrgentAndOpen)
    .orderBy(reports.urgentAt);
  const late = rows.filter(
    (row) => Number(row.dueAt ?? row.urgentAt) <= due.getTime() && !isAcknowledged(row, now),
  );
  return { late: late.length, quietUntil };
}
