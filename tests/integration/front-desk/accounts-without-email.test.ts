import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { rowOf } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, identityOf, issueSlipBy, openFor, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { rawDatabase } from '../../support/raw';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { logInByApi, statusOfToken } from '../../support/visits';

const findCall = apiRoute('account/find');
const peopleCall = apiRoute('profile/people');
const numberCall = apiRoute('profile/clinic-number');
const phoneCall = apiRoute('account/change-phone');
const addEmailCall = apiRoute('profile/add-email');
const sendOtpCall = apiRoute('auth/send-otp');
const helpersCall = apiRoute('account/helpers');

let admin: Somebody;
let clerk: Somebody;
let helper: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
  clerk = await a.clerk();
  helper = await a.helper();
});

const actionsAbout = async (objectId: string) =>
  (
    await db()
      .select({ action: audit.action })
      .from(audit)
      .where(eq(audit.objectId, objectId))
      .orderBy(audit.id)
  ).map(({ action }) => action);

test('opens an account that logs in with its number and a password of its own', async () => {
  const slip = await slipFrom(clerk);
  expect(slip.clinicNumber).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/);
  expect(slip.password).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){3}$/);
  expect(slip.email).toBe('');
  const raw = await rawDatabase();
  for (const secret of [slip.password, slip.password.replaceAll('-', '')]) expect(raw).not.toContain(secret);

  const typed = slip.clinicNumber.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'O');
  const logIn = await logInByApi(typed, slip.password.toUpperCase().replaceAll('-', ' '));
  expect(logIn.status).toBe(200);
  const early = await callApi(peopleCall, { token: String(logIn.json.token) });
  expect([early.status, early.json.code]).toEqual([403, 'new_password_required']);

  const { chosen, token } = await firstLogIn(slip);
  expect(chosen.status).toBe(200);
  const { json } = await callApi(peopleCall, { token });
  expect(json.data).toMatchObject([{ name: 'Lakshmi Devi', birthYear: 1962, relation: 'self' }]);
  expect((await logInByApi(slip.clinicNumber, slip.password)).status).toBe(401);
  expect((await logInByApi(slip.clinicNumber, 'two tall trees stand')).status).toBe(200);
  expect(await actionsAbout(slip.userId)).toEqual(
    expect.arrayContaining(['account.openedFor', 'session.opened', 'password.changed']),
  );
});

test('enqueues no e-mail for an account without e-mail', async () => {
  const before = await db().$count(outbox);
  const { token } = await firstLogIn(await slipFrom(clerk));
  expect(token).not.toBe('');
  expect(await db().$count(outbox)).toBe(before);
});

test('logs in by no address that only fills the column', async () => {
  const slip = await slipFrom(clerk);
  const row = await rowOf(slip.userId);
  const answer = await logInByApi(row?.email ?? '', slip.password);
  const unknown = await logInByApi('nobody@clinic.test', slip.password);
  expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
});

test('answers a repeated call without the password, and opens one account', async () => {
  const headers = { 'Idempotency-Key': 'desk-1' };
  const first = await openFor(clerk, { firstName: 'Uma' }, headers);
  const again = await openFor(clerk, { firstName: 'Uma' }, headers);
  // The link to the picture is signed anew for each answer.
  const shown = (answer: typeof first) =>
    JSON.parse(JSON.stringify(answer.json.data, (name, value) => (name === 'image' ? undefined : value)));
  expect(shown(again)).toEqual({ ...shown(first), password: null });
  expect(await db().$count(users, eq(users.firstName, 'Uma'))).toBe(1);
});

test('lets nobody but admins, the front desk and helpers open accounts, and no helper issue slips', async () => {
  for (const staff of [admin, clerk, helper]) expect((await openFor(staff)).status).toBe(200);
  for (const other of [await a.patient(), await an.expert()]) expect((await openFor(other)).status).toBe(403);
  const { userId } = await slipFrom(clerk);
  expect((await issueSlipBy(helper, identityOf(userId))).status).toBe(403);
  expect((await callApi(findCall, { token: helper.token })).status).toBe(403);
});

