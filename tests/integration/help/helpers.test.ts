import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { rowOf } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, identityOf, issueSlipBy, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { sendReview } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { sendFor } from '../../support/sending';

const sentCall = apiRoute('report/sent');
const peopleCall = apiRoute('account/people');
const findPersonCall = apiRoute('account/find-person');
const withdrawCall = apiRoute('report/withdraw-consent');

let helper: Somebody;
let clerk: Somebody;
clinicForFile();
beforeAll(async () => {
  helper = await a.helper();
  clerk = await a.clerk();
});

const sentOf = async (by: Somebody) =>
  (await callApi(sentCall, { token: by.token })).json.data as {
    reportId: string;
    review: string | null;
    status: string;
  }[];

test('five people by one helper have five owners, each with their own report', async () => {
  const owners: string[] = [];
  for (const [at, firstName] of ['Uma', 'Ravi', 'Sita', 'Mohan', 'Leela'].entries()) {
    const { userId } = await slipFrom(helper, { firstName, birthYear: 1960 + at });
    const { status, json } = await sendFor(helper, { userId, birthYear: String(1960 + at) });
    expect([status, (json.data as { firstName: string }).firstName]).toEqual([200, firstName]);
    const [row] = await db().select().from(reports).where(eq(reports.patientId, userId));
    expect(row).toMatchObject({ sentBy: helper.id, aboutName: `${firstName} Devi`, language: 'te' });
    owners.push(userId);
  }
  expect(new Set(owners).size).toBe(5);
  const { json } = await callApi(peopleCall, { token: helper.token });
  expect((json.data as { userId: string }[]).map(({ userId }) => userId).sort()).toEqual(owners.sort());
  const other = await a.helper();
  expect((await callApi(peopleCall, { token: other.token })).json.data).toEqual([]);
  expect(await sentOf(other)).toEqual([]);
});

test('anybody else is named by clinic number and year together, and a mistyped number names nobody', async () => {
  const other = await a.helper();
  const { userId, clinicNumber } = await slipFrom(clerk, { firstName: 'Kamala', birthYear: 1950 });
  const find = (body: Record<string, unknown>) =>
    callApi(findPersonCall, { method: 'POST', token: other.token, body });
  expect((await find({ clinicNumber, birthYear: 1950 })).json.data).toMatchObject({ firstName: 'Kamala' });
  const wrongYear = await find({ clinicNumber, birthYear: 1951 });
  const mistyped = await find({
    clinicNumber: clinicNumber.replace(/^./, (symbol) => (symbol === '2' ? '3' : '2')),
    birthYear: 1950,
  });
  expect([wrongYear.status, wrongYear.text]).toEqual([mistyped.status, mistyped.text]);
  expect(wrongYear.status).toBe(404);
  expect((await sendFor(other, { userId, birthYear: '1950' })).status).toBe(404);
  expect((await sendFor(other, { clinicNumber, birthYear: '1951' })).status).toBe(404);
  expect((await sendFor(other, { clinicNumber, birthYear: '1950' })).status).toBe(200);
  await freshLimits(1);
  for (let tries = 1; tries <= 3; tries += 1)
    expect((await find({ clinicNumber, birthYear: 1900 + tries })).status).toBe(404);
  expect((await find({ clinicNumber, birthYear: 1950 })).status).toBe(429);
  await freshLimits(1000);
});

test('a helper reads the review only with leave, and opens no file', async () => {
  const expert = await an.expert();
  const { userId } = await slipFrom(helper, { firstName: 'Gita', birthYear: 1970 });
  const fields = { userId, birthYear: '1970' };
  const closed = (await sendFor(helper, fields)).json.data as { reportId: string };
  const open = (await sendFor(helper, { ...fields, mayRead: 'true' }, 'rash.png')).json.data as {
    reportId: string;
  };
  for (const { reportId } of [closed, open])
    await sendReview({ reportId, token: expert.token, review: 'Drink more water' });
  const byId = new Map((await sentOf(helper)).map((row) => [row.reportId, row]));
  expect(byId.get(closed.reportId)).toMatchObject({ status: 'Reviewed', review: null });
  expect(byId.get(open.reportId)).toMatchObject({ status: 'Reviewed', review: 'Drink more water' });
  const reportsCall = apiRoute('report/get-reports-of-patient');
  expect(
    (await callApi(reportsCall, { token: helper.token, params: { patientId: userId } })).status,
  ).not.toBe(200);
  const [consent] = await db().select().from(consents).where(eq(consents.reportId, open.reportId));
  expect(consent).toMatchObject({ userId, mode: 'spoken', witness: 'Sunita', mayRead: true, given: true });
});

test('a spoken consent names a witness, and one withdrawn by the patient closes the review', async () => {
  const slip = await slipFrom(helper, { firstName: 'Nila', birthYear: 1980 });
  const fields = { userId: slip.userId, birthYear: '1980', mayRead: 'true' };
  const without = await sendFor(helper, { ...fields, witness: '' });
  expect([without.status, Object.keys(without.json.errors ?? {})]).toEqual([422, ['witness']]);
  const { reportId } = (await sendFor(helper, fields)).json.data as { reportId: string };
  const desk = await issueSlipBy(clerk, identityOf(slip.userId, { fullName: 'Nila Devi', birthYear: 1980 }));
  const { token } = await firstLogIn(desk.json.data as { clinicNumber: string; password: string });
  const answer = await callApi(withdrawCall, { method: 'POST', token, params: { reportId } });
  expect(answer.status).toBe(200);
  expect((await sentOf(helper)).find((row) => row.reportId === reportId)).toMatchObject({
    review: null,
    mayRead: false,
    isWithdrawn: true,
  });
});

test('for somebody who may be under 18 a guardian agrees, or the consent counts as not given', async () => {
  const birthYear = new Date().getFullYear() - 10;
  const { userId } = await slipFrom(helper, { firstName: 'Ila', birthYear });
  const fields = { userId, birthYear: String(birthYear) };
  const given = async (extra: Record<string, string>, file: string) => {
    const { json } = await sendFor(helper, { ...fields, ...extra }, file);
    const { reportId } = json.data as { reportId: string };
    const [row] = await db().select().from(consents).where(eq(consents.reportId, reportId));
    return row?.given;
  };
  expect(await given({}, 'blood-test.pdf')).toBeNull();
  expect(await given({ guardianName: 'Asha Devi' }, 'rash.png')).toBe(true);
  expect((await rowOf(userId))?.openedBy).toBe(helper.id);
});
