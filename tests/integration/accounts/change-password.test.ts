import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import * as homePage from '~/routes/dashboard/home';
import { freshPassword, passwordFields, postSettings, savePassword } from '../../support/accounts';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { callFactor, codeOf, switchOnByApi } from '../../support/factors';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { logInByApi, logInByPage, statusOfToken } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
const open = async (settings: Record<string, string> = {}) => {
  clinic = await openClinic(settings);
  patient = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const opensHome = async (cookie: string) =>
  (await getPage(homePage, { path: '/dashboard/home', cookie })).status === 200;
const wrong = 'This is not your current password';

describe('a new password', () => {
  beforeEach(() => open());

  test('ends every session and every token, and only the new one opens the account', async () => {
    const elsewhere = await logInByPage(patient.email);
    const { status, json } = await savePassword(patient);
    const token = String(json.token);
    expect([status, json]).toEqual([200, { success: true, message: 'Password Changed successfully', token }]);
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
    expect(await statusOfToken(token, patient.id), 'the new token').toBe(200);
    expect([await opensHome(patient.cookie), await opensHome(elsewhere.cookies)]).toEqual([false, false]);
    expect((await logInByApi(patient.email)).status).toBe(401);
    expect((await logInByApi(patient.email, freshPassword)).status).toBe(200);
  });

  test('gives an API client a token as good as one of a log-in, and reports nothing but the change', async () => {
    const { json } = await savePassword(patient);
    const open = await db().select().from(sessions).where(eq(sessions.userId, patient.id));
    expect(open).toMatchObject([{ kind: 'api', tokenHash: hashToken(String(json.token)) }]);
    expect(open[0]?.expiresAt.getTime()).toBe(Date.now() + 30 * 24 * 3_600_000);
    const lines = await db()
      .select({ action: audit.action })
      .from(audit)
      .where(eq(audit.actorId, patient.id));
    expect(lines).toEqual([{ action: 'password.changed' }]);
    expect(await clinic.emails(patient.email)).toHaveLength(1);
  });

  test('returns the token to nobody when repeated with the same Idempotency-Key, and stores it nowhere', async () => {
    const headers = { 'Idempotency-Key': 'monday' };
    const change = ({ token }: Pick<Somebody, 'token'>) =>
      callApi(apiRoute('auth/change-password'), { method: 'POST', token, headers, body: passwordFields() });
    const { json } = await change(patient);
    const token = String(json.token);
    const again = await change(patient);
    expect([again.status, again.json.token]).toEqual([401, undefined]);
    expect((await change({ token })).status, 'the old password is no longer right').toBe(422);
    const secondPatient = await a.patient();
    const secondToken = String((await change(secondPatient)).json.token);
    expect(await statusOfToken(secondToken, secondPatient.id)).toBe(200);
    expect(secondToken).not.toBe(token);
    const onDisk = await rawDatabase();
    expect([onDisk.includes(token), onDisk.includes(secondToken)]).toEqual([false, false]);
  });

  test('gives a token that needs no second code if a second factor is required', async () => {
    const { codes } = await switchOnByApi(patient);
    const { json } = await savePassword(patient);
    const fresh = { token: String(json.token) };
    expect((await callFactor(fresh, 'get-second-factor')).json.data).toMatchObject({ recoveryCodesLeft: 10 });
    const renewal = { password: freshPassword, otp: String(codes[0]) };
    expect((await callFactor(fresh, 'renew-recovery-codes', renewal)).status).toBe(200);
  });

  test('opens no session if a second factor is switched on at the same moment', async () => {
    const owner = { token: String((await logInByApi(patient.email)).json.token) };
    const beginning = await callFactor(owner, 'begin-second-factor', { password });
    const { secret } = (beginning.json.data as { setUp: { secret: string } }).setUp;
    const [changing, confirming] = await Promise.all([
      savePassword(patient),
      callFactor(owner, 'confirm-second-factor', { otp: codeOf(secret) }),
    ]);
    expect([changing.status, confirming.status]).toEqual([422, 200]);
    expect(await db().select().from(sessions).where(eq(sessions.userId, patient.id))).toHaveLength(1);
    expect(await statusOfToken(owner.token, patient.id)).toBe(200);
  });

  test('keeps this browser signed in with another session when changed on the page', async () => {
    const answer = await postSettings(patient, 'password', passwordFields());
    expect([answer.status, answer.location]).toEqual([302, '/dashboard/settings']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Password Changed successfully' });
    expect(await opensHome(answer.cookies)).toBe(true);
    expect(await opensHome(patient.cookie)).toBe(false);
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
  });

  test('is announced in an e-mail that holds no password', async () => {
    await savePassword(patient);
    const emails = await clinic.emails(patient.email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Your SecondLook password was changed']);
    expect(emails[0]?.text).not.toContain(freshPassword);
    expect(emails[0]?.text).not.toContain(password);
  });

  test('is set once, however often the form arrives at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => {
        const chosen = `quiet river number ${at}`;
        return savePassword(patient, passwordFields({ newPassword: chosen, confirmNewPassword: chosen }));
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('leaves no session from a log-in with the old password at the same moment', async () => {
    const [changing, ...logIns] = await Promise.all([
      savePassword(patient),
      ...Array.from({ length: 5 }, () => logInByApi(patient.email)),
    ]);
    expect(changing.status).toBe(200);
    for (const { json } of logIns) {
      const token = String(json.token ?? 'none');
      expect(await statusOfToken(token, patient.id)).toBe(401);
    }
  });
});

describe('a mistake is shown beside its field, and the old password stays', () => {
  beforeEach(() => open());
  afterEach(async () => {
    expect((await logInByApi(patient.email)).status).toBe(200);
  });

  const pair = (chosen: string) => ({ newPassword: chosen, confirmNewPassword: chosen });
  test.each([
    [{ oldPassword: '' }, 'oldPassword', 'Please enter Current Password'],
    [{ newPassword: '' }, 'newPassword', 'Please enter New Password'],
    [{ confirmNewPassword: '' }, 'confirmNewPassword', 'Please enter Confirm Password'],
    [{ confirmNewPassword: 'something else' }, 'confirmNewPassword', 'Password do not matched'],
    [pair('short'), 'newPassword', 'The password needs at least 8 characters'],
    [pair('a'.repeat(129)), 'newPassword', 'The password can have at most 128 characters'],
    [
      pair('password'),
      'newPassword',
      'This is a very common password and easy to guess. Please choose another.',
    ],
    [{ oldPassword: 'a loud river' }, 'oldPassword', wrong],
  ])('%j', async (changedFields, field, sentence) => {
    const api = await savePassword(patient, passwordFields(changedFields as Record<string, string>));
    expect([api.status, api.json.errors]).toEqual([422, { [field]: sentence }]);
    const page = await postSettings(
      patient,
      'password',
      passwordFields(changedFields as Record<string, string>),
    );
    expect([page.status, page.fieldErrors]).toEqual([400, { [field]: sentence }]);
    expect(page.typed).toEqual({});
  });
});

test('guesses at the current password wait as at the log-in, for each account separately', async () => {
  await open({ LIMIT_SCALE: '1' });
  const guess = (oldPassword: string) => savePassword(patient, passwordFields({ oldPassword }));
  for (let at = 0; at < 5; at += 1) expect((await logInByApi(patient.email, 'no')).status).toBe(401);
  for (let at = 0; at < 5; at += 1) expect((await guess('a loud river')).status).toBe(422);
  const sixth = await guess(password);
  expect([sixth.status, sixth.json.message]).toEqual([
    429,
    'Too many failed attempts. Please try again in 60 seconds.',
  ]);
  expect(sixth.headers.get('Retry-After')).toBe('60');
  const page = await postSettings(patient, 'password', passwordFields());
  expect([page.status, page.message]).toEqual([
    429,
    'Too many failed attempts. Please try again in 60 seconds.',
  ]);
  vi.setSystemTime(Date.now() + 61_000);
  expect((await guess(password)).status).toBe(200);
});

test('changes count as log-ins, since each opens a session', async () => {
  await open({ LIMIT_SCALE: '0.1' });
  let { token } = patient;
  const change = async (oldPassword: string, chosen: string) => {
    const answer = await savePassword(
      { token },
      passwordFields({ oldPassword, newPassword: chosen, confirmNewPassword: chosen }),
    );
    token = String(answer.json.token ?? token);
    return answer;
  };
  expect((await logInByApi(patient.email)).status).toBe(200);
  for (let at = 0; at < 5; at += 1) {
    const before = at === 0 ? password : `quiet river number ${at - 1}`;
    expect((await change(before, `quiet river number ${at}`)).status).toBe(200);
  }
  const refused = await change('quiet river number 4', 'quiet river number 5');
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 3500]).toEqual([429, true]);
  expect((await logInByApi(patient.email, 'quiet river number 4')).status).toBe(429);
  expect(await statusOfToken(token, patient.id), 'the session continues').toBe(200);
});
