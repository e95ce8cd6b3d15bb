import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ladderRules } from '~/domain/alerts/ladder';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { clinicDay } from '~/domain/kernel/days';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { holdSending, resumeSending } from '~/domain/notifications/sending-hold.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { alerts, quietTimes } from '~/platform/db/core/tables/alerts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { hourMs, minuteMs } from '~/platform/durations';
import { alertOf, passMinutes, toldOf } from '../../support/alerts';
import { claimFor, releaseFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { listOpenAlerts } from '../../support/open-alerts';
import { sendQuestion } from '../../support/questions';
import { aReportOf, sendReview, takeBackOf, withdrawConsentFor } from '../../support/reports';
import { deleteByApi } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
let admin: Somebody;
let doctor: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  [patient, admin, doctor] = [await a.patient(), await an.admin(), await an.expert()];
});
afterEach(() => clinic.close());

const anUrgentReport = async (description = 'Of now') =>
  (await aReportOf(patient, { file: 'rash.png', description, urgent: 'on' }))._id;
const later = async (minutes: number) => {
  await passMinutes(minutes);
  await climbLadders();
};
const addressesOf = async (letter: string) => (await toldOf(letter)).map(({ to }) => to);
const setReport = (reportId: string, values: Partial<typeof reports.$inferInsert>) =>
  execute(db().update(reports).set(values).where(eq(reports.id, reportId)));

describe('an urgent report that nobody reads', () => {
  test('is told to doctors at once and after 15 minutes, and to admins and the front desk after 30', async () => {
    const desk = await a.patient({ firstName: 'Farid' });
    await execute(db().update(users).set({ frontDeskSince: new Date() }).where(eq(users.id, desk.id)));
    const reportId = await anUrgentReport();
    expect(await addressesOf('urgentWaits')).toEqual([doctor.email]);
    await later(14);
    expect(await addressesOf('urgentWaits')).toHaveLength(1);
    await later(1);
    expect(await addressesOf('urgentWaits')).toEqual([doctor.email, doctor.email]);
    expect(await addressesOf('urgentUnread')).toEqual([]);
    await later(15);
    expect((await addressesOf('urgentUnread')).sort()).toEqual([admin.email, desk.email].sort());
    expect(await addressesOf('urgentWaits')).toHaveLength(2);
    expect(await listOpenAlerts('urgent', 2)).toMatchObject([{ reportId, rung: 2 }]);
    await later(119);
    expect(await addressesOf('urgentUnread')).toHaveLength(2);
    await later(1);
    expect(await addressesOf('urgentUnread')).toHaveLength(4);
    await later(120);
    expect(await addressesOf('urgentUnread')).toHaveLength(6);
  });

  test('leads to one notification to its patient for each time that nobody reads it', async () => {
    const reportId = await anUrgentReport();
    await later(29);
    expect(await toldOf('lookNow')).toEqual([]);
    await later(1);
    await later(200);
    expect(await toldOf('lookNow')).toEqual([{ to: patient.email, reportId }]);
    await claimFor(doctor, reportId);
    await climbLadders();
    expect(await toldOf('lookNow')).toHaveLength(1);
    await later(31);
    expect(await toldOf('lookNow')).toHaveLength(2);
  });

  test('is told again by a job that was stopped for hours, without leaving out a rung', async () => {
    await anUrgentReport();
    await later(5 * 60);
    expect(await addressesOf('urgentWaits')).toEqual([doctor.email, doctor.email]);
    expect(await addressesOf('urgentUnread')).toEqual([admin.email]);
    await later(119);
    expect(await addressesOf('urgentUnread')).toHaveLength(1);
    await later(1);
    expect(await addressesOf('urgentUnread')).toHaveLength(2);
  });

  test('is told to all doctors if nobody is on duty, and if all are away', async () => {
    const other = await an.expert({ firstName: 'Ravi' });
    const now = Date.now();
    const hours = { fromAt: new Date(now - 10 * hourMs), toAt: new Date(now + hourMs) };
    const day = { fromDay: clinicDay(now - 24 * hourMs), toDay: clinicDay(now + 24 * hourMs) };
    await execute(
      db()
        .insert(duty)
        .values({ userId: doctor.id, ...hours }),
    );
    await anUrgentReport();
    expect(await addressesOf('urgentWaits')).toEqual([doctor.email]);
    for (const { id } of [doctor, other])
      await execute(
        db()
          .insert(away)
          .values({ userId: id, ...day }),
      );
    await later(15);
    expect((await addressesOf('urgentWaits')).sort()).toEqual(
      [doctor.email, doctor.email, other.email].sort(),
    );
  });

  test('is told to admins at once if there is no doctor', async () => {
    await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, doctor.id)));
    await anUrgentReport();
    expect(await addressesOf('urgentWaits')).toEqual([admin.email]);
  });
});

