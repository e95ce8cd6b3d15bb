import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as sendFor from '~/routes/dashboard/help/send-for';
import { rowOf } from '../../support/accounts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { anAnswerSentBy, firstLogIn, identityOf, issueSlipBy, openFor, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { sendFor as sendForBy } from '../../support/sending';
import { logInByApi } from '../../support/visits';

let clinic: Clinic;
let helper: Somebody;
let clerk: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  clerk = await a.clerk();
});
beforeEach(async () => {
  await freshLimits(1);
  helper = await a.helper();
});
afterAll(() => clinic.close());

/** Logs the owner of an account in that a helper opened: the first slip comes from the front desk. */
async function ownerOf(userId: string): Promise<Somebody> {
  const { json } = await issueSlipBy(clerk, identityOf(userId));
  const { token } = await firstLogIn(json.data as { clinicNumber: string; password: string });
  return { id: userId, token, firstName: 'Lakshmi', lastName: 'Devi', email: '', cookie: '' };
}

/** Collects everything that the pages and calls of a helper say. */
async function learntBy({ token, cookie }: Somebody, userId: string) {
  const page = { path: `/dashboard/help/send/${userId}`, params: { userId }, cookie };
  const { data, defaults } = (await getPage(sendFor, page)).data as Record<string, unknown>;
  const answers = [JSON.stringify({ data, defaults })];
  for (const path of ['account/people', 'report/sent', 'account/to-tell'])
    answers.push((await callApi(apiRoute(path), { token })).text);
  return answers.join('\n');
}

const helpersCall = apiRoute('profile/helpers');
const endCall = apiRoute('profile/helpers/:helperId');

test('a helper opens an account without a password, and its owner reads of the first log-in', async () => {
  const opened = await openFor(helper);
  const { password, clinicNumber, user } = opened.json.data as {
    password: null;
    clinicNumber: string;
    user: { _id: string };
  };
  expect([opened.status, password]).toEqual([200, null]);
  expect((await logInByApi(clinicNumber, '')).status).not.toBe(200);
  const desk = await issueSlipBy(clerk, identityOf(user._id));
  const slip = desk.json.data as { clinicNumber: string; password: string };
  const phone = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/133.0 Mobile' };
  const { json } = await logInByApi(slip.clinicNumber, slip.password, phone);
  const fields = { newPassword: 'two tall trees stand', confirmNewPassword: 'two tall trees stand' };
  const chosen = await callApi(apiRoute('auth/choose-password'), {
    method: 'POST',
    token: String(json.token),
    body: fields,
  });
  await logInByApi(slip.clinicNumber, 'two tall trees stand');
  const { json: own } = await callApi(apiRoute('profile/clinic-number'), {
    token: String(chosen.json.token),
  });
  const { events } = own.data as { events: { action: string; device: string | null }[] };
  expect(events.filter(({ action }) => action === 'session.opened')).toMatchObject([
    { device: expect.stringMatching(/Android/) },
  ]);
});

test('a helper who was left learns nothing after the patient has ended it, as after a year', async () => {
  const { slip, reportId } = await anAnswerSentBy(helper, { mayRead: 'true' });
  const { userId } = slip;
  const owner = await ownerOf(userId);
  const body = { contactNumber: '9898980000' };
  await callApi(apiRoute('profile/update-phone'), { method: 'PUT', token: owner.token, body });
  const { _id: ownId } = await aReportOf(owner, { file: 'rash.png' });
  await sendReview({ reportId: ownId, token: (await an.expert()).token, review: 'All is well' });

  const during = await learntBy(helper, userId);
  for (const shown of [reportId, '5678', 'Drink more water']) expect(during).toContain(shown);
  for (const hidden of [ownId, '98989', '0000', 'All is well']) expect(during).not.toContain(hidden);

  const { json } = await callApi(helpersCall, { token: owner.token });
  expect(json.data).toEqual([
    {
      helperId: helper.id,
      name: `${helper.firstName} ${helper.lastName}`,
      sentReports: 1,
      readableReports: 1,
      phoneEnd: '5678',
    },
  ]);
  const letters = await db().$count(outbox);
  const end = () =>
    callApi(endCall, { method: 'DELETE', token: owner.token, params: { helperId: helper.id } });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect(await db().$count(outbox)).toBe(letters);
  expect((await callApi(helpersCall, { token: owner.token })).json.data).toEqual([]);

  // The bond of another helper ends by time.
  const other = await a.helper();
  const late = await anAnswerSentBy(other, { mayRead: 'true' });
  const longAgo = new Date(Date.now() - 366 * 86_400_000);
  await execute(db().update(reports).set({ createdAt: longAgo }).where(eq(reports.id, late.reportId)));
  const { users } = await import('~/platform/db/core/tables/accounts.server');
  await execute(db().update(users).set({ createdAt: longAgo }).where(eq(users.id, late.slip.userId)));

  const [ended, over] = [await learntBy(helper, userId), await learntBy(other, late.slip.userId)];
  const plain = (text: string, by: Somebody) =>
    [by.id, by.firstName, by.lastName, by.email, userId, late.slip.userId]
      .reduce((left, name) => (name ? left.replaceAll(name, '…') : left), text)
      .replace(/01[0-9a-hjkmnp-tv-z]{24}/g, '…');
  expect(plain(ended, helper)).toBe(plain(over, other));
  for (const hidden of [reportId, ownId, '5678', '98989', 'Lakshmi', 'Drink', '1962'])
    expect(ended, hidden).not.toContain(hidden);
  for (const [by, id] of [
    [helper, userId],
    [other, late.slip.userId],
  ] as const)
    expect((await sendForBy(by, { userId: id, birthYear: '1962' })).status).toBe(404);

  // With the patient beside them they begin again, from then on.
  const again = await sendForBy(helper, { clinicNumber: slip.clinicNumber, birthYear: '1962' }, 'rash.png');
  expect(again.status).toBe(200);
  const later = await learntBy(helper, userId);
  expect(later).not.toContain(reportId);
  expect((await rowOf(userId))?.contactNumber).toBe('+919898980000');
});

test('a helper finds no year of birth by trying, and shuts nobody out of the front desk', async () => {
  const { userId, clinicNumber } = await slipFrom(clerk, { birthYear: 1955 });
  const find = (birthYear: number) =>
    callApi(apiRoute('account/find-person'), {
      method: 'POST',
      token: helper.token,
      body: { clinicNumber, birthYear },
    });
  const answers = [];
  for (const year of [1951, 1952, 1953, 1954, 1955]) answers.push((await find(year)).status);
  expect(answers).toEqual([404, 404, 404, 429, 429]);
  expect((await issueSlipBy(clerk, identityOf(userId, { birthYear: 1955 }))).status).toBe(200);
});
