import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { followSteps } from '~/domain/desk/step-job.server';
import { stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { db } from '~/platform/db/db.server';
import * as stepRoute from '~/routes/files/step-answer';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aSenderWithoutEmail, slipFrom } from '../../support/desk';
import { asOlderServer } from '../../support/older-server';
import { queuedEmails } from '../../support/queued-emails';
import { rawDatabase } from '../../support/raw';
import { amendReviewOf, takeBackOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { anAskedStep, aStep, passDays, stepFor } from '../../support/steps';

let patient: Somebody;
let doctor: Somebody;
let clerk: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, doctor, clerk, admin] = [await a.patient(), await an.expert(), await a.clerk(), await an.admin()];
});

type Check = { version: number; answer: string | null; answeredAt: string | null } | null;
type Row = { reportId: string; kind: string; subject: string; toldAt: string | null; isFirst: boolean };

async function checkOf(reportId: string, who = patient): Promise<Check> {
  const { json } = await callApi(apiRoute('report/get-report'), { token: who.token, params: { reportId } });
  return (json.data as { stepCheck: Check }).stepCheck;
}
const answer = (reportId: string, given: string, who = patient, version = 1) =>
  callApi(apiRoute('report/step-answer'), {
    method: 'POST',
    token: who.token,
    params: { reportId },
    body: { version, answer: given },
  });
async function listFor(staff: Somebody): Promise<Row[]> {
  const { json } = await callApi(apiRoute('account/to-tell'), {
    token: staff.token,
    path: '/?all=yes',
  });
  return json.data as Row[];
}
const rowFor = async (staff: Somebody, id: string) =>
  (await listFor(staff)).find(({ reportId }) => reportId === id);
async function unanswered(who: Somebody, path = 'report/get-report-by-expertId') {
  const { json } = await callApi(apiRoute(path), { token: who.token, path: '/?stepAnswer=none&limit=100' });
  return (json.data as { _id: string }[]).map(({ _id }) => _id);
}
const remindersTo = async ({ email }: Somebody) =>
  (await queuedEmails()).filter(({ letter, to }) => letter === 'lookAgain' && to === email);

test('two days before the last one, a patient is reminded once, without a medical word', async () => {
  const her = await a.patient();
  const id = await aStep(her, doctor, 5);
  await passDays(id, 2);
  expect(await remindersTo(her)).toEqual([]);
  await passDays(id, 3);
  await Promise.all([followSteps(), followSteps()]);
  const sent = await remindersTo(her);
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toMatch(/iron|doctor|seeDoctor/i);
  expect(await rowFor(clerk, id)).toBeUndefined();
});

test('without e-mail the reminder is a row below all others, until it is told', async () => {
  const { owner, reportId } = await aSenderWithoutEmail(clerk);
  await stepFor(reportId, doctor, 5);
  await passDays(reportId, 3);
  const kinds = async () =>
    (await listFor(clerk)).flatMap((row) => (row.reportId === reportId ? row.kind : []));
  expect(await kinds(), 'one call is enough').toEqual(['answer']);
  const seen = { method: 'POST', token: owner.token, params: { reportId } };
  await callApi(apiRoute('report/review-seen'), seen);
  const rows = await listFor(clerk);
  expect(rows.at(-1)).toMatchObject({ reportId, kind: 'reminder', isFirst: false });
  const { status } = await callApi(apiRoute('account/told'), {
    method: 'POST',
    token: clerk.token,
    body: { reportId, kind: 'reminder', subject: '1', toldAt: null, outcome: 'told' },
  });
  expect(status).toBe(200);
  expect((await listFor(clerk)).filter(({ kind }) => kind === 'reminder')).toEqual([]);
});

test('after the last day a patient is asked, and may change the answer', async () => {
  const id = await aStep(patient, doctor, 5);
  expect(await checkOf(id)).toBeNull();
  expect((await answer(id, 'done')).status, 'before the last day has passed').toBe(409);
  await passDays(id, 6);
  expect(await checkOf(id)).toEqual({ version: 1, answer: null, answeredAt: null });
  expect(await unanswered(doctor)).toContain(id);
  expect(await unanswered(admin, 'report/get-all-reviewed-reports')).toContain(id);
  expect((await answer(id, 'notYet')).status).toBe(200);
  expect(await checkOf(id)).toMatchObject({ answer: 'notYet' });
  expect(await unanswered(doctor)).not.toContain(id);
  expect((await answer(id, 'done')).status).toBe(200);
  expect(await checkOf(id, doctor)).toMatchObject({ answer: 'done' });
  expect(await rowFor(clerk, id)).toBeUndefined();
});

test('a step of three days is not asked about, and none for longer than 60 days', async () => {
  const short = await aStep(patient, doctor, 3);
  await passDays(short, 10);
  expect(await checkOf(short)).toBeNull();
  const old = await aStep(await a.patient(), doctor, 4);
  await passDays(old, 66);
  expect(await unanswered(doctor)).not.toContain(old);
});

