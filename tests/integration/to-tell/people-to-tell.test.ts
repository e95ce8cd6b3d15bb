import { eq, notInArray } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { rowOf as accountOf } from '../../support/accounts';
import { claimFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { anAnswerSentBy, anUntoldAnswer, aSenderWithoutEmail } from '../../support/desk';
import { asOlderServer } from '../../support/older-server';
import { answerTo, sendQuestion } from '../../support/questions';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';

const listCall = apiRoute('account/to-tell');
const toldCall = apiRoute('account/told');
const seenCall = apiRoute('report/review-seen');
const phoneCall = apiRoute('profile/update-phone');

let clerk: Somebody;
let expert: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  clerk = await a.clerk();
  expert = await an.expert();
});
afterEach(() => vi.useRealTimers());

type Row = {
  reportId: string;
  subject: string;
  kind: string;
  outcome: string | null;
  toldAt: string | null;
  mayWrite: boolean;
  phoneNumber: string | null;
};

async function listFor(staff: Somebody): Promise<Row[]> {
  const { json } = await callApi(listCall, { token: staff.token });
  return json.data as Row[];
}

const rowFor = async (staff: Somebody, reportId: string) =>
  (await listFor(staff)).find((row) => row.reportId === reportId);

const record = (staff: Somebody, row: Row | undefined, outcome: string) =>
  callApi(toldCall, {
    method: 'POST',
    token: staff.token,
    body: { reportId: row?.reportId, kind: row?.kind, subject: row?.subject, toldAt: row?.toldAt, outcome },
  });

const anAnswer = (staff: Somebody = clerk, overrides: Record<string, unknown> = {}) =>
  anUntoldAnswer(staff, overrides);

test('an unread answer stands on the list until its owner has seen it, and tells nothing of it', async () => {
  const { owner, reportId } = await anAnswer();
  const { text } = await callApi(listCall, { token: clerk.token });
  for (const hidden of ['Drink', 'water', 'Blood', 'Zebra', 'Devi', owner.token])
    expect(text).not.toContain(hidden);
  expect(await rowFor(clerk, reportId)).toMatchObject({
    kind: 'answer',
    outcome: null,
    phoneNumber: '+919812345678',
  });
  await callApi(seenCall, { method: 'POST', token: owner.token, params: { reportId } });
  expect(await rowFor(clerk, reportId)).toBeUndefined();
});

test('an answer sent through an older server stands on it, and its e-mail reaches no mail server', async () => {
  const { owner, reportId } = await aSenderWithoutEmail(clerk);
  const storedAddress = (await accountOf(owner.id))?.email ?? '';
  const setAddress = (email: string) =>
    execute(db().update(users).set({ email }).where(eq(users.id, owner.id)));
  const queued = await db().select({ id: outbox.id }).from(outbox);
  // An older server takes every address for one that can be reached.
  await setAddress('reached@clinic.test');
  await asOlderServer(reportId, () => sendReview({ reportId, token: expert.token, review: 'All is well' }));
  await setAddress(storedAddress);
  const isNew = notInArray(
    outbox.id,
    queued.map(({ id }) => id),
  );
  const recipient = JSON.stringify({ name: 'Lakshmi', address: storedAddress });
  expect(await execute(db().update(outbox).set({ recipient }).where(isNew))).toBe(1);

  expect(await rowFor(clerk, reportId)).toMatchObject({ kind: 'answer', outcome: null, goToday: false });
  const emails = await clinic.emails();
  expect(emails.filter(({ to }) => to.address.endsWith('.invalid'))).toEqual([]);
  expect(await db().select({ state: outbox.state }).from(outbox).where(isNew)).toEqual([
    { state: 'too late' },
  ]);
});

test('nobody with an e-mail address stands on it, and nothing that can be undone', async () => {
  const patient = await a.patient();
  const { _id: mailed } = await aReportOf(patient);
  await sendReview({ reportId: mailed, token: expert.token, review: 'All is well' });
  expect(await rowFor(clerk, mailed)).toBeUndefined();
  const { reportId } = await anAnswer();
  const later = new Date(Date.now() + 10_000);
  await execute(db().update(reports).set({ hiddenUntil: later }).where(eq(reports.id, reportId)));
  expect(await rowFor(clerk, reportId)).toBeUndefined();
});

test.each([
  ['told', 72],
  ['noAnswer', 24],
])('after the outcome %s it stands there again in %i hours', async (outcome, hours) => {
  const { reportId } = await anAnswer();
  expect((await record(clerk, await rowFor(clerk, reportId), outcome)).status).toBe(200);
  expect(await rowFor(clerk, reportId)).toBeUndefined();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 - 60_000 });
  expect(await rowFor(clerk, reportId)).toBeUndefined();
  vi.setSystemTime(now + hours * 3_600_000 + 60_000);
  expect(await rowFor(clerk, reportId)).toMatchObject({ outcome });
});

test('of two staff at once the second reads who was first, and when', async () => {
  const { reportId } = await anAnswer();
  const row = await rowFor(clerk, reportId);
  const admin = await an.admin();
  const answers = await Promise.all([record(clerk, row, 'told'), record(admin, row, 'told')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toMatch(/(Ravi|Clinic) .* \d\d:\d\d/);
});

test('a wrong number ends the leave to write to it, and a new number begins without', async () => {
  const { owner, reportId } = await anAnswer(clerk, { mayWrite: true });
  expect(await rowFor(clerk, reportId)).toMatchObject({ mayWrite: true });
  await callApi(phoneCall, {
    method: 'PUT',
    token: owner.token,
    body: { contactNumber: '9898980000', password: 'two tall trees stand' },
  });
  expect(await rowFor(clerk, reportId)).toMatchObject({ mayWrite: false, phoneNumber: '+919898980000' });
  await callApi(phoneCall, {
    method: 'PUT',
    token: owner.token,
    body: { contactNumber: '9812345678', password: 'two tall trees stand' },
  });
  const row = await rowFor(clerk, reportId);
  expect(row).toMatchObject({ mayWrite: true });
  await record(clerk, row, 'wrongNumber');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  expect(await rowFor(clerk, reportId)).toMatchObject({ mayWrite: false, outcome: 'wrongNumber' });
});

test('an open question stands on it until it is answered', async () => {
  const { owner, reportId } = await aSenderWithoutEmail(clerk);
  await claimFor(expert, reportId);
  expect((await sendQuestion(expert, reportId, { kind: 'detail', text: 'Since when?' })).status).toBe(200);
  expect(await rowFor(clerk, reportId)).toMatchObject({ kind: 'question' });
  expect((await answerTo(owner, reportId, { text: 'Since Diwali' })).status).toBe(200);
  expect(await rowFor(clerk, reportId)).toBeUndefined();
});

test('a helper sees and records their own people alone', async () => {
  const [helper, other] = [await a.helper(), await a.helper()];
  const { reportId } = await anAnswerSentBy(helper);
  const row = await rowFor(helper, reportId);
  expect(row).toMatchObject({ phoneNumber: '+919812345678' });
  expect(await listFor(other)).toEqual([]);
  expect((await record(other, row, 'told')).status).toBe(404);
  expect((await record(helper, row, 'told')).status).toBe(200);
  expect((await callApi(listCall, { token: (await a.patient()).token })).status).toBe(403);
});
