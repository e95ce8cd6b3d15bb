import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume } from '~/platform/limits/limits.server';
import * as myHelpers from '~/routes/dashboard/account/my-helpers';
import * as sendFor from '~/routes/dashboard/help/send-for';
import * as home from '~/routes/dashboard/home';
import { rowOf } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { anAnswerSentBy, firstLogIn, identityOf, issueSlipBy, openFor, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { aKey } from '../../support/keys';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { sendFor as sendForBy } from '../../support/sending';
import { visit } from '../../support/url-map';
import { logInByApi, logInByPage } from '../../support/visits';

let helper: Somebody;
let clerk: Somebody;
clinicForFile();
beforeAll(async () => {
  clerk = await a.clerk();
});
beforeEach(async () => {
  await freshLimits(1);
  helper = await a.helper();
});

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
  const { duty } = (await getPage(home, { path: '/dashboard/home', cookie })).data as { duty: unknown };
  const answers = [JSON.stringify({ data, defaults, duty })];
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
  const review = 'Drink more water, and go to a hospital today.';
  const goToday = { review, nextStep: 'goToday' };
  const { slip, reportId } = await anAnswerSentBy(helper, { mayRead: 'true' }, goToday);
  const { userId } = slip;
  const owner = await ownerOf(userId);
  const body = { contactNumber: '9898980000', password: 'two tall trees stand' };
  const changed = await callApi(apiRoute('profile/update-phone'), {
    method: 'PUT',
    token: owner.token,
    body,
  });
  expect(changed.status).toBe(200);
  const { _id: ownId } = await aReportOf(owner, { file: 'rash.png' });
  await sendReview({ reportId: ownId, token: (await an.expert()).token, review: 'All is well' });

  const during = await learntBy(helper, userId);
  for (const shown of [reportId, '5678', 'Drink more water', '"goToday":true', '"first":1'])
    expect(during).toContain(shown);
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
  const late = await anAnswerSentBy(other, { mayRead: 'true' }, goToday);
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
  for (const hidden of [reportId, ownId, '5678', '98989', 'Lakshmi', 'Drink', '1962', '"goToday":true'])
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

test('the page names each helper with what they see, and ends the help of one', async () => {
  const { slip } = await anAnswerSentBy(helper, { mayRead: 'true' });
  const owner = await ownerOf(slip.userId);
  const { cookies } = await logInByPage(slip.clinicNumber, 'two tall trees stand');
  const by = { ...owner, cookie: cookies };
  const pageOf = async () => {
    const { data } = (await visit('/dashboard/my-helpers', by)).data as { data: unknown[] };
    return data;
  };
  expect(await pageOf()).toMatchObject([
    { helperId: helper.id, sentReports: 1, readableReports: 1, phoneEnd: '5678' },
  ]);
  const end = (helperId: string) =>
    postPage(myHelpers, { path: '/dashboard/my-helpers', cookie: cookies, fields: { helperId } });
  expect((await end((await a.helper()).id)).toast?.type).toBe('error');
  expect(await pageOf()).toHaveLength(1);
  const ended = await end(helper.id);
  expect([ended.location, ended.toast?.type]).toEqual(['/dashboard/my-helpers', 'success']);
  expect(await pageOf()).toEqual([]);
  expect((await callApi(apiRoute('account/people'), { token: helper.token })).json.data).toEqual([]);
});

test('a helper or a key sends at most 20 reports a day for one patient, each of them', async () => {
  await freshLimits(1000);
  const { userId } = await slipFrom(helper);
  const key = await aKey(await an.admin(), ['reports.send']);
  await freshLimits(1);
  const send = (by: Pick<Somebody, 'token'>) => sendForBy(by, { userId, birthYear: '1962' }, 'rash.png');
  for (const by of [helper, key]) {
    const counted = `${by.id}/${userId}`;
    for (let sent = 1; sent < 20; sent += 1) await consume('helperUploadsOfPatient', counted);
    expect((await send(by)).status).toBe(200);
    const refused = await send(by);
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 60]).toEqual([429, true]);
  }
  // A refused report does not count, and another patient has a limit of their own.
  const { userId: another } = await slipFrom(helper, { firstName: 'Gita' });
  expect((await sendForBy(helper, { userId: another, birthYear: '1962' }, 'rash.png')).status).toBe(200);
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