test('finds an account in three ways, tells little, and records each look', async () => {
  const slip = await slipFrom(clerk, { contactNumber: '9812349999', birthYear: 1971 });
  const { token } = await firstLogIn(slip);
  const owner = { id: slip.userId, token, firstName: 'Lakshmi', lastName: 'Devi', email: '', cookie: '' };
  const { _id: id } = await aReportOf(owner);
  const queries = [
    `clinicNumber=${slip.clinicNumber.toLowerCase()}`,
    `caseNumber=${id.slice(0, 8)}`,
    'phoneEnd=9999&birthYear=1971',
    // A year of birth is no part of the search.
    'phoneEnd=9999&birthYear=1950',
  ];
  for (const query of queries) {
    const { json, text } = await callApi(findCall, { path: `/?${query}`, token: clerk.token });
    expect(json.data, query).toMatchObject([{ userId: slip.userId, firstName: 'Lakshmi' }]);
    for (const hidden of ['Devi', '1971', '981234', slip.clinicNumber.slice(5)])
      expect(text).not.toContain(hidden);
  }
  const body = { phoneEnd: '9998' };
  const none = await callApi(findCall, { method: 'POST', token: clerk.token, body });
  expect(none.json.data).toEqual([]);
  expect((await actionsAbout(slip.userId)).filter((action) => action === 'account.found')).toHaveLength(4);
  const { json } = await callApi(numberCall, { token });
  const { events } = json.data as { events: { action: string; by: string }[] };
  expect(events.map(({ action }) => action)).toEqual([
    ...['account.found', 'account.found', 'account.found', 'account.found', 'password.changed'],
    ...['session.opened', 'account.openedFor'],
  ]);
  expect(events[0]?.by).toBe(`${clerk.firstName} ${clerk.lastName}`);
});

test('a new slip ends the old password and every session', async () => {
  const slip = await slipFrom(clerk);
  const { token } = await firstLogIn(slip);
  const answer = await issueSlipBy(clerk, identityOf(slip.userId, { reason: 'phoneLost' }));
  const next = answer.json.data as { clinicNumber: string; password: string };
  expect(next.clinicNumber).toBe(slip.clinicNumber);
  expect(await statusOfToken(token, slip.userId)).toBe(401);
  expect((await logInByApi(slip.clinicNumber, 'two tall trees stand')).status).toBe(401);
  expect((await firstLogIn(next)).chosen.status).toBe(200);
  expect(await actionsAbout(slip.userId)).toContain('slip.phoneLost');
});

