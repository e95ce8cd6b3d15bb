import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as issuePage from '~/routes/dashboard/front-desk/issue-report-slip';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  anUntoldAnswer,
  aSenderWithoutEmail,
  identityOf,
  issueSlipBy,
  openFor,
  slipFrom,
} from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { logInByApi } from '../../support/visits';

let clerk: Somebody;
let opener: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  opener = await a.clerk();
});
beforeEach(async () => {
  await freshLimits(1);
  clerk = await a.clerk();
});
afterEach(() => vi.useRealTimers());

const find = (by: Somebody, body: Record<string, unknown>, method: 'GET' | 'POST' = 'POST') =>
  method === 'POST'
    ? callApi(apiRoute('account/find'), { method, token: by.token, body })
    : callApi(apiRoute('account/find'), {
        token: by.token,
        path: `/?${new URLSearchParams(body as Record<string, string>)}`,
      });
const userIdsOf = ({ json }: Awaited<ReturnType<typeof find>>) =>
  ((json.data ?? []) as { userId: string }[]).map(({ userId }) => userId);

const countOf = (action: string, actorId: string) =>
  db().$count(audit, and(eq(audit.action, action as 'search.missed'), eq(audit.actorId, actorId)));

test('a clerk who looks up every answer gets no slip, no case number and no year of birth', async () => {
  const { owner, reportId } = await anUntoldAnswer(opener, {
    firstName: 'Gauri',
    birthYear: 1958,
    contactNumber: '9811117777',
  });
  const { json } = await callApi(apiRoute('account/to-tell'), { token: clerk.token });
  const row = (json.data as { reportId: string; phoneNumber: string }[]).find(
    (one) => one.reportId === reportId,
  );
  expect(row).toMatchObject({ phoneNumber: '+919811117777' });

  // The search answers alike for every year.
  for (const method of ['GET', 'POST'] as const)
    for (const birthYear of ['1957', '1958', '1959', ''])
      expect(userIdsOf(await find(clerk, { phoneEnd: '7777', birthYear }, method))).toEqual([owner.id]);

  const page = { path: `/dashboard/front-desk/reports/${owner.id}`, params: { userId: owner.id } };
  const { data } = await getPage(issuePage, { ...page, cookie: clerk.cookie });
  expect(data).toMatchObject({ data: null, rule: { reason: 'seen' } });
  expect(JSON.stringify(data)).not.toContain(reportId);

  const told = { fullName: 'Gauri Devi', contactNumber: '9811117777', caseNumber: reportId.slice(0, 8) };
  const yearBy = (birthYear: number, more = {}) =>
    issueSlipBy(clerk, identityOf(owner.id, { ...told, birthYear, ...more }));
  const answers = [await yearBy(1957), await yearBy(1958)];
  expect(answers.map(({ status, json: { code } }) => [status, code])).toEqual([
    [422, 'second_proof_needed'],
    [422, 'second_proof_needed'],
  ]);
  expect(answers[0]?.text).toBe(answers[1]?.text);

  // A guessed second proof: wrong first and wrong second answers are alike, and few.
  const guesses = [
    await yearBy(1957, { password: 'Password123!' }),
    await yearBy(1958, { password: 'Password123!' }),
    await yearBy(1958, { reportType: 'Urine Test', reportMonth: '2026-01' }),
  ];
  expect(new Set(guesses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect((await yearBy(1958, { clinicNumber: 'K7QM-3XPD-5' })).status).toBe(429);

  const { json: own } = await callApi(apiRoute('profile/clinic-number'), { token: owner.token });
  const { events } = own.data as { events: { action: string; by: string }[] };
  const byClerk = events.filter(({ by }) => by === `${clerk.firstName} ${clerk.lastName}`);
  expect(byClerk.map(({ action }) => action)).toEqual([
    ...['identity.refused', 'identity.refused', 'identity.refused'],
    ...Array(8).fill('account.found'),
  ]);
});

test('what a list has shown proves nothing for 30 days, to that clerk alone', async () => {
  const { owner, slip } = await anUntoldAnswer(opener, { contactNumber: '9811116666' });
  const told = { contactNumber: '9811116666' };
  await callApi(apiRoute('account/to-tell'), { token: clerk.token });
  const issue = (by: Somebody, more = {}) =>
    issueSlipBy(by, identityOf(owner.id, { ...told, confirmed: 'yes', ...more }));
  expect((await issue(clerk)).json.code).toBe('second_proof_needed');
  expect((await issue(await a.clerk())).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * 86_400_000 });
  expect((await issue(clerk)).json.code).toBe('second_proof_needed');
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  const { json } = await logInByApi(clerk.email, password);
  const later = { ...clerk, token: String(json.token) };
  expect((await issue(later)).status).toBe(200);
  expect(slip.userId).toBe(owner.id);
});

test.each([
  ['the password', 'Zara', ({ password }: Proofs) => ({ password }), 200],
  ['the number on the old slip', 'Yamini', ({ clinicNumber }: Proofs) => ({ clinicNumber }), 200],
  [
    'kind and month of a report',
    'Xena',
    ({ month }: Proofs) => ({ reportType: 'Blood Test', reportMonth: month }),
    200,
  ],
  ['the word of an admin from a clerk', 'Wafa', () => ({ vouchFor: 'card' }), 422],
  [
    'a right and a wrong one',
    'Vani',
    ({ password }: Proofs) => ({ password, clinicNumber: 'K7QM-3XPD-5' }),
    422,
  ],
])('a single name wants a second proof: %s', async (_, firstName, proofOf, status) => {
  const { owner, slip } = await aSenderWithoutEmail(opener, { firstName, lastName: '' });
  const told = { fullName: firstName };
  expect((await issueSlipBy(clerk, identityOf(owner.id, told))).json.code).toBe('second_proof_needed');
  const month = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Kolkata' }).slice(0, 7);
  const proof = proofOf({ password: 'two tall trees stand', clinicNumber: slip.clinicNumber, month });
  expect((await issueSlipBy(clerk, identityOf(owner.id, { ...told, ...proof }))).status).toBe(status);
});

type Proofs = { password: string; clinicNumber: string; month: string };

test('whoever has made or printed a slip proves nothing with what stands on it', async () => {
  const { userId, clinicNumber, password: once } = await slipFrom(clerk, { firstName: 'Usha', lastName: '' });
  for (const proof of [{ clinicNumber }, { password: once }])
    expect((await issueSlipBy(clerk, identityOf(userId, { fullName: 'Usha', ...proof }))).json.code).toBe(
      'second_proof_needed',
    );
  const other = await a.clerk();
  expect((await issueSlipBy(other, identityOf(userId, { fullName: 'Usha', password: once }))).status).toBe(
    200,
  );
});

test('thirty searches an hour are counted on pages and calls together, and ten misses reach the admins once', async () => {
  const admin = await an.admin();
  const before = await db().$count(outbox, eq(outbox.letter, 'manyMisses'));
  for (let searches = 0; searches < 30; searches += 1)
    expect((await find(clerk, { clinicNumber: '0000' }, searches % 2 ? 'GET' : 'POST')).status).toBe(200);
  expect((await find(clerk, { clinicNumber: '0000' })).status).toBe(429);
  expect((await find(await a.clerk(), { clinicNumber: '0000' })).status).toBe(200);
  expect(await countOf('search.missed', clerk.id)).toBe(30);
  const emails = (await clinic.emails()).filter(({ subject }) => /searches for patients/i.test(subject));
  expect(emails.filter(({ to }) => to.address === admin.email)).toHaveLength(1);
  expect(await db().$count(outbox, eq(outbox.letter, 'manyMisses'))).toBe(before + 1);
});

test('an account that looks like an existing one is not opened, counts as three searches and proves nothing', async () => {
  const known = await slipFrom(opener, { firstName: 'Tara', birthYear: 1949, contactNumber: '9811115555' });
  const open = (by: Somebody, more = {}) =>
    openFor(by, { firstName: 'TARA', birthYear: 1949, contactNumber: undefined, same: undefined, ...more });
  const refused = await open(clerk);
  expect([refused.status, refused.json.code]).toEqual([409, 'same_person']);
  expect(refused.text).toContain(known.clinicNumber.slice(0, 4));
  const byPhone = await open(clerk, { firstName: 'Somebody', contactNumber: '9811115555' });
  expect([byPhone.status, byPhone.json.code]).toEqual([409, 'same_person']);
  const ofHelper = await open(await a.helper());
  expect([ofHelper.status, ofHelper.text.includes(known.clinicNumber.slice(0, 4))]).toEqual([409, false]);
  expect(ofHelper.json.message).toBe('Please send this person to the front desk.');

  const told = { fullName: 'Tara Devi', birthYear: 1949, contactNumber: '9811115555' };
  expect((await issueSlipBy(clerk, identityOf(known.userId, told))).json.code).toBe('second_proof_needed');
  expect((await open(clerk, { birthYear: 1950 })).status).toBe(200);
  expect((await open(clerk, { same: 'yes' })).status).toBe(200);
  for (let searches = 0; searches < 24; searches += 1)
    expect((await find(clerk, { clinicNumber: '0000' })).status).toBe(200);
  expect((await find(clerk, { clinicNumber: '0000' })).status).toBe(429);
});