test('several within five minutes are one message, which no later one replaces', async () => {
  await anUrgentReport('First');
  await anUrgentReport('Second');
  await anUrgentReport('Third');
  expect((await toldOf('urgentWaits')).map(({ count }) => count).sort()).toEqual([1, 2]);
  const rows = await db().select().from(outbox).where(eq(outbox.letter, 'urgentWaits'));
  const heldMs = Math.max(...rows.map((row) => Number(row.nextTryAt) - Number(row.createdAt)));
  expect([heldMs > 4 * minuteMs, heldMs <= 5 * minuteMs]).toEqual([true, true]);
  await later(30);
  expect((await toldOf('urgentUnread')).map(({ count }) => count)).toEqual([3]);
  expect((await toldOf('urgentWaits')).map(({ count }) => count).sort()).toEqual([1, 2, 3]);
});

describe('a claim', () => {
  test('stops the ladder, and a doctor who does nothing lets it go on where it stood', async () => {
    const reportId = await anUrgentReport();
    await later(10);
    await claimFor(doctor, reportId);
    await later(10);
    expect(await alertOf(reportId)).toMatchObject({ rung: 0, acknowledgedBy: doctor.id });
    expect(await addressesOf('urgentWaits')).toHaveLength(1);
    await later(21);
    expect(await addressesOf('urgentWaits')).toHaveLength(2);
    expect(await addressesOf('urgentUnread')).toEqual([admin.email]);
    expect(await alertOf(reportId)).toMatchObject({ rung: 2, acknowledgedBy: null });
  });

  test.each([
    ['is returned', (reportId: string) => releaseFor(doctor, reportId)],
    [
      'ends with a question',
      (reportId: string) => sendQuestion(doctor, reportId, { kind: 'detail', text: 'Since when?' }),
    ],
  ] as const)('that %s lets it go on', async (_what, end) => {
    const reportId = await anUrgentReport();
    await claimFor(doctor, reportId);
    await later(20);
    expect((await end(reportId)).status).toBe(200);
    await climbLadders();
    expect(await alertOf(reportId)).toMatchObject({ rung: 1 });
  });

  test('by an older server counts, and one by a server whose clock is ahead ends in its own time', async () => {
    const reportId = await anUrgentReport();
    const ahead = Date.now() + hourMs;
    await setReport(reportId, {
      claimedBy: doctor.id,
      claimedAt: new Date(ahead),
      claimedUntil: new Date(ahead + 30 * minuteMs),
    });
    await climbLadders();
    await later(29);
    expect(await alertOf(reportId)).toMatchObject({ rung: 0 });
    await later(2);
    expect(await alertOf(reportId)).toMatchObject({ rung: 2 });
    await climbLadders();
    expect(await addressesOf('urgentUnread')).toHaveLength(1);
  });
});

describe('an alert ends', () => {
  test('with a review, and a take-back raises it again with its first time', async () => {
    const reportId = await anUrgentReport();
    const { since } = (await alertOf(reportId)) ?? {};
    await claimFor(doctor, reportId);
    const answer = { reportId, token: doctor.token, review: 'All of this is normal for your age.' };
    expect((await sendReview(answer)).status).toBe(200);
    await climbLadders();
    expect(await alertOf(reportId)).toMatchObject({ endedWhy: 'reviewed' });
    expect(await listOpenAlerts('urgent')).toEqual([]);
    expect((await takeBackOf(doctor, reportId)).status).toBe(200);
    expect(await listOpenAlerts('urgent')).toMatchObject([{ reportId, since, rung: -1 }]);
    await climbLadders();
    expect(await alertOf(reportId)).toMatchObject({ since, rung: 0, endedAt: null });
  });

  test('not while its review can be undone', async () => {
    const reportId = await anUrgentReport();
    await setReport(reportId, { status: 'Reviewed', hiddenUntil: new Date(Date.now() + hourMs) });
    await later(40);
    expect(await alertOf(reportId)).toMatchObject({ rung: 0, endedAt: null });
  });

  test('with the withdrawal of the consent, and with its deletion', async () => {
    const [withdrawn, deleted] = [await anUrgentReport('One'), await anUrgentReport('Two')];
    await withdrawConsentFor(patient, withdrawn);
    await deleteByApi(patient, deleted);
    await climbLadders();
    expect(await alertOf(withdrawn)).toMatchObject({ endedWhy: 'withdrawn' });
    expect(await alertOf(deleted)).toBeUndefined();
    expect(await listOpenAlerts('urgent')).toEqual([]);
    await later(60);
    expect(await addressesOf('urgentUnread')).toEqual([]);
  });
});

