import { expect, vi } from 'vitest';
import { countStranger, strangersPerHour } from '~/domain/log-in/login-ceiling.server';
import { atomically } from '~/platform/db/db.server';
import * as loginPage from '~/routes/guest/login';
import * as updatePage from '~/routes/guest/update-password';
import { freshPassword } from './accounts';
import { type Clinic, password } from './clinic';
import { apiRoute, callApi, postPage } from './requests';
import { logInByApi } from './visits';

export const wrongPassword = 'not the password';
const askForReset = apiRoute('auth/reset-password-token');

export const secondMs = 1000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

export const headersFrom = (address: string) => ({ 'X-Forwarded-For': address });
export const [home, elsewhere, attacker] = ['203.0.113.5', '203.0.113.77', '198.51.100.7'];

/** Logs in on the page, with the cookies of a browser. */
export const byPage = (email: string, typed: string, address: string, cookie = '') =>
  postPage(loginPage, {
    path: '/login',
    fields: { email, password: typed },
    cookie,
    headers: headersFrom(address),
  });
export const byApi = (email: string, typed: string, address: string) =>
  logInByApi(email, typed, headersFrom(address));

/** Logs in and returns the device cookie that the browser keeps after the session. */
export async function knownBrowser(email: string, before = '') {
  const answer = await byPage(email, password, home, before);
  expect(answer.status).toBe(302);
  return deviceIn(answer);
}
/** Finds the cookie that identifies a browser as known. */
export const deviceIn = ({ setCookies }: { setCookies: string[] }) =>
  setCookies.find((line) => /^(__Host-)?device=/.test(line))?.split(';')[0] ?? '';

/** Blocks unknown browsers of an account at once, as a hundred wrong log-ins do. */
export const blockUnknownBrowsers = (email: string) =>
  atomically(Array.from({ length: strangersPerHour }, () => countStranger(email)));

/** Finds the token in the newest e-mail that has one; later e-mails may have none. */
export async function tokenInEmail(clinic: Clinic, email: string) {
  const emails = await clinic.emails(email);
  return emails.flatMap(({ text }) => /update-password\/(\S+)/.exec(text)?.[1] ?? []).at(-1) ?? '';
}

/** Chooses a new password at home, with the link in an e-mail. */
export async function resetPassword(clinic: Clinic, email: string) {
  await callApi(askForReset, { method: 'POST', body: { email }, headers: headersFrom(home) });
  const token = await tokenInEmail(clinic, email);
  return postPage(updatePage, {
    path: `/update-password/${token}`,
    params: { token },
    headers: headersFrom(home),
    fields: { password: freshPassword, confirmPassword: freshPassword },
  });
}
