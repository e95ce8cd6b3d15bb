import { readdirSync, readFileSync } from 'node:fs';
import { createCookie } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as loginPage from '~/routes/guest/login';
import * as secondStepPage from '~/routes/guest/second-step';
import * as signupPage from '~/routes/guest/signup';
import * as verifyEmailPage from '~/routes/guest/verify-email';
import * as callBackPage from '~/routes/public/call-back';
import { cookieNames, findRawCookie, lastingCookies } from '~/web/request/cookies.server';
import { readLanguageChoice } from '~/web/request/request-language.server';
import { a, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { codeOf, switchOn } from '../../support/factors';
import { uploadFields } from '../../support/reports';
import { type Fields, postPage, type RouteModule } from '../../support/requests';
import { newAddress, signupFields } from '../../support/signups';
import { visit } from '../../support/url-map';

const clinic = clinicForFile();

/** Creates a browser that stores and drops cookies as the answers say. */
function aBrowser() {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (setCookies: string[]) => {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  const post = async (module: RouteModule, path: string, fields: Fields | FormData = {}, params = {}) => {
    const answer = await postPage(module, { path, fields, params, cookie: cookie() });
    keep(answer.setCookies);
    return answer;
  };
  return {
    jar,
    cookie,
    post,
    async open(route: string) {
      const page = await visit(route, { cookie: cookie() });
      keep(page.setCookies);
      return page;
    },
    logIn: ({ email }: Pick<Somebody, 'email'>) => post(loginPage, '/login', { email, password }),
    logOut: () => post(logoutPage, '/logout'),
  };
}

const aCall = (phoneNumber: string) => ({ name: 'Joseph', phoneNumber });
const anUpload = async () =>
  uploadFields(await fixture('blood-test.pdf'), { countryCode: '+91', consent: 'on' });

describe('the second user of a shared phone', () => {
  test('sees no case number or phone number of the first user after the log-out', async () => {
    const [joseph, ravi] = [await a.patient({ firstName: 'Joseph' }), await a.patient({ firstName: 'Ravi' })];
    const phone = aBrowser();
    await phone.logIn(joseph);
    const uploadAnswer = await phone.post(uploadPage, '/dashboard/upload-report', await anUpload());
    expect(uploadAnswer.location).toBe('/report-submitted');
    const submittedPage = await phone.open('/report-submitted');
    const { caseNumber } = submittedPage.data as { caseNumber?: string };
    expect(caseNumber).toMatch(/^\w{4}-\w{4}$/);
    expect((await phone.open('/report-submitted')).text, 'a reload still shows it').toContain(
      String(caseNumber),
    );
    await phone.post(callBackPage, '/call-back', aCall('9812345670'));
    await phone.logOut();
    expect((await phone.open('/call-back')).text).not.toContain('98123');
    await phone.logIn(ravi);
    for (const route of ['/report-submitted', '/call-back', '/dashboard/home']) {
      const page = await phone.open(route);
      expect([page.status, page.text.includes(String(caseNumber)), page.text.includes('98123')]).toEqual([
        200,
        false,
        false,
      ]);
    }
  });

  test('sees nothing of the first user even if the browser stored every cookie', async () => {
    const [joseph, ravi] = [await a.patient(), await a.patient()];
    const phone = aBrowser();
    await phone.logIn(joseph);
    await phone.post(uploadPage, '/dashboard/upload-report', await anUpload());
    await phone.post(callBackPage, '/call-back', aCall('9812345671'));
    const left = [...phone.jar].filter(([name]) => name !== 'session').map((pair) => pair.join('='));
    for (const whose of [ravi.cookie, '']) {
      const cookie = [whose, ...left].join('; ');
      const [submitted, called] = [
        await visit('/report-submitted', { cookie }),
        await visit('/call-back', { cookie }),
      ];
      expect((submitted.data as { caseNumber?: string } | undefined)?.caseNumber).toBeUndefined();
      expect(called.text).not.toContain('98123');
    }
  });

  test('sees what a visitor left, but only once', async () => {
    const phone = aBrowser();
    await phone.post(forgotPage, '/forgot-password', { email: 'joseph@village.test' });
    await phone.post(callBackPage, '/call-back', aCall('9812345672'));
    const email = newAddress();
    await phone.post(signupPage, '/signup', signupFields({ email }));
    await phone.post(verifyEmailPage, '/verify-email', { otp: await clinic.code(email) });
    const left = { '/forgot-password': 'joseph@', '/call-back': '98123', '/login': email };
    for (const [route, words] of Object.entries(left)) {
      expect((await phone.open(route)).text).toContain(words);
      expect((await phone.open(route)).text).not.toContain(words);
    }
  });

  test('sees no sign-up that was begun before the log-in', async () => {
    const phone = aBrowser();
    const email = newAddress();
    await phone.post(signupPage, '/signup', signupFields({ email }));
    expect((await phone.open('/verify-email')).text).toContain(email);
    await phone.logIn(await a.patient());
    await phone.logOut();
    const { status, location } = await phone.open('/verify-email');
    expect([status, location]).toEqual([302, '/signup']);
  });
});

describe('every cookie', () => {
  const everyCookie = (session: string) =>
    [...cookieNames.map((name) => `${name}=left`), 'toast=left', 'language=hi', session].join('; ');
  const ended = (setCookies: string[]) =>
    setCookies.flatMap((line) => /^(\w+)=;.*Max-Age=0/.exec(line)?.[1] ?? []).sort();
  const mustEnd = cookieNames.filter((name) => !(name in lastingCookies)).sort();

  test('documents why it stays, or is ended by a log-in and a log-out', async () => {
    const person = await a.patient();
    const fields = { email: person.email, password };
    const loggedIn = await postPage(loginPage, { path: '/login', fields, cookie: everyCookie('x=y') });
    expect([loggedIn.location, ended(loggedIn.setCookies)]).toEqual(['/dashboard/home', mustEnd]);
    const session = loggedIn.setCookies.find((line) => line.startsWith('session='))?.split(';')[0] ?? '';
    const cookie = `${session}; ${everyCookie('x=y').replace('session=left; ', '')}`;
    const loggedOut = await postPage(logoutPage, { path: '/logout', cookie });
    expect([loggedOut.location, ended(loggedOut.setCookies)]).toEqual(['/', [...mustEnd, 'session'].sort()]);
    for (const reason of Object.values(lastingCookies)) expect(reason).toMatch(/^[A-Z].{30,}\.$/);
  });

  test('is ended at the second step and with a deleted account', async () => {
    const person = await a.patient();
    const { secret } = await switchOn(person);
    const first = await postPage(loginPage, { path: '/login', fields: { email: person.email, password } });
    const step = first.setCookies.find((line) => line.startsWith('step='))?.split(';')[0] ?? '';
    const cookie = `${step}; ${everyCookie('x=y').replace('step=left; ', '')}`;
    const fields = { otp: codeOf(secret, 30_000) };
    const loggedIn = await postPage(secondStepPage, { path: '/second-step', fields, cookie });
    expect([loggedIn.location, ended(loggedIn.setCookies)]).toEqual(['/dashboard/home', mustEnd]);
    const formerPatient = await a.patient();
    const deleted = await postPage(settingsPage, {
      path: '/dashboard/settings/delete',
      params: { part: 'delete' },
      fields: { confirmation: 'DELETE', password },
      cookie: `${formerPatient.cookie}; ${everyCookie('x=y').replace('session=left; ', '')}`,
    });
    expect([deleted.location, ended(deleted.setCookies)]).toEqual([
      '/',
      expect.arrayContaining([...mustEnd, 'session']),
    ]);
  });

  test('is set and parsed in one file only', () => {
    const folder = new URL('../../../app', import.meta.url).pathname;
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
    );
    const textOf = (path: string) => readFileSync(`${folder}/${path}`, 'utf8');
    const naming = (pattern: RegExp) => sources.filter((path) => pattern.test(textOf(path))).sort();
    expect(naming(/createCookie\(|createCookieSessionStorage\(/)).toEqual([
      'web/request/cookies.server.ts',
      'web/session/session-answers.server.ts',
    ]);
    expect(naming(/['"]set-cookie['"]/i)).toEqual([
      'web/request/cookies.server.ts',
      'web/request/request-language.server.ts',
    ]);
    expect(naming(/get\('cookie'\)|headers\.cookie|headers\['cookie'\]/)).toEqual([
      'web/request/cookies.server.ts',
      'web/request/request-language.server.ts',
    ]);
  });
});

test.each([
  'language=hi',
  'language =hi',
  ' language= hi',
  'a=1;language=hi;b',
  'language=hi; language=ta',
  'a=language=ta; language=hi',
  'xlanguage=ta; language=hi',
  '; ;=;language=hi',
  'language',
  'Language=ta',
  'language=',
])('finds a cookie as Remix does: %j', async (header) => {
  const decoded = await createCookie('language', {
    decode: (text) => Buffer.from(JSON.stringify(text)).toString('base64'),
  }).parse(header);
  expect(findRawCookie(header, 'language') ?? null).toBe(decoded);
  expect(readLanguageChoice(header)?.language).toBe(decoded === 'hi' ? 'hi' : undefined);
});