describe('what an older server writes', () => {
  test('hides no alert: a mark without one is raised by the job', async () => {
    const { _id: reportId } = await aReportOf(patient, { file: 'rash.png' });
    await setReport(reportId, { urgentAt: new Date(Date.now() - 20 * minuteMs) });
    expect(await listOpenAlerts('urgent')).toMatchObject([{ reportId, rung: -1 }]);
    await climbLadders();
    expect(await alertOf(reportId)).toMatchObject({ rung: 1 });
    expect(await toldOf('urgentWaits')).toEqual([{ to: doctor.email, count: 1 }]);
  });

  test('ends one by its review and opens it by its take-back', async () => {
    const reportId = await anUrgentReport();
    await setReport(reportId, { status: 'Reviewed', hiddenUntil: null });
    expect(await listOpenAlerts('urgent')).toEqual([]);
    await climbLadders();
    await setReport(reportId, { status: 'Pending' });
    expect(await listOpenAlerts('urgent')).toHaveLength(1);
  });
});

describe('two servers', () => {
  test('that climb at the same time raise each rung once', async () => {
    await anUrgentReport();
    await passMinutes(31);
    await Promise.all([climbLadders(), climbLadders(), climbLadders()]);
    expect(await addressesOf('urgentUnread')).toEqual([admin.email]);
    expect(await addressesOf('urgentWaits')).toHaveLength(2);
  });

  test('of which one fails in the middle leave neither a rung without messages nor the reverse', async () => {
    const ids = [await anUrgentReport('One'), await anUrgentReport('Two')];
    await passMinutes(31);
    let calls = 0;
    const failsAtSecond: typeof ladderRules.climb = (ladder, now) => {
      calls += 1;
      // The database refuses the second of two changes of one transaction.
      return { ...ladderRules.climb(ladder, now), ...(calls > 1 && { rung: null as never }) };
    };
    await expect(climbLadders({ ...ladderRules, climb: failsAtSecond })).rejects.toThrow();
    for (const id of ids) expect(await alertOf(id)).toMatchObject({ rung: 0 });
    expect([await toldOf('urgentUnread'), await toldOf('lookNow')]).toEqual([[], []]);
    await climbLadders();
    expect(await toldOf('urgentUnread')).toEqual([{ to: admin.email, count: 2 }]);
  });
});

describe('while messages are quietened', () => {
  const quieten = () =>
    execute(
      db()
        .insert(quietTimes)
        .values({
          id: 'quiet',
          at: new Date(Date.now() - minuteMs),
          until: new Date(Date.now() + 59 * minuteMs),
          by: admin.id,
        }),
    );

  test('nobody is told, the list goes on, and what fell due is sent when it ends', async () => {
    await quieten();
    const reportId = await anUrgentReport();
    await later(45);
    expect([await toldOf('urgentWaits'), await toldOf('urgentUnread'), await toldOf('lookNow')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await listOpenAlerts('urgent')).toMatchObject([{ reportId }]);
    await later(15);
    expect(await toldOf('urgentWaits')).toEqual([{ to: doctor.email, count: 1 }]);
    expect(await addressesOf('urgentUnread')).toEqual([admin.email]);
    expect(await addressesOf('lookNow')).toEqual([patient.email]);
  });
});

test('after a restore the rungs go on, and their messages leave once an admin has resumed sending', async () => {
  await anUrgentReport();
  await execute(holdSending());
  await later(31);
  const sent: string[] = [];
  const mail = {
    deliver: async ({ to }: { to: { address: string } }) => void sent.push(to.address),
    close: () => undefined,
  };
  const compose = () => ({ subject: '', text: '' });
  await sendWaiting(mail, compose);
  expect(sent).toEqual([]);
  await atomically(resumeSending(admin.id));
  await sendWaiting(mail, compose);
  expect(sent).toContain(admin.email);
});

test('a clock that was an hour ahead delays nobody once it is right', async () => {
  const reportId = await anUrgentReport();
  const ahead = new Date(Date.now() + hourMs);
  await setReport(reportId, { urgentAt: ahead });
  await execute(
    db()
      .update(alerts)
      .set({ since: ahead, dueAt: new Date(ahead.getTime() + 15 * minuteMs) })
      .where(eq(alerts.reportId, reportId)),
  );
  await climbLadders();
  await later(15);
  expect(await alertOf(reportId)).toMatchObject({ rung: 1 });
  await later(15);
  expect(await alertOf(reportId)).toMatchObject({ rung: 2 });
});
