import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as page from '~/routes/dashboard/front-desk/admins';
import { screens } from '~/urls/screens';
import { deleteAccountOf, rowOf } from '../../support/accounts';
import { a, an, type Clinic, openClinic, origin, password, type Somebody } from '../../support/clinic';
import { firstLogIn } from '../../support/desk';
import { codeOf, switchOn } from '../../support/factors';
import { queuedEmails } from '../../support/queued-emails';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { visit } from '../../support/url-map';
import { logInByApi, logInByPage, statusOfToken } from '../../support/visits';

let clinic: Clinic;
let admin: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  admin = await an.admin();
});
afterEach(async () => {
  vi.useRealTimers();
  await clinic.close();
});

const send = (by: Somebody, part: string, fields: Record<string, string>) =>
  postPage(page, {
    path: `/dashboard/admins/${part}`,
    params: { part },
    cookie: by.cookie,
    origin,
    fields,
  });
const add = (by: Somebody, fields: Record<string, string> = {}) =>
  send(by, 'add', { firstName: 'Ravi', lastName: 'Kumar', password, ...fields });

/** Adds an admin, and returns what stands on the slip, with the ID of the account. */
async function aSlipOfAdmin(by: Somebody) {
  const { data } = await add(by);
  const { paper } = (data as { shown: { paper: { clinicNumber: string; password: string } } }).shown;
  const [row] = await db()
    .select()
    .from(users)
    .where(eq(users.loginName, paper.clinicNumber.replaceAll('-', '')));
  if (!row) throw new Error('There is no account for the slip.');
  return { clinicNumber: paper.clinicNumber, password: paper.password, userId: row.id };
}

const listedFor = async (admin: Somebody) => {
  const { data } = await visit(screens.admins.path, admin);
  return (data as { admins: { userId: string; endsAt: string | null; isOver: boolean }[] }).admins;
};

const systemCall = apiRoute('system/get-system');
const chooseCall = apiRoute('auth/choose-password');

test('an admin makes another one, who logs in with the printed slip and a password of their own', async () => {
  const slip = await aSlipOfAdmin(admin);
  const early = await logInByApi(slip.clinicNumber, slip.password);
  const closed = await callApi(systemCall, { token: String(early.json.token) });
  expect([closed.status, closed.json.code]).toEqual([403, 'new_password_required']);
  const { token } = await firstLogIn(slip);
  expect((await callApi(systemCall, { token })).status).toBe(200);
  expect((await logInByApi(slip.clinicNumber, slip.password)).status).toBe(401);
  const entries = await db().select({ by: audit.actorId }).from(audit).where(eq(audit.action, 'admin.added'));
  expect(entries).toContainEqual({ by: admin.id });
});

test('adding an admin asks for the password, and for the code of a second factor', async () => {
  const before = await db().$count(users);
  expect(Object.keys((await add(admin, { password: 'not the password' })).fieldErrors)).toEqual(['password']);
  const { secret } = await switchOn(admin);
  expect(Object.keys((await add(admin)).fieldErrors)).toEqual(['otp']);
  expect(Object.keys((await add(admin, { otp: '000000' })).fieldErrors)).toEqual(['otp']);
  expect(await db().$count(users)).toBe(before);
  await add(admin, { otp: codeOf(secret, 30_000) });
  expect(await db().$count(users)).toBe(before + 1);
});

test('every admin with an e-mail address is told who made whom an admin', async () => {
  const other = await an.admin();
  await add(admin, { firstName: 'Sunita' });
  const told = (await queuedEmails()).filter(
    ({ letter, params }) => letter === 'adminAdded' && params.newName === 'Sunita Kumar',
  );
  expect(told.map(({ to }) => to).sort()).toEqual([admin.email, other.email].sort());
});

test('the slip of an admin ends after seven days', async () => {
  const slip = await aSlipOfAdmin(admin);
  const early = await logInByApi(slip.clinicNumber, slip.password);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 + 1000 });
  expect((await logInByApi(slip.clinicNumber, slip.password)).status).toBe(401);
  const fields = { newPassword: 'two tall trees stand', confirmNewPassword: 'two tall trees stand' };
  const late = await callApi(chooseCall, { method: 'POST', token: String(early.json.token), body: fields });
  expect(late.status).toBe(409);
  const { cookies } = await logInByPage(admin.email);
  const admins = await listedFor({ ...admin, cookie: cookies });
  expect(admins).toContainEqual(expect.objectContaining({ userId: slip.userId, isOver: true }));
});

test('any admin takes back one who has no password yet, and nobody one who has', async () => {
  const other = await an.admin();
  const slip = await aSlipOfAdmin(admin);
  const early = await logInByApi(slip.clinicNumber, slip.password);
  const used = await aSlipOfAdmin(admin);
  const { token } = await firstLogIn(used);
  await send(other, 'take-back', { userId: slip.userId });
  expect(await rowOf(slip.userId)).toBeUndefined();
  expect(await statusOfToken(String(early.json.token), slip.userId)).toBe(401);
  expect((await logInByApi(slip.clinicNumber, slip.password)).status).toBe(401);
  for (const userId of [used.userId, admin.id, (await a.patient()).id]) {
    const { toast } = await send(other, 'take-back', { userId });
    expect(toast).toMatchObject({ type: 'error' });
    expect(await rowOf(userId)).toBeDefined();
  }
  expect((await callApi(systemCall, { token })).status).toBe(200);
});

test('an admin without a password of their own keeps nobody from being the last one', async () => {
  const slip = await aSlipOfAdmin(admin);
  expect((await deleteAccountOf(admin)).status).toBe(409);
  await firstLogIn(slip);
  expect((await deleteAccountOf(admin)).status).toBe(200);
});

test('the front desk finds no admin, and helps none with a slip', async () => {
  const clerk = await a.clerk();
  const slip = await aSlipOfAdmin(admin);
  const found = await callApi(apiRoute('account/find'), {
    method: 'POST',
    token: clerk.token,
    body: { clinicNumber: slip.clinicNumber },
  });
  expect(found.json.data).toEqual([]);
  const unused = await callApi(apiRoute('account/unused-slips'), { token: clerk.token });
  expect(JSON.stringify(unused.json.data)).not.toContain(slip.userId);
});