test('of two staff at once one issues a slip, and the other reads who did and when', async () => {
  const { userId } = await slipFrom(clerk);
  const answers = await Promise.all([
    issueSlipBy(clerk, identityOf(userId)),
    issueSlipBy(admin, identityOf(userId)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await issueSlipBy(clerk, identityOf(userId));
  expect([late.status, late.json.code]).toEqual([409, 'slip_issued']);
  expect(late.text).toMatch(/\d\d:\d\d/);
  expect((await issueSlipBy(clerk, identityOf(userId, { confirmed: 'yes' }))).status).toBe(200);
});

test('issues no slip for oneself, for staff, or where there is an e-mail address', async () => {
  const other = await a.clerk();
  expect((await issueSlipBy(clerk, identityOf(clerk.id))).status).toBe(403);
  for (const staff of [other, helper, admin])
    expect((await issueSlipBy(clerk, identityOf(staff.id))).status).toBe(403);
  expect((await issueSlipBy(clerk, identityOf((await a.patient()).id))).status).toBe(409);
});

test('three wrong answers close an account to that asker alone, and to all once three have used theirs', async () => {
  await freshLimits(1);
  const { userId } = await slipFrom(clerk);
  const wrong = [
    { fullName: 'Lakshmi Dev' },
    { birthYear: 1963 },
    { contactNumber: '9812345679' },
    { contactNumber: '5678' },
    { contactNumber: undefined, caseNumber: '47ER-K1H6' },
  ];
  const answers = [];
  const clerks = [clerk, await a.clerk(), await a.clerk()];
  for (const [at, one] of wrong.entries())
    answers.push(await issueSlipBy(clerks[at % 2] as Somebody, identityOf(userId, one)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect([answers[0]?.status, answers[0]?.json.errors ?? {}]).toEqual([422, {}]);
  expect((await issueSlipBy(clerk, identityOf(userId))).status).toBe(429);
  expect((await issueSlipBy(clerks[2] as Somebody, identityOf(userId))).status).toBe(200);

  const { userId: closed } = await slipFrom(clerk);
  await freshLimits(1);
  for (const one of clerks)
    for (let tries = 0; tries < 3; tries += 1)
      expect((await issueSlipBy(one, identityOf(closed, { birthYear: 1963 }))).status).toBe(422);
  expect((await issueSlipBy(await a.clerk(), identityOf(closed))).status).toBe(429);
  const unvouched = { vouchFor: undefined, clinicNumber: 'K7QM-3XPD-5' };
  expect((await issueSlipBy(admin, identityOf(closed, unvouched))).status).toBe(429);
  expect((await issueSlipBy(admin, identityOf(closed))).status).toBe(200);
  expect(await actionsAbout(closed)).toContain('vouched.card');
  await freshLimits(1000);
});

test('a staff member without attempts left uses up none of an account', async () => {
  await freshLimits(1);
  const accounts = [await slipFrom(clerk), await slipFrom(clerk), await slipFrom(clerk)];
  const asIfOf = (at: number) =>
    issueSlipBy(clerk, identityOf(accounts[at]?.userId ?? '', { birthYear: 1963 }));
  for (const at of [0, 0, 0, 1, 1]) expect((await asIfOf(at)).status).toBe(422);
  for (let tries = 0; tries < 5; tries += 1) expect((await asIfOf(2)).status).toBe(429);
  expect((await issueSlipBy(await a.clerk(), identityOf(accounts[2]?.userId ?? ''))).status).toBe(200);
  await freshLimits(1000);
});

test('adds an e-mail address with the code that was sent there', async () => {
  const { userId, clinicNumber, ...slip } = await slipFrom(clerk);
  const { token } = await firstLogIn({ clinicNumber, ...slip });
  const email = 'lakshmi@clinic.test';
  const add = (otp: string, to = email) =>
    callApi(addEmailCall, {
      method: 'POST',
      token,
      body: { email: to, otp, password: 'two tall trees stand' },
    });
  await callApi(sendOtpCall, { method: 'POST', body: { email } });
  expect((await add('000000')).status).toBe(422);
  expect((await add(await clinic.code(email))).status).toBe(200);
  expect((await add('000000')).status).toBe(409);
  for (const name of [email, clinicNumber])
    expect((await logInByApi(name, 'two tall trees stand')).status, name).toBe(200);
  expect((await issueSlipBy(clerk, identityOf(userId))).status).toBe(409);
});

test('gives and takes the duties of patients alone, from the next request on', async () => {
  const { id, email, token } = await a.patient();
  const grant = (name: string) =>
    callApi(helpersCall, { method: 'POST', token: admin.token, body: { name } });
  expect((await grant(email)).status).toBe(200);
  expect((await grant(email)).status).toBe(409);
  expect((await grant((await an.expert()).email)).status).toBe(404);
  expect((await openFor({ token })).status).toBe(200);
  const holders = await callApi(apiRoute('account/duties'), { token: admin.token });
  expect(holders.json.data).toContainEqual(expect.objectContaining({ userId: id, frontDeskSince: null }));
  const withdraw = () =>
    callApi(helpersCall, { method: 'DELETE', token: admin.token, params: { userId: id } });
  expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).status).toBe(404);
  expect((await openFor({ token })).status).toBe(403);
});

test('drops an e-mail that an older server enqueued for an account without e-mail', async () => {
  const { userId } = await slipFrom(clerk);
  const row = await rowOf(userId);
  const emailId = newId();
  const statement = enqueueEmail({
    id: emailId,
    template: 'passwordChanged',
    to: { name: '', address: 'somebody@clinic.test' },
    params: {},
    language: 'en',
  });
  await atomically([statement]);
  const recipient = JSON.stringify({ name: '', address: row?.email });
  await execute(db().update(outbox).set({ recipient }).where(eq(outbox.id, emailId)));
  const emails = await clinic.emails();
  expect(emails.filter(({ to }) => to.address.endsWith('.invalid'))).toEqual([]);
  const [email] = await db().select().from(outbox).where(eq(outbox.id, emailId));
  expect(email?.state).toBe('too late');
});

test('changes the phone number, also on reports that wait', async () => {
  const slip = await slipFrom(clerk);
  const { token } = await firstLogIn(slip);
  const owner = { id: slip.userId, token, firstName: 'Lakshmi', lastName: 'Devi', email: '', cookie: '' };
  await aReportOf(owner);
  const body = { ...identityOf(slip.userId), newNumber: '9898989898', reason: 'New phone' };
  expect((await callApi(phoneCall, { method: 'POST', token: clerk.token, body })).status).toBe(200);
  expect((await rowOf(slip.userId))?.contactNumber).toBe('+919898989898');
  const { json } = await callApi(findCall, { path: '/?phoneEnd=9898&birthYear=1962', token: clerk.token });
  expect(json.data).toHaveLength(1);
});
