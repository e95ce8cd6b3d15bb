import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportOverdueFollowUps } from '~/domain/desk/follow-up-job.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { db } from '~/platform/db/db.server';
import * as homePage from '~/routes/dashboard/home';
import * as toTellPage from '~/routes/dashboard/to-tell';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { asOlderServer } from '../../support/older-server';
import { queuedEmails } from '../../support/queued-emails';
import { amendReviewOf, aReportOf, sendReview, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const words = 'Your potassium is high. Please go to a hospital today and show them this.';

let clinic: Clinic;
let patient: Somebody;
let doctor: Somebody;
let admin: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  [patient, doctor, admin] = [await a.patient(), await an.expert(), await an.admin()];
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

type Row = {
  reportId: string;
  subject: string;
  toldAt: string | null;
  dueAt: string | null;
  goToday: boolean;
};
type List = { data: Row[]; reached: { reportId: string; whom: string | null }[] };

async function aGoToday() {
  const { _id } = await aReportOf(patient, { file: 'rash.png' });
  await sendReview({ reportId: _id, token: doctor.token, review: words, nextStep: 'goToday' });
  return _id;
}
const listOf = async () =>
  (await getPage(toTellPage, { path: '/dashboard/to-tell', cookie: admin.cookie })).data as List;
const listOpen = async () => (await listOf()).data.filter(({ goToday }) => goToday);
const openIds = async () => (await listOpen()).map(({ reportId }) => reportId);
const countOnHome = async () => {
  const { data } = await getPage(homePage, { path: '/dashboard/home', cookie: admin.cookie });
  return (data as { admin: { toCall: { first: number } } }).admin.toCall.first;
};
const record = (row: Row, outcome: string, whom = '') =>
  postPage(toTellPage, {
    path: '/dashboard/to-tell',
    cookie: admin.cookie,
    fields: {
      reportId: row.reportId,
      kind: 'answer',
      subject: row.subject,
      toldAt: row.toldAt ?? '',
      outcome,
      whom,
    },
  });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const countEmails = async () =>
  (await queuedEmails()).filter(({ letter }) => letter === 'followUpOverdue').length;
const see = (who: Somebody, reportId: string) =>
  callApi(apiRoute('report/review-seen'), { method: 'POST', token: who.token, params: { reportId } });

async function firstOpen() {
  const [row] = await listOpen();
  if (!row) throw new Error('Nothing is open');
  return row;
}

test('a patient told to go today is listed until they have seen the answer', async () => {
  const id = await aGoToday();
  expect([await openIds(), await countOnHome()]).toEqual([[id], 1]);
  // Staff who open the report have not shown it to the patient.
  await callApi(apiRoute('report/get-report'), { token: admin.token, params: { reportId: id } });
  await callApi(apiRoute('report/get-report'), { token: patient.token, params: { reportId: id } });
  expect((await see(admin, id)).status).toBe(404);
  expect(await openIds()).toEqual([id]);
  expect((await see(patient, id)).status).toBe(200);
  expect([await openIds(), await countOnHome()]).toEqual([[], 0]);
  await reportOverdueFollowUps();
  const [row] = await db().select().from(followUps).where(eq(followUps.reportId, id));
  expect(row?.endedAt).not.toBeNull();
});

test('"not reached" is due again in two hours, and "reached" ends it with a name', async () => {
  const id = await aGoToday();
  const first = await firstOpen();
  expect((await record(first, 'notReached')).toast?.type).toBe('success');
  expect(await countOnHome(), 'the patient is still not told').toBe(1);
  expect((await firstOpen()).dueAt).not.toBeNull();
  const [noted] = await db().select().from(followUps).where(eq(followUps.reportId, id));
  expect(noted?.attempts).toBe(1);
  expect((await record(first, 'reached', 'her son')).toast?.type, 'of an attempt that is noted').toBe(
    'error',
  );
  pass(2 * hourMs);
  expect(await countOnHome()).toBe(1);
  const second = await firstOpen();
  expect(second.dueAt).toBeNull();
  expect((await record(second, 'reached')).status, 'without a name').toBe(400);
  expect((await record(second, 'reached', 'her son')).toast?.type).toBe('success');
  expect(await listOf()).toMatchObject({ data: [], reached: [{ reportId: id, whom: 'her son' }] });
  const entries = await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('followUp'))).toEqual([
    'followUp.notReached',
    'followUp.reached',
  ]);
});

test('an hour without a call e-mails each admin once, also with two servers, and again later', async () => {
  await aGoToday();
  const other = await an.admin();
  await reportOverdueFollowUps();
  pass(59 * minuteMs);
  await reportOverdueFollowUps();
  expect(await countEmails()).toBe(0);
  pass(minuteMs);
  await Promise.all([reportOverdueFollowUps(), reportOverdueFollowUps()]);
  await reportOverdueFollowUps();
  const emails = (await queuedEmails()).filter(({ letter }) => letter === 'followUpOverdue');
  expect(emails.map(({ to }) => to).sort()).toEqual([admin.email, other.email].sort());
  expect(JSON.stringify(emails)).not.toMatch(/potassium|today/i);
  await record(await firstOpen(), 'notReached');
  pass(2 * hourMs);
  await reportOverdueFollowUps();
  expect(await countEmails()).toBe(2);
  pass(hourMs);
  await reportOverdueFollowUps();
  expect(await countEmails()).toBe(4);
});

test('a follow-up ends with its step, and goes on where the step is uncertain', async () => {
  const id = await aGoToday();
  await asOlderServer(id, () => amendReviewOf(doctor, id, { text: 'It is 4.1' }));
  expect(await openIds()).toEqual([id]);
  await asOlderServer(id, () => takeBackOf(doctor, id, 2));
  expect(await openIds()).toEqual([]);
  await sendReview({ reportId: id, token: doctor.token, review: words, nextStep: 'goToday' });
  expect(await openIds()).toEqual([id]);
  await see(patient, id);
  expect(await openIds()).toEqual([]);
  pass(1000);
  await amendReviewOf(doctor, id, { text: `${words} Now.`, version: 4 });
  expect(await openIds(), 'the patient has not seen the corrected answer').toEqual([id]);
  await amendReviewOf(doctor, id, { text: words, version: 5, nextStep: 'seeDoctor' });
  expect(await openIds()).toEqual([]);
});

test('only admins get the list', async () => {
  for (const { cookie } of [patient, doctor])
    expect((await getPage(toTellPage, { path: '/dashboard/to-tell', cookie })).status).toBe(302);
});
