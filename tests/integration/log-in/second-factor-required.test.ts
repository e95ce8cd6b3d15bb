import { beforeAll, describe, expect, test } from 'vitest';
import { factorParts, settingsParts } from '~/domain/identity/account-constants';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import routeMap from '~/routes';
import * as myProfile from '~/routes/dashboard/account/my-profile';
import * as picture from '~/routes/files/picture';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { calls } from '../../support/calls';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { factorOf, postFactor, switchOn } from '../../support/factors';
import { aReportOf } from '../../support/reports';
import {
  apiRoute,
  callApi,
  getPage,
  openFile,
  type PageAnswer,
  postPage,
  type RouteModule,
} from '../../support/requests';
import { logInByPage, pendingFor, reportsOf } from '../../support/visits';

const login = apiRoute('auth/login');
const logout = apiRoute('auth/logout');

type RouteEntry = { path?: string; file: string; children?: RouteEntry[] };
const modules = import.meta.glob<RouteModule>('../../../app/routes/**/*.{ts,tsx}');

let admin: Somebody;
let expert: Somebody;
let patient: Somebody;
clinicForFile({ REQUIRE_2FA: 'admin,EXPERT' });
beforeAll(async () => {
  [admin, expert, patient] = [await an.admin(), await an.expert(), await a.patient()];
});

const sentence = 'Please turn on two-step login first';
const nobody = { cookie: '', token: '' };

/**
 * Lists every path of the URL map with its module, and a path that ends in `:part?` once for each
 * part.
 */
async function everyPath() {
  const all: { path: string; params: Record<string, string>; module: RouteModule }[] = [];
  const walk = async (entries: RouteEntry[]): Promise<void> => {
    for (const { path, file, children } of entries) {
      const module = await modules[`../../../app/${file}`]?.();
      if (path !== undefined && module) {
        const parts = path.endsWith('/:part?') ? [...settingsParts, ...factorParts] : [undefined];
        for (const part of parts) {
          const params = Object.fromEntries(
            [...path.matchAll(/:(\w+)/g)].map(([, name]) => [String(name), part ?? patient.id]),
          );
          const filledPath = path.replace(/:(\w+)\??/g, (_whole, name: string) => params[name] ?? '');
          all.push({ path: `/${filledPath}`, params, module });
        }
      }
      await walk(children ?? []);
    }
  };
  await walk((await routeMap) as RouteEntry[]);
  for (const path of Object.keys(calls)) {
    const [name = '', parameter] = path.split('/:');
    const params: Record<string, string> = parameter ? { [parameter.replace('?', '')]: patient.id } : {};
    all.push({
      path: `/api/v1/${[name, ...Object.values(params)].join('/')}`,
      params,
      module: apiRoute(name),
    });
  }
  return all;
}

const led = ({ location }: PageAnswer) => location?.split('?')[0];
const isPage = (path: string) => path.startsWith('/api/v1/docs') || !/^\/(api|files)\//.test(path);

/** Lists the pages or forms that require a log-in, found by sending a visitor there. */
async function guarded(method: 'GET' | 'POST') {
  const guardedRoutes = [];
  for (const { path, params, module } of await everyPath()) {
    if (!isPage(path) || !(method === 'GET' ? module.loader : module.action)) continue;
    const ask = ({ cookie }: { cookie: string }) =>
      method === 'GET'
        ? getPage(module, { path, params, cookie })
        : postPage(module, { path, params, cookie });
    const isForGuests = path.startsWith('/login');
    if (!isForGuests && led(await ask(nobody)) === '/login') guardedRoutes.push({ path, ask });
  }
  return guardedRoutes;
}

