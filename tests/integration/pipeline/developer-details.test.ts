import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as loginPage from '~/routes/guest/login';
import { an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { runSql } from '../../support/raw';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const login = apiRoute('auth/login');

let clinic: Clinic;
let expert: Somebody;
let printed: string;
beforeAll(async () => {
  clinic = await openClinic();
  expert = await an.expert();
});
afterAll(() => clinic.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Fails a call, a form and a page for one reason, and gives what each of them shows. */
async function fail() {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const fields = { email: expert.email, password };
  await runSql('alter table users rename to users_gone');
  const call = await callApi(login, { method: 'POST', body: fields });
  const form = await postPage(loginPage, { path: '/login', fields });
  await runSql('alter table users_gone rename to users');
  await runSql('alter table reports rename to reports_gone');
  const page = await getPage(pendingPage, { path: '/dashboard/pending-report', cookie: expert.cookie });
  await runSql('alter table reports_gone rename to reports');
  expect([call.status, form.status, page.status]).toEqual([500, 500, 500]);
  return { call: call.text, form: form.text, page: page.text };
}

const message = /no such table|does not exist/;
const sourceLine = /log-in\.server\.ts:\d+/;

test('in development a call, a form and a page show the message and the stack of an error', async () => {
  vi.stubEnv('MODE', 'development');
  const shown = await fail();
  for (const text of [...Object.values(shown), printed]) expect(text).toMatch(message);
  for (const text of [shown.call, shown.form, printed]) expect(text).toMatch(sourceLine);
});

test('in production none of them does', async () => {
  vi.stubEnv('MODE', 'production');
  const shown = await fail();
  for (const text of [...Object.values(shown), printed]) expect(text).not.toMatch(message);
  for (const text of Object.values(shown)) expect(text).not.toMatch(/\.ts:\d+|stack/);
});
