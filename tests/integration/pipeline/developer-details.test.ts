import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as loginPage from '~/routes/guest/login';
import { an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { runSql } from '../../support/raw';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const login = apiRoute('auth/login');

let expert: Somebody;
let printed: string;
clinicForFile();
beforeAll(async () => {
  expert = await an.expert();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Makes a call, a form and a page fail for the same reason, and returns what each shows. */
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

test('shows the message and the stack of an error in a call, a form and a page in development', async () => {
  vi.stubEnv('MODE', 'development');
  const answers = await fail();
  for (const text of [...Object.values(answers), printed]) expect(text).toMatch(message);
  for (const text of [answers.call, answers.form, printed]) expect(text).toMatch(sourceLine);
});

test('shows neither message nor stack in production', async () => {
  vi.stubEnv('MODE', 'production');
  const answers = await fail();
  for (const text of [...Object.values(answers), printed]) expect(text).not.toMatch(message);
  for (const text of Object.values(answers)) expect(text).not.toMatch(/\.ts:\d+|stack/);
});
