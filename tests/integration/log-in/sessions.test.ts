import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as home from '~/routes/dashboard/home';
import * as upload from '~/routes/dashboard/upload-report';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { rawDatabase } from '../../support/raw';
import { getPage, postPage } from '../../support/requests';
import { logInByApi, logInByPage, logOutByApi, statusOfToken } from '../../support/visits';

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

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const hour = 3_600_000;
const day = 24 * hour;

const opensHome = async (cookie: string) => (await getPage(home, { path: '/dashboard/home', cookie })).status;

/** Reads the opaque token from a cookie. */
function tokenIn(cookie: string) {
  const value = decodeURIComponent(cookie.split('=').slice(1).join('='));
  return JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64').toString('utf8')) as string;
}

describe('the duration of a log-in', () => {
  test('ends on the pages after twelve hours without a visit', async () => {
    later(12 * hour - 1000);
    expect(await opensHome(patient.cookie)).toBe(200);
    later(12 * hour - 1000);
    expect(await opensHome(patient.cookie)).toBe(200);
    later(12 * hour + 1000);
    expect(await opensHome(patient.cookie)).toBe(302);
  });

  test('ends on the pages after thirty days, however often used', async () => {
    for (let visits = 0; visits < 59; visits += 1) {
      later(12 * hour - 60_000);
      expect(await opensHome(patient.cookie)).toBe(200);
    }
    later(12 * hour - 60_000);
    later(hour);
    expect(await opensHome(patient.cookie)).toBe(302);
  });

  test('ends in the API after thirty days, used or not', async () => {
    later(30 * day - 1000);
    expect(await statusOfToken(patient.token, patient.id)).toBe(200);
    later(1000);
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
  });
});

describe('logging out', () => {
  test('ends the session on the page at once, with the exact words, and removes the cookie', async () => {
    expect(await opensHome(patient.cookie)).toBe(200);
    const answer = await postPage(logoutPage, { path: '/logout', cookie: patient.cookie });
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Logged out Successfully' });
    expect(answer.setCookies.find((line) => line.startsWith('session='))).toMatch(/Max-Age=0/);
    expect(await opensHome(patient.cookie)).toBe(302);
  });

  test('ends the token in the API at once, with the exact words', async () => {
    expect(await statusOfToken(patient.token, patient.id)).toBe(200);
    const { status, json } = await logOutByApi(patient.token);
    expect([status, json]).toEqual([200, { success: true, message: 'Logged out Successfully' }]);
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
    expect((await logOutByApi(patient.token)).status).toBe(401);
  });

  test('ends that session and keeps the user’s others', async () => {
    const otherToken = (await logInByApi(patient.email)).json.token as string;
    await logOutByApi(patient.token);
    expect(await statusOfToken(otherToken, patient.id)).toBe(200);
    expect(await opensHome(patient.cookie)).toBe(200);
  });

  test('cannot end another account’s session by naming its token', async () => {
    const otherPatient = await a.patient();
    const { status } = await logOutByApi(patient.token);
    expect(status).toBe(200);
    expect(await statusOfToken(otherPatient.token, otherPatient.id)).toBe(200);
  });
});

describe('a token', () => {
  test('is not valid as a bearer token if it comes from a cookie, nor the reverse', async () => {
    const cookieToken = tokenIn(patient.cookie);
    expect(cookieToken, 'a token was read from the cookie').toMatch(/^[\w-]{43}$/);
    expect(await statusOfToken(cookieToken, patient.id)).toBe(401);
    const value = encodeURIComponent(Buffer.from(JSON.stringify(patient.token)).toString('base64'));
    expect(await opensHome(`session=${value}`)).toBe(302);
    const right = encodeURIComponent(Buffer.from(JSON.stringify(cookieToken)).toString('base64'));
    expect(await opensHome(`session=${right}`), 'the same cookie with its own token').toBe(200);
  });

  test.each(['', 'nobody', '0'.repeat(43), `' or 1=1 --`])('is refused if it is "%s"', async (token) => {
    expect(await statusOfToken(token, patient.id)).toBe(401);
  });

  test('is missing in a broken cookie, whose sender is treated as a visitor', async () => {
    for (const cookie of ['session=%', 'session=eyJ', 'session=bnVsbA==', 'session=W10%3D', 'session=']) {
      expect(await opensHome(cookie)).toBe(302);
    }
  });

  test('is stored only as a hash', async () => {
    const { cookies } = await logInByPage(patient.email);
    const rows = await db().select().from(sessions);
    expect(rows.length).toBeGreaterThan(2);
    const raw = await rawDatabase();
    expect(raw.includes(rows[0]?.tokenHash ?? 'none'), 'the search finds the hash').toBe(true);
    const session = cookies.split('; ').find((cookie) => cookie.startsWith('session=')) ?? '';
    for (const token of [patient.token, tokenIn(patient.cookie), tokenIn(session)]) {
      expect(raw.includes(token)).toBe(false);
    }
  });
});

describe('redirects', () => {
  test('lead a visitor to the log-in page and back afterwards', async () => {
    const away = await getPage(home, { path: '/dashboard/home' });
    expect([away.status, away.location]).toEqual([302, '/login?next=%2Fdashboard%2Fhome']);
    const login = await getPage(loginPage, { path: away.location ?? '' });
    const { next } = login.data as { next: string };
    const back = await logInByPage(patient.email, undefined, { next });
    expect(back.location).toBe('/dashboard/home');
  });

  test('ask a visitor to log in before an upload', async () => {
    const away = await getPage(upload, { path: '/dashboard/upload-report' });
    expect(away.location).toBe('/login?next=%2Fdashboard%2Fupload-report');
    expect(away.toast).toEqual({ type: 'error', message: 'Please login first to upload report' });
  });

  test.each([
    ['the log-in page', loginPage],
    ['the sign-up page', signupPage],
  ])('lead a signed-in user from %s to the dashboard', async (_name, page) => {
    const { cookie } = patient;
    const away = await getPage(page, { path: '/', cookie });
    expect([away.status, away.location]).toEqual([302, '/dashboard/home']);
    expect((await getPage(page, { path: '/' })).status).toBe(200);
  });

  test.each(['//evil.test', 'https://evil.test', '/\\evil.test'])(
    'do not accept %s as a way back',
    async (next) => {
      const page = await getPage(loginPage, { path: `/login?next=${encodeURIComponent(next)}` });
      expect(page.data).toMatchObject({ next: '' });
    },
  );
});
