import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as homePage from '~/routes/dashboard/home';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as updatePage from '~/routes/guest/update-password';
import * as confirmationPage from '~/routes/guest/verify-email';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { askForCode, newAddress } from '../../support/signups';
import { logInByApi, statusOfToken } from '../../support/visits';

const resetByApi = apiRoute('auth/reset-password');
const askByApi = apiRoute('auth/reset-password-token');

const fresh = 'another quiet river';

let clinic: Clinic;
let patient: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  patient = await a.patient();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const ask = (email: string, headers?: Record<string, string>) =>
  callApi(askByApi, { method: 'POST', body: { email }, headers });

const reset = (token: string, password = fresh, confirmPassword = password) =>
  callApi(resetByApi, { method: 'POST', body: { token, password, confirmPassword } });

/** Reads the link from the newest e-mail to an address. */
async function readLink(email: string) {
  const emails = await clinic.emails(email);
  return /(\S+)\/update-password\/(\S+)/.exec(emails.at(-1)?.text ?? '');
}

async function tokenFor(email: string) {
  await ask(email);
  return (await readLink(email))?.[2] ?? 'no token';
}

describe('requesting a new password', () => {
  test('gives the same answer for a known and an unknown address, and e-mails only the known one', async () => {
    const answer = await ask(patient.email);
    const unknown = await ask('nobody@clinic.test');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ success: true, message: 'Reset Email sent' });
    expect(unknown.status).toBe(200);
    expect(unknown.json).toEqual({ success: true, message: 'Reset Email sent' });
    expect(await clinic.emails(patient.email)).toHaveLength(1);
    expect(await clinic.emails('nobody@clinic.test')).toHaveLength(0);
  });

  test('builds the link from the public address, whatever the Host header is', async () => {
    await ask(patient.email, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect((await readLink(patient.email))?.[1]).toBe('http://clinic.test');
  });

  test('shows where the e-mail went and offers to send it again', async () => {
    const answer = await postPage(forgotPage, { path: '/forgot-password', fields: { email: patient.email } });
    expect(answer.status).toBe(302);
    expect(answer.location).toBe('/forgot-password');
    expect(answer.toast?.message).toBe('Reset Email sent');
    const empty = await postPage(forgotPage, { path: '/forgot-password', fields: { email: '' } });
    expect(empty.status).toBe(400);
    expect(empty.fieldErrors).toHaveProperty('email');
  });

  test('refuses the sixth e-mail within an hour in the words of the requirements', async () => {
    await clinic.close();
    clinic = await openClinic({ LIMIT_SCALE: '1' });
    patient = await a.patient();
    for (let sent = 0; sent < 5; sent += 1) expect((await ask(patient.email)).status).toBe(200);
    const sixth = await ask(patient.email);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(sixth.json).toEqual({
      success: false,
      message: 'error while sending email',
      code: 'too_many_requests',
    });
  });
});

describe('choosing a new password', () => {
  test('works once by the link, and ends the old password and every session', async () => {
    const token = await tokenFor(patient.email);
    expect(await statusOfToken(patient.token, patient.id)).toBe(200);
    const result = await reset(token);
    expect(result.json).toEqual({ success: true, message: 'password reset successfully' });
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
    expect((await getPage(homePage, { path: '/dashboard/home', cookie: patient.cookie })).status).toBe(302);
    expect((await logInByApi(patient.email)).status).toBe(401);
    expect((await logInByApi(patient.email, fresh)).status).toBe(200);
    const again = await reset(token, 'yet another river');
    expect(again.status).toBe(422);
    expect(again.json.message).toBe('Unable to reset password');
    expect((await logInByApi(patient.email, fresh)).status).toBe(200);
  });

  test('succeeds once of many uses of one link at once', async () => {
    const token = await tokenFor(patient.email);
    const uses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => reset(token, `quiet river number ${at}`)),
    );
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(uses.filter(({ status }) => status === 422)).toHaveLength(9);
  });

  test('invalidates the account’s other links, and a link expires after thirty minutes', async () => {
    const first = await tokenFor(patient.email);
    const second = await tokenFor(patient.email);
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(422);
    const third = await tokenFor(patient.email);
    vi.setSystemTime(Date.now() + 30 * 60_000 + 1000);
    expect((await reset(third)).status).toBe(422);
  });

  test('shows a mismatch, a short or a common password beside its field and uses nothing up', async () => {
    const token = await tokenFor(patient.email);
    const mismatch = await reset(token, fresh, 'something else');
    expect(mismatch.status).toBe(422);
    expect(mismatch.json).toMatchObject({
      message: 'Unable to reset password',
      errors: { confirmPassword: 'Password do not matched' },
    });
    expect((await reset(token, 'short')).json.errors).toHaveProperty('password');
    expect((await reset(token, 'password')).json.errors).toHaveProperty('password');
    expect((await reset(token)).status).toBe(200);
  });

  test('leads to the confirmation page, which appears once', async () => {
    const token = await tokenFor(patient.email);
    const path = `/update-password/${token}`;
    expect((await getPage(updatePage, { path, params: { token } })).data).toMatchObject({ isGood: true });
    const fields = { password: fresh, confirmPassword: fresh };
    const result = await postPage(updatePage, { path, params: { token }, fields });
    expect(result.location).toBe('/confirmation');
    const cookie = result.setCookies.map((line) => line.split(';')[0]).join('; ');
    const confirmed = await getPage(confirmationPage, { path: '/confirmation', cookie });
    expect(confirmed.data).toMatchObject({ shows: 'reset' });
    const without = await getPage(confirmationPage, { path: '/confirmation' });
    expect(without.location).toBe('/signup');
    expect((await getPage(updatePage, { path, params: { token } })).data).toMatchObject({ isGood: false });
  });
});

describe('wrong reset links', () => {
  test('are limited to twenty an hour for a network, and do not affect its sign-up codes', async () => {
    await clinic.close();
    clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' });
    patient = await a.patient();
    const token = await tokenFor(patient.email);
    const byForm = (used: string) =>
      postPage(updatePage, {
        path: `/update-password/${used}`,
        params: { token: used },
        fields: { password: fresh, confirmPassword: fresh },
      });
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1)
      statuses.push((await (at % 2 === 0 ? reset('a wrong token') : byForm('another'))).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([422, 400]));
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect(Number((await reset('a wrong token')).headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect((await askForCode(newAddress())).status, 'a code for a sign-up').toBe(200);
    vi.setSystemTime(Date.now() + 3_601_000);
    expect((await reset('a wrong token')).status).toBe(422);
    const again = await tokenFor(patient.email);
    expect(again).not.toBe(token);
    expect((await reset(again)).status).toBe(200);
  });

  test('do not include right links or passwords that are too common', async () => {
    await clinic.close();
    clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' });
    patient = await a.patient();
    const token = await tokenFor(patient.email);
    for (let at = 0; at < 25; at += 1) expect((await reset(token, 'password1')).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });
});