test('only "I cannot" puts a patient among the people to call, until they were told or answer otherwise', async () => {
  const id = await anAskedStep(patient, doctor);
  await answer(id, 'cannot');
  expect(await rowFor(clerk, id)).toMatchObject({ kind: 'call', isFirst: false });
  await answer(id, 'notYet');
  expect(await rowFor(clerk, id)).toBeUndefined();
  await answer(id, 'cannot');
  const row = await rowFor(clerk, id);
  await callApi(apiRoute('account/told'), {
    method: 'POST',
    token: clerk.token,
    body: { reportId: id, kind: 'call', subject: row?.subject, toldAt: null, outcome: 'told' },
  });
  expect(await rowFor(clerk, id)).toBeUndefined();
  await answer(id, 'cannot');
  expect(await rowFor(clerk, id), 'a repeated answer calls nobody again').toBeUndefined();
});

test('nobody else may answer, and nobody else reads the answer', async () => {
  const id = await anAskedStep(patient, doctor);
  for (const who of [await a.patient(), doctor, admin, clerk])
    expect((await answer(id, 'done', who)).status).toBe(404);
  await answer(id, 'cannot');
  const { text } = await callApi(apiRoute('account/to-tell'), { token: clerk.token, path: '/?all=yes' });
  for (const hidden of ['iron', 'seeDoctor', 'cannot', 'doctor', 'Blood']) expect(text).not.toContain(hidden);
  expect(text).toContain(id);
  const raw = await rawDatabase();
  expect(raw).not.toContain('cannot');
  const { text: log } = await callApi(apiRoute('account/to-tell'), { token: admin.token });
  expect(log, 'a client that knows no calls gets none').not.toContain(id);
});

test('a helper answers and calls only where the patient lets them read', async () => {
  const helper = await a.helper();
  const sent: string[] = [];
  for (const [file, mayRead] of [
    ['rash.png', 'false'],
    ['xray.jpg', 'true'],
  ] as const) {
    const { userId } = await slipFrom(helper, { birthYear: 1960 });
    const body = uploadFields(await fixture(file));
    for (const [name, value] of Object.entries({ userId, birthYear: '1960', mode: 'paper', mayRead }))
      body.set(name, value);
    const { json } = await callApi(apiRoute('report/upload-for'), {
      method: 'POST',
      token: helper.token,
      body,
    });
    const { reportId } = json.data as { reportId: string };
    await stepFor(reportId, doctor);
    await passDays(reportId, 6);
    sent.push(reportId);
  }
  const [closed = '', open = ''] = sent;
  const { json } = await callApi(apiRoute('report/sent'), { token: helper.token });
  const checks = (json.data as { reportId: string; stepCheck: Check }[]).map((row) => [
    row.reportId,
    row.stepCheck?.version ?? null,
  ]);
  expect(Object.fromEntries(checks)).toMatchObject({ [closed]: null, [open]: 1 });
  expect((await answer(closed, 'cannot', helper)).status).toBe(404);
  expect((await answer(open, 'cannot', helper)).status).toBe(200);
  const calls = (await listFor(helper)).filter(({ kind }) => kind === 'call');
  expect(calls.map(({ reportId }) => reportId)).toEqual([open]);
});

test('without script the form leads back to the report', async () => {
  const id = await anAskedStep(patient, doctor);
  const sent = await postPage(stepRoute, {
    path: `/dashboard/step-answer/${id}`,
    params: { reportId: id },
    cookie: patient.cookie,
    fields: { version: '1', answer: 'done' },
  });
  expect([sent.location, sent.toast?.type]).toEqual([`/dashboard/report/${id}`, 'success']);
});

test.each([
  ['a take-back', (id: string) => takeBackOf(doctor, id, 1)],
  [
    'another step',
    (id: string) => amendReviewOf(doctor, id, { text: 'Nothing to do after all.', nextStep: 'none' }),
  ],
  [
    'a correction by an older server',
    (id: string) => asOlderServer(id, () => amendReviewOf(doctor, id, { text: 'It is 4.1' })),
  ],
])('%s ends the question, the call and the figure', async (_what, change) => {
  const called = await anAskedStep(patient, doctor);
  await answer(called, 'cannot');
  const waiting = await anAskedStep(await a.patient(), doctor);
  for (const id of [called, waiting]) {
    await change(id);
    await followSteps();
    expect(await rowFor(clerk, id)).toBeUndefined();
    expect(await unanswered(doctor)).not.toContain(id);
  }
  expect(await checkOf(called)).toBeNull();
  expect([404, 409]).toContain((await answer(called, 'done')).status);
});

test('an addition keeps the question and the answer, also of an older server', async () => {
  const id = await anAskedStep(patient, doctor);
  await answer(id, 'cannot');
  await amendReviewOf(doctor, id, { kind: 'addition', text: 'Drink water.' });
  expect(await checkOf(id)).toMatchObject({ version: 1, answer: 'cannot' });
  expect(await rowFor(clerk, id)).toMatchObject({ kind: 'call' });
});

test('a step that an older server gave is asked about too', async () => {
  const id = await aStep(patient, doctor, 5);
  const [row] = await db().select().from(stepChecks).where(eq(stepChecks.reportId, id));
  expect(row, 'a trigger follows every step').toMatchObject({ version: 1, plannedAt: null });
  await passDays(id, 6);
  expect(await unanswered(doctor)).toContain(id);
});
