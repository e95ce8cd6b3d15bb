import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isUrgentAndOpen } from '~/domain/queue/report-list.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { alerts } from '~/platform/db/core/tables/alerts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import {
  deskRung,
  findDueAt,
  isAcknowledged,
  type Ladder,
  ladderRules,
  noRung,
  patientToldAfterMs,
  toPossible,
} from './ladder';
import { readLadderTime } from './ladder-time.server';
import { listDesk, listReaders, notifyStaff } from './notify-staff.server';
import { findQuietUntil } from './quiet-times.server';

/** The number of alerts that change in one transaction. */
const atOnce = 100;
/** The number of times that a run reads again what somebody else changed meanwhile. */
const maxRounds = 5;

/**
 * Prepares the statements that raise the alert of a report that becomes urgent, and tell experts on
 * duty. They belong in the `atomically` of its mark, after its row.
 *
 * @returns the steps, and since when it is urgent by the clock of the database.
 */
export async function raiseUrgent(report: { id: string; patientId: string }) {
  const since = await readLadderTime();
  const isQuiet = (await findQuietUntil(since)) !== undefined;
  const rung = isQuiet ? noRung : 0;
  const steps: (Statement | undefined)[] = [
    insertAlert(report.id, { since, rung, dueAt: findDueAt({ since, rung }, since) }),
    ...(isQuiet ? [] : await notifyStaff('urgentWaits', await listReaders(since), [report.patientId])),
  ];
  return { since, steps };
}

const insertAlert = (reportId: string, ladder: Ladder): Statement =>
  db()
    .insert(alerts)
    .values({ id: newId(), reportId, kind: 'urgent', ...ladder })
    .onConflictDoNothing();

/**
 * Ends the alerts of urgent reports that are over, raises those that lack a row, and raises every rung
 * that has fallen due. A rung and its notifications are written together or not at all.
 */
export async function climbLadders(rules = ladderRules): Promise<void> {
  const now = await readLadderTime();
  await endAlerts(rules, now);
  for (let round = 0; round < maxRounds; round += 1) {
    await insertMissing(now);
    if (await climbAll(rules, now)) break;
  }
  wakeOutbox();
}

/** Notes which alerts are over. A report that waits again is open all the same. */
async function endAlerts({ findEnding }: typeof ladderRules, now: Date) {
  const rows = await db()
    .select({
      id: alerts.id,
      since: alerts.since,
      status: reports.status,
      hiddenUntil: reports.hiddenUntil,
    })
    .from(alerts)
    .innerJoin(reports, eq(reports.id, alerts.reportId))
    .where(and(eq(alerts.kind, 'urgent'), isNull(alerts.endedAt)))
    .orderBy(asc(alerts.since), asc(alerts.id));
  for (const why of ['reviewed', 'withdrawn'] as const) {
    const ids = rows.filter((row) => findEnding(row, now) === why).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += atOnce)
      await execute(
        db()
          .update(alerts)
          .set({ endedAt: now, endedWhy: why, acknowledgedBy: null, acknowledgedAt: null })
          .where(and(inArray(alerts.id, ids.slice(at, at + atOnce)), isNull(alerts.endedAt))),
      );
  }
}

/** Inserts the alerts of urgent reports that an older server marked, or that a backup lacks. */
async function insertMissing(now: Date) {
  const rows = await db()
    .select({ id: reports.id, urgentAt: reports.urgentAt })
    .from(reports)
    .leftJoin(alerts, isAlertOfReport)
    .where(and(isUrgentAndOpen, isNull(alerts.id)))
    .orderBy(asc(reports.urgentAt), asc(reports.id));
  for (const { id, urgentAt } of rows) {
    const since = !urgentAt || urgentAt > now ? now : urgentAt;
    await execute(insertAlert(id, { since, rung: noRung, dueAt: since }));
  }
}

const isAlertOfReport = and(eq(alerts.reportId, reports.id), eq(alerts.kind, 'urgent'));

const readOpen = () =>
  db()
    .select({
      alert: alerts,
      patientId: reports.patientId,
      waitsFor: reports.waitsFor,
      takenBackAt: reports.takenBackAt,
      claimedBy: reports.claimedBy,
      claimedAt: reports.claimedAt,
      claimedUntil: reports.claimedUntil,
      patient: addresseeColumns,
    })
    .from(reports)
    .innerJoin(alerts, isAlertOfReport)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isUrgentAndOpen)
    .orderBy(asc(reports.urgentAt), asc(reports.id));

type OpenRow = Awaited<ReturnType<typeof readOpen>>[number];

/**
 * Writes what is due of every open alert.
 *
 * @returns false if another process changed one of them meanwhile.
 */
