import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { newAddress } from '../../support/signups';
import { logInByApi, logInByPage } from '../../support/visits';

const wrong = 'not the password';

let clinic: Clinic;
let patient: Somebody;
const open = async (settings: Record<string, string>) => {
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

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const hour = 3_600_000;

const channels = [
  ['other programs', async (email: string, typed?: string) => logInByApi(email, typed)],
  ['page', async (email: string, typed?: string) => logInByPage(email, typed)],
] as const;

describe('logging in', () => {
  beforeEach(() => open({}));

  test('opens the account through the API with the right password, without the hash in the answer', async () => {
    const { status, json, text } = await logInByApi(patient.email);
    expect([status, json.success, json.message]).toEqual([200, true, 'Login Successful']);
    expect(Object.keys(json).sort()).toEqual(['message', 'success', 'token', 'user']);
    expect(json.user).toEqual({
      _id: patient.id,
      firstName: patient.firstName,
      lastName: patient.lastName,
      email: patient.email,
      image: expect.stringContaining(`/files/picture/${patient.id}?`),
      accountType: 'Patient',
      contactNumber: '+919876543210',
      approved: false,
      credentials: null,
      additionalDetails: { about: null, gender: null, contactNumber: '+919876543210', dateOfBirth: null },
    });
    expect(text).not.toMatch(/hash|argon2/i);
  });

  test('opens the account on the page with the right password, with a cookie hidden from scripts', async () => {
    const answer = await logInByPage(patient.email);
    expect([answer.status, answer.location]).toEqual([302, '/dashboard/home']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Login Successful' });
    const session = answer.setCookies.find((line) => line.startsWith('session='));
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Lax/);
    expect(session).toMatch(/; Path=\//);
  });

  test('ignores case and spaces in the address', async () => {
    expect((await logInByApi(` ${patient.email.toUpperCase()} `)).status).toBe(200);
  });

  test('answers a wrong password like an unknown address', async () => {
    for (const email of [patient.email, newAddress()]) {
      const api = await logInByApi(email, wrong);
      expect([api.status, api.json]).toEqual([
        401,
        { success: false, message: 'Login Failed', code: 'wrong_password' },
      ]);
      const page = await logInByPage(email, wrong);
      expect([page.status, page.message, page.fieldErrors, page.setCookies]).toEqual([
        400,
        'Login Failed',
        { '': 'The e-mail address or password is incorrect.' },
        [],
      ]);
    }
  });

  test.each([' ', '\n', '\u00a0'])('names %j after a pasted password', async (end) => {
    const page = await logInByPage(patient.email, `${password}${end}`);
    expect([page.status, page.fieldErrors]).toEqual([
      400,
      {
        '': 'The password you typed begins or ends with a space or a line break. If you pasted it, remove that and try again.',
      },
    ]);
  });

  test('reports empty fields beside the field', async () => {
    const errors = { email: 'Please enter your e-mail address', password: 'Please enter your password' };
    const api = await logInByApi('', '');
    expect([api.status, api.json.errors]).toEqual([422, errors]);
    const page = await logInByPage('', '');
    expect([page.status, page.fieldErrors]).toEqual([400, errors]);
  });

  test.each([
    ['/dashboard/upload-report', '/dashboard/upload-report'],
    ['/dashboard/pending-report?page=2', '/dashboard/pending-report?page=2'],
    ['//evil.test', '/dashboard/home'],
    ['/\\evil.test', '/dashboard/home'],
    ['https://evil.test/', '/dashboard/home'],
    ['javascript:alert(1)', '/dashboard/home'],
    ['/\t/evil.test', '/dashboard/home'],
    ['', '/dashboard/home'],
  ])('leads from "%s" to %s, never to another site', async (next, location) => {
    expect((await logInByPage(patient.email, undefined, { next })).location).toBe(location);
  });
});

describe('an account with five wrong passwords', () => {
  beforeEach(() => open({ LIMIT_SCALE: '1' }));

  test.each(channels)(
    'makes each further try wait longer, up to fifteen minutes (%s)',
    async (_door, logIn) => {
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await logIn(patient.email, wrong)).status).not.toBe(429);
      }
      const waits: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const refused = await logIn(patient.email, wrong);
        expect(refused.status).toBe(429);
        waits.push(Number(refused.headers.get('Retry-After')));
        later(1000 * (waits.at(-1) ?? 0));
        expect((await logIn(patient.email, wrong)).status).not.toBe(429);
      }
      expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
    },
  );

  test('says how long to wait', async () => {
    for (let tries = 0; tries < 5; tries += 1) await logInByApi(patient.email, wrong);
    const api = await logInByApi(patient.email, wrong);
    expect(api.json.message).toBe('Too many failed attempts. Please try again in 60 seconds.');
    later(61_000);
    await logInByPage(patient.email, wrong);
    const page = await logInByPage(patient.email, wrong);
    expect(page.fieldErrors).toEqual({ '': 'Too many failed attempts. Please try again in 2 minutes.' });
  });

  test('refuses the right password during the wait, accepts it afterwards, and restarts the count', async () => {
    for (let tries = 0; tries < 5; tries += 1) await logInByApi(patient.email, wrong);
    expect((await logInByApi(patient.email)).status).toBe(429);
    later(60_000);
    expect((await logInByApi(patient.email)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await logInByApi(patient.email, wrong)).status).toBe(401);
    }
    expect((await logInByApi(patient.email, wrong)).status).toBe(429);
  });

  test('slows down an address without an account in the same way', async () => {
    const email = newAddress();
    for (let tries = 0; tries < 5; tries += 1) expect((await logInByApi(email, wrong)).status).toBe(401);
    const refused = await logInByApi(email, wrong);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  test('checks five of twenty concurrent wrong tries', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => logInByApi(patient.email, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    const lines = await db()
      .select()
      .from(audit)
      .where(eq(audit.action, 'session.refused'))
      .orderBy(audit.id);
    expect(lines).toHaveLength(5);
  });
});

describe('one computer', () => {
  test('gets twenty wrong log-ins a minute over all accounts, independently of other computers', async () => {
    await open({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await logInByApi(newAddress(), wrong, from('192.0.2.1'))).status).toBe(401);
    }
    const refused = await logInByApi(newAddress(), wrong, from('192.0.2.1'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(50);
    expect((await logInByApi(patient.email, undefined, from('192.0.2.2'))).status).toBe(200);
    later(61_000);
    expect((await logInByApi(patient.email, undefined, from('192.0.2.1'))).status).toBe(200);
  });

  test('gets 300 calls a minute', async () => {
    await open({ LIMIT_SCALE: '0.02' });
    const answers: number[] = [];
    for (let calls = 0; calls < 7; calls += 1) answers.push((await logInByApi('', '')).status);
    expect(answers).toEqual([422, 422, 422, 422, 422, 422, 429]);
    later(hour);
    expect((await logInByApi('', '')).status).toBe(422);
  });
});