describe('an account that must have a second factor and has none', () => {
  test('is redirected from every page but its profile to the one that activates it', async () => {
    const open: string[] = [];
    const pages = await guarded('GET');
    expect(pages.length).toBeGreaterThan(12);
    // Only whoever has logged in with a slip needs that page.
    const others = pages.filter(({ path }) => path !== '/dashboard/first-password');
    for (const who of [admin, expert]) {
      for (const { path, ask } of others) {
        const answer = await ask(who);
        if (answer.status === 302) {
          expect([path, answer.location, answer.toast]).toEqual([
            path,
            '/dashboard/second-factor',
            { type: 'error', message: sentence },
          ]);
        } else if (answer.status !== 404) open.push(path.replace(/(second-factor|passkeys)\/.*/, '$1'));
      }
    }
    expect([...new Set(open)].sort()).toEqual([
      '/dashboard/my-profile',
      '/dashboard/passkeys',
      '/dashboard/second-factor',
    ]);
  });

  test('is redirected there from every form, without effect', async () => {
    const forms = await guarded('POST');
    expect(forms.length).toBeGreaterThan(8);
    const allowed =
      /^\/dashboard\/(second-factor\/(begin|confirm|cancel)|passkeys\/(begin|add)|first-password)$/;
    for (const { path, ask } of forms) {
      if (allowed.test(path)) continue;
      const answer = await ask(admin);
      expect([path, answer.location, answer.toast?.message]).toEqual([
        path,
        '/dashboard/second-factor',
        sentence,
      ]);
    }
  });

  test('gets 403 and a sentence from every file and API call but those that help', async () => {
    const refused: string[] = [];
    const allowed =
      /^\/api\/v1\/(auth\/((get|begin|cancel|confirm)-second-factor|passkeys|(begin|add)-passkey|choose-password)|profile\/get-user-details)$/;
    for (const { path, params, module } of await everyPath()) {
      if (isPage(path)) continue;
      const knownCall = Object.entries(calls).find(([name]) =>
        path.startsWith(`/api/v1/${name.split('/:')[0]}`),
      );
      const methods = knownCall ? Object.keys(knownCall[1]).filter((key) => /^[A-Z]+$/.test(key)) : ['GET'];
      for (const method of methods) {
        const ask = async ({ token }: { token: string }) => {
          const answer = await openFile(module, { method, path, params, token });
          return { status: answer.status, text: await answer.text() };
        };
        if ((await ask(nobody)).status !== 401) continue;
        // A test of its own covers this last: it ends the token.
        if (path === '/api/v1/auth/logout') continue;
        const { status, text } = await ask(admin);
        if (allowed.test(path)) expect([path, status === 403]).toEqual([path, false]);
        else if (path.startsWith('/files/picture/')) expect([path, status]).toEqual([path, 404]);
        else {
          expect([path, status]).toEqual([path, 403]);
          expect(text).toContain(sentence);
          refused.push(path);
        }
      }
    }
    expect(refused.filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(12);
    expect(refused.filter((path) => path.startsWith('/files/')).length).toBeGreaterThan(3);
  });

  test('reads their own profile with its picture, and no other', async () => {
    expect((await getPage(myProfile, { path: '/dashboard/my-profile', cookie: admin.cookie })).status).toBe(
      200,
    );
    const ownPicture = await openFile(picture, { token: admin.token, params: { userId: admin.id } });
    expect(ownPicture.status).toBe(200);
    const expertPicture = await openFile(picture, { token: admin.token, params: { userId: expert.id } });
    expect(expertPicture.status).toBe(404);
  });

  test('may log in and out', async () => {
    const somebody = await an.admin();
    const { status, json } = await callApi(login, {
      method: 'POST',
      body: { email: somebody.email, password },
    });
    expect(status).toBe(200);
    const token = String(json.token);
    expect((await callApi(logout, { method: 'POST', token })).status).toBe(200);
    expect((await logInByPage(somebody.email)).location).toBe('/dashboard/home');
  });

  test('can work as soon as it is active, and cannot switch it off', async () => {
    const somebody = await an.admin();
    expect((await factorOf(somebody)).isDemanded).toBe(true);
    const { codes } = await switchOn(somebody);
    expect((await postFactor(somebody, 'remove', { password, otp: String(codes[0]) })).toast?.message).toBe(
      'The clinic requires two-step login. You cannot turn it off.',
    );
    const { factor, home } = await lookAround(somebody);
    expect([factor.recoveryCodesLeft, home]).toEqual([10, 200]);
    // A new phone: everything else stays closed until it is confirmed too.
    await postFactor(somebody, 'begin', { password, otp: String(codes[0]) });
    expect((await lookAround(somebody)).home).toBe(302);
  });
});

async function lookAround(who: Somebody) {
  const home = await everyPath().then((all) => all.find(({ path }) => path === '/dashboard/home'));
  const answer = await getPage(home?.module ?? {}, { path: '/dashboard/home', cookie: who.cookie });
  return { factor: await factorOf(who), home: answer.status };
}

describe('every other account', () => {
  test('works without a second factor', async () => {
    await aReportOf(patient);
    expect((await reportsOf(patient.id, patient)).status).toBe(200);
    expect((await pendingFor(patient)).json.message).toBe('Your account cannot open this page');
    expect((await factorOf(patient)).isDemanded).toBe(false);
  });
});

test.each([
  ['frontdesk', a.clerk, a.helper],
  ['helper', a.helper, a.clerk],
] as const)('a clinic may require it of a duty: %s', async (duty, holder, other) => {
  const [held, free] = [await holder(), await other()];
  const before = getSettings();
  setSettings({ ...before, secondFactorFor: [duty] });
  try {
    const listLinks = ({ token }: Somebody) => callApi(apiRoute('report/shares'), { token });
    expect((await listLinks(held)).json.code).toBe('second_factor_setup_required');
    expect((await listLinks(free)).status).toBe(200);
    await switchOn(held);
    expect((await postFactor(held, 'remove', { password, otp: '000000' })).toast?.message).toMatch(
      /The clinic requires/,
    );
    expect((await factorOf(held)).since).not.toBeNull();
  } finally {
    setSettings(before);
  }
});

test.each([
  ['/report/upload-report', 'Forbidden'],
  ['/auth/logout', 'KeyForbidden'],
  ['/auth/login', 'KeyForbidden'],
])('the API document of POST %s gives the reasons of a 403: %s', (path, name) => {
  const { responses } = openApiDocument().paths[path]?.post ?? {};
  expect(responses).toMatchObject({ 403: { $ref: `#/components/responses/${name}` } });
});
