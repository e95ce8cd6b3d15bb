import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { clinicDay } from '~/domain/kernel/days';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { db, execute } from '~/platform/db/db.server';
import * as dutyPage from '~/routes/dashboard/admin/duty-plan';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

clinicForFile();

const dutyCall = apiRoute('expert/duty');
const awayCall = apiRoute('expert/away');
const small = { file: 'rash.png' };

type Plan = { planned: { userId: string; kind: string; from: string; to: string }[]; onDuty: string[] };
const planOf = async ({ token }: Somebody) => (await callApi(dutyCall, { token })).json.data as Plan;
const post = (call: typeof dutyCall, { token }: Somebody, body: Record<string, unknown>) =>
  callApi(call, { method: 'POST', token, body });

/** Returns the addresses that the e-mails about urgent reports went to. */
const toldAddresses = async () => {
  const rows = await db().select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id));
  return rows
    .filter(({ letter }) => letter === 'urgentWaits')
    .map(({ recipient }) => (JSON.parse(recipient) as { address: string }).address)
    .sort();
};

/** Puts an expert on duty now, for an hour. */
const isOnDutyNow = ({ id }: Somebody) =>
  execute(
    db()
      .insert(duty)
      .values({ userId: id, fromAt: new Date(Date.now() - 1000), toAt: new Date(Date.now() + 3_600_000) }),
  );

const today = () => clinicDay(Date.now());

beforeEach(async () => {
  await execute(db().delete(duty));
  await execute(db().delete(away));
  await execute(db().delete(outbox));
  // Only the experts of a test are approved.
  await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.accountType, 'Expert')));
});

describe('a plan', () => {
  test('is made by an expert for themselves and by an admin for all, across midnight and for weeks', async () => {
    const [expert, other, admin] = [await an.expert(), await an.expert(), await an.admin()];
    // Who names somebody else plans for themselves all the same.
    const night = { day: '2099-01-01', from: '20:00', to: '08:00', weeks: 2, userId: other.id };
    expect((await post(dutyCall, expert, night)).status).toBe(200);
    expect(
      (await post(awayCall, admin, { userId: other.id, fromDay: '2099-02-01', toDay: '2099-02-03' })).status,
    ).toBe(200);
    const nights = [
      { kind: 'duty', userId: expert.id, from: '2099-01-01T14:30:00.000Z', to: '2099-01-02T02:30:00.000Z' },
      { kind: 'duty', userId: expert.id, from: '2099-01-08T14:30:00.000Z', to: '2099-01-09T02:30:00.000Z' },
    ];
    expect((await planOf(expert)).planned).toMatchObject(nights);
    expect((await planOf(admin)).planned).toMatchObject([
      ...nights,
      { kind: 'away', userId: other.id, from: '2099-02-01', to: '2099-02-03' },
    ]);
    const gone = { kind: 'duty', from: nights[0]?.from };
    expect((await callApi(dutyCall, { method: 'DELETE', token: other.token, body: gone })).status).toBe(404);
    expect((await callApi(dutyCall, { method: 'DELETE', token: expert.token, body: gone })).status).toBe(200);
    expect((await planOf(expert)).planned).toMatchObject(nights.slice(1));
  });

  test('is refused beside its field, and nothing typed is lost', async () => {
    const [expert, admin] = [await an.expert(), await an.admin()];
    const send = (part: string, { cookie }: Somebody, fields: Record<string, string>) =>
      postPage(dutyPage, { path: `/dashboard/duty/${part}`, params: { part }, cookie, fields });
    const wrong = await send('add', expert, { day: '2099-02-30', from: '25:00', to: '08:00', weeks: '13' });
    expect(Object.keys(wrong.fieldErrors).sort()).toEqual(['day', 'from', 'weeks']);
    expect(wrong.typed).toMatchObject({ to: '08:00', weeks: '13' });
    const order = await send('away', expert, { fromDay: '2099-02-02', toDay: '2099-02-01' });
    expect(order.fieldErrors).toEqual({ toDay: 'The last day is before the first' });
    expect((await send('add', admin, { day: '2099-01-01', from: '08:00', to: '09:00' })).status).toBe(404);
    const done = await send('away', expert, { fromDay: '2099-02-01', toDay: '2099-02-01' });
    expect(done.location).toBe('/dashboard/duty');
    const { data } = await getPage(dutyPage, { path: '/dashboard/duty', cookie: expert.cookie });
    expect(data).toMatchObject({ data: { planned: [{ kind: 'away' }] }, experts: [] });
  });
});

describe('an urgent report', () => {
  test('is told at once to who is on duty, approved and not away, and to nobody else', async () => {
    const [onDuty, onLeave, offDuty, suspended] = [
      await an.expert(),
      await an.expert(),
      await an.expert(),
      await an.expert(),
    ];
    for (const expert of [onDuty, onLeave, suspended]) await isOnDutyNow(expert);
    await execute(db().insert(away).values({ userId: onLeave.id, fromDay: today(), toDay: today() }));
    await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, suspended.id)));
    const patient = await a.patient();
    await aReportOf(patient, small);
    expect(await toldAddresses()).toEqual([]);
    await aReportOf(patient, { ...small, description: 'Of today', urgent: 'on' });
    expect(await toldAddresses()).toEqual([onDuty.email]);
    expect((await planOf(offDuty)).onDuty).toHaveLength(1);
    // A second one within five minutes waits for their end, and takes all later ones with it.
    for (const description of ['Of now', 'Of then'])
      await aReportOf(patient, { ...small, description, urgent: 'on' });
    expect(await toldAddresses()).toEqual([onDuty.email, onDuty.email]);
  });

  test.each(['nobody is on duty', 'all are away'])('is told to all approved experts if %s', async (what) => {
    const experts = [await an.expert(), await an.expert()];
    if (what === 'all are away') {
      for (const expert of experts) {
        await isOnDutyNow(expert);
        await execute(db().insert(away).values({ userId: expert.id, fromDay: today(), toDay: today() }));
      }
    }
    const patient = await a.patient();
    const { _id: reportId } = await aReportOf(patient, small);
    const mark = () =>
      callApi(apiRoute('report/mark-urgent'), { method: 'POST', token: patient.token, params: { reportId } });
    await mark();
    await mark();
    expect(await toldAddresses()).toEqual(experts.map(({ email }) => email).sort());
  });

  test('is told without a word about it or its patient', async () => {
    await an.expert();
    await aReportOf(await a.patient({ firstName: 'Zubaida' }), {
      ...small,
      description: 'Burning pain',
      urgent: 'on',
    });
    const rows = (await db().select().from(outbox)).filter(({ letter }) => letter === 'urgentWaits');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.facts).toBe('{"count":1}');
    expect(JSON.stringify(rows)).not.toMatch(/Zubaida|Burning|ECG|Blood/);
  });
});