async function climbAll({ climb }: typeof ladderRules, now: Date): Promise<boolean> {
  const isQuiet = (await findQuietUntil(now)) !== undefined;
  const plans = (await readOpen()).flatMap((row) => planOf(row, { now, isQuiet, climb }) ?? []);
  if (plans.length === 0) return true;
  const [readers, desk] = [await listReaders(now), await listDesk()];
  for (let at = 0; at < plans.length; at += atOnce) {
    const some = plans.slice(at, at + atOnce);
    const patientsOf = (isIn: (rung: number) => boolean) =>
      some.filter(({ raised }) => raised.some(isIn)).map(({ row }) => row.patientId);
    const isWritten = await atomically([
      ...some.map(({ row, set }) => requireChange(updateAlert(row, set))),
      ...(await notifyPatients(some)),
      ...(await notifyStaff(
        'urgentWaits',
        readers,
        patientsOf((rung) => rung < deskRung),
      )),
      ...(await notifyStaff(
        'urgentUnread',
        desk,
        patientsOf((rung) => rung >= deskRung),
      )),
    ]);
    if (!isWritten) return false;
  }
  return true;
}

type Change = Partial<typeof alerts.$inferInsert>;
type Plan = { row: OpenRow; set: Change; raised: number[]; tellsPatient: boolean };

/** Decides what is due of an alert; undefined if nothing is. */
function planOf(
  row: OpenRow,
  { now, isQuiet, climb }: { now: Date; isQuiet: boolean; climb: typeof ladderRules.climb },
): Plan | undefined {
  const { alert } = row;
  const isRaisedAnew = alert.endedAt !== null;
  const change: Change = isRaisedAnew ? { endedAt: null, endedWhy: null, patientToldAt: null } : {};
  const before = isRaisedAnew ? { since: alert.since, rung: noRung, dueAt: alert.since } : alert;
  const ladder = toPossible(before, now);
  if (Number(ladder.since) !== Number(alert.since)) change.since = ladder.since;
  const claim = { ...row, acknowledgedBy: alert.acknowledgedBy, acknowledgedAt: alert.acknowledgedAt };
  if (isAcknowledged(claim, now)) {
    if (alert.acknowledgedBy !== row.claimedBy)
      Object.assign(change, { acknowledgedBy: row.claimedBy, acknowledgedAt: now, patientToldAt: null });
    return toPlan(row, { ...change, rung: ladder.rung, dueAt: ladder.dueAt });
  }
  // Keeps the acknowledgement of a claim by a clock that is ahead, or it would count again.
  if (alert.acknowledgedBy !== null && !(Number(row.claimedUntil) > now.getTime()))
    Object.assign(change, { acknowledgedBy: null, acknowledgedAt: null });
  if (isQuiet) return toPlan(row, { ...change, rung: ladder.rung, dueAt: ladder.dueAt });
  const { raised, rung, dueAt } = climb(ladder, now);
  const isUntold = isRaisedAnew || alert.patientToldAt === null;
  const isLong = now.getTime() - ladder.since.getTime() >= patientToldAfterMs;
  // The patient's page says it of a report in the queue that had no review yet.
  const tellsPatient = isUntold && isLong && row.waitsFor === null && row.takenBackAt === null;
  if (tellsPatient) change.patientToldAt = now;
  return toPlan(row, { ...change, rung, dueAt }, raised, tellsPatient);
}

/** Builds a plan of the columns that change; undefined if none does. */
function toPlan(row: OpenRow, set: Change, raised: number[] = [], tellsPatient = false): Plan | undefined {
  const hasChange = Object.entries(set).some(
    ([name, value]) => Number(value) !== Number(row.alert[name as keyof typeof row.alert]),
  );
  return hasChange || raised.length > 0 ? { row, set, raised, tellsPatient } : undefined;
}

/** Builds the statement that changes an alert, unless another server has done so. */
const updateAlert = ({ alert }: OpenRow, set: Change): Statement =>
  db()
    .update(alerts)
    .set(set)
    .where(
      and(
        eq(alerts.id, alert.id),
        eq(alerts.rung, alert.rung),
        eq(alerts.dueAt, alert.dueAt),
        alert.endedAt ? isNotNull(alerts.endedAt) : isNull(alerts.endedAt),
        alert.patientToldAt ? isNotNull(alerts.patientToldAt) : isNull(alerts.patientToldAt),
      ),
    );

/** Prepares the statements that send the patients of plans to their page, which says what to do. */
async function notifyPatients(plans: Plan[]) {
  const toPatients = plans
    .filter(({ tellsPatient }) => tellsPatient)
    .map(({ row: { alert, patient } }) =>
      notify(patient, { template: 'lookNow', params: { reportId: alert.reportId } }),
    );
  return (await Promise.all(toPatients)).flat();
}
