import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { raiseOverdue } from '~/domain/alerts/overdue.server';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { alerts, quietTimes } from '~/platform/db/core/tables/alerts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { passMinutes, toldOf } from '../../support/alerts';
import { claimFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';

/** The number of times that calls meet. */
const rounds = 5;

let clinic: Clinic;
let admin: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  admin = await an.admin();
});
afterEach(() => clinic.close());

const post = (call: string, { token }: Somebody, body: Record<string, string> = {}, method = 'POST') =>
  callApi(apiRoute(`system/${call}`), { method, token, body });
const settingsOf = async ({ token }: Somebody) =>
  (await callApi(apiRoute('system/alerts'), { token })).json.data as {
    targets: { reportType: string; hours: number }[];
    quietUntil: string | null;
    mayQuieten: boolean;
  };
const stateOf = async () =>
  (await callApi(apiRoute('system/get-system'), { token: admin.token })).json as unknown as {
    alerts: { late: number; quietUntil: string | null };
  };

describe('an overdue report', () => {
  test('is told of once, to admins and experts on duty, after the hours of its type', async () => {
    const doctor = await an.expert();
    const [ofEcg, ofSkin] = [await a.patient(), await a.patient()];
    await aReportOf(ofEcg, { file: 'rash.png', reportType: 'ECG' });
    await aReportOf(ofSkin, { file: 'rash.png', reportType: 'Biopsy' });
    expect((await post('alerts', admin, { reportType: 'ECG', hours: '2' }, 'PUT')).status).toBe(200);
    await raiseOverdue();
    expect(await toldOf('reportsOverdue')).toEqual([]);
    await passMinutes(120);
    await raiseOverdue();
    await raiseOverdue();
    expect((await toldOf('reportsOverdue')).map(({ to, count }) => `${to} ${count}`).sort()).toEqual(
      [`${admin.email} 1`, `${doctor.email} 1`].sort(),
    );
    await passMinutes(46 * 60);
    await raiseOverdue();
    expect(await toldOf('reportsOverdue')).toHaveLength(4);
  });

  test('is not told of while a doctor reads it, and its alert ends with the review', async () => {
    const doctor = await an.expert();
    const { _id: reportId } = await aReportOf(await a.patient(), { file: 'rash.png' });
    await execute(
      db()
        .update(reports)
        .set({ createdAt: new Date(Date.now() - 49 * hourMs) }),
    );
    await claimFor(doctor, reportId);
    await raiseOverdue();
    expect(await toldOf('reportsOverdue')).toEqual([]);
    await passMinutes(31);
    await raiseOverdue();
    expect(await toldOf('reportsOverdue')).toHaveLength(2);
    await sendReview({ reportId, token: doctor.token, review: 'All of this is normal.' });
    await raiseOverdue();
    const rows = await db().select().from(alerts).where(eq(alerts.reportId, reportId));
    expect(rows).toMatchObject([{ kind: 'overdue', endedWhy: 'reviewed' }]);
  });

  test('has 48 hours by default, and an admin may set 1 to 720', async () => {
    const { targets } = await settingsOf(admin);
    expect(new Set(targets.map(({ hours }) => hours))).toEqual(new Set([48]));
    for (const hours of ['0', '721', 'x', '1.5', ''])
      expect((await post('alerts', admin, { reportType: 'ECG', hours }, 'PUT')).status).toBe(422);
    expect((await post('alerts', admin, { reportType: 'ECG', hours: '१२' }, 'PUT')).status).toBe(200);
    const ecg = (await settingsOf(admin)).targets.find(({ reportType }) => reportType === 'ECG');
    expect(ecg?.hours).toBe(12);
  });
});

describe('messages of alerts', () => {
  test('are quietened for an hour by an admin, whom the audit log names, and all admins are told', async () => {
    const other = await an.admin();
    expect((await post('quieten-alerts', admin)).status).toBe(200);
    expect((await toldOf('alertsQuietened')).map(({ to }) => to).sort()).toEqual(
      [admin.email, other.email].sort(),
    );
    const lines = await db().select().from(audit).where(eq(audit.action, 'alerts.quietened'));
    expect(lines).toMatchObject([{ actorId: admin.id }]);
    expect((await stateOf()).alerts.quietUntil).not.toBeNull();
    expect((await post('quieten-alerts', other)).status).toBe(409);
    await passMinutes(61);
    expect((await post('quieten-alerts', admin)).status).toBe(409);
    expect(await settingsOf(admin)).toMatchObject({ quietUntil: null, mayQuieten: false });
    expect((await post('quieten-alerts', other)).status).toBe(200);
    await passMinutes(24 * 60);
    expect((await post('quieten-alerts', admin)).status).toBe(200);
  });

  test('are quietened once by admins who do it at the same moment, and by one admin who presses twice', async () => {
    const other = await an.admin();
    const quietenBy = async (...admins: Somebody[]) =>
      (await Promise.all(admins.map((each) => post('quieten-alerts', each))))
        .map(({ status }) => status)
        .sort();
    for (let round = 0; round < rounds; round += 1) {
      expect(await quietenBy(admin, other, admin, other)).toEqual([200, 409, 409, 409]);
      expect(await db().select().from(quietTimes)).toHaveLength(1);
      expect(await toldOf('alertsQuietened')).toHaveLength(2);
      await execute(db().delete(quietTimes));
      await execute(db().delete(outbox));
    }
    expect(await quietenBy(other, other, other)).toEqual([200, 409, 409]);
    await passMinutes(61);
    expect(await quietenBy(other, other)).toEqual([409, 409]);
  });

  test('are read and changed by nobody but admins', async () => {
    for (const who of [await a.patient(), await an.expert()]) {
      expect((await callApi(apiRoute('system/alerts'), { token: who.token })).status).toBe(403);
      expect((await post('quieten-alerts', who)).status).toBe(403);
      expect((await post('alerts', who, { reportType: 'ECG', hours: '2' }, 'PUT')).status).toBe(403);
    }
  });

  test('that were not sent in time are an alarm on the system page, also if nothing was recorded', async () => {
    const patient = await a.patient();
    await aReportOf(patient, { file: 'rash.png', urgent: 'on' });
    expect((await stateOf()).alerts.late).toBe(0);
    await passMinutes(21);
    expect((await stateOf()).alerts.late).toBe(1);
    await execute(db().delete(alerts));
    expect((await stateOf()).alerts.late).toBe(1);
    await climbLadders();
    expect((await stateOf()).alerts.late).toBe(0);
  });

  test('tell front-desk accounts only while they have the duty', async () => {
    const desk = await a.patient();
    const setDuty = (frontDeskSince: Date | null) =>
      execute(db().update(users).set({ frontDeskSince }).where(eq(users.id, desk.id)));
    await setDuty(new Date());
    await aReportOf(await a.patient(), { file: 'rash.png', urgent: 'on' });
    await passMinutes(30);
    await climbLadders();
    expect((await toldOf('urgentUnread')).map(({ to }) => to)).toContain(desk.email);
    await setDuty(null);
    await passMinutes(120);
    await climbLadders();
    expect((await toldOf('urgentUnread')).filter(({ to }) => to === desk.email)).toHaveLength(1);
  });
});
