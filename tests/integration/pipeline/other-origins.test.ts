import { beforeAll, describe, expect, test } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as deletePage from '~/routes/dashboard/delete-report';
import * as givePage from '~/routes/dashboard/give-consent';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as withdrawPage from '~/routes/dashboard/withdraw-consent';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import { a, an, fixture, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { rawDatabase } from '../../support/raw';
import { aReportOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage, type RouteModule } from '../../support/requests';
import { signupFields } from '../../support/signups';

const sendOtp = apiRoute('auth/send-otp');
const approveExpert = apiRoute('expert/approve-expert');
const addReview = apiRoute('report/add-review');
const deleteReport = apiRoute('report/delete-report');
const getPending = apiRoute('report/get-pending-reports');
const uploadApi = apiRoute('report/upload-report');

const partner = 'https://app.partner.test';

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
const clinic = clinicForFile({ CORS_ORIGINS: `${partner}, https://other.partner.test` });
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

type Form = { module: RouteModule; call: Parameters<typeof postPage>[1] };

/** Builds every form of the pages, ready to be sent. */
async function forms(): Promise<Record<string, Form>> {
  const { _id: reportId } = await aReportOf(patient, { file: 'rash.png' });
  const { _id: toReview } = await aReportOf(patient, { file: 'rash.png' });
  const leaving = await a.patient();
  return {
    'log in': { module: loginPage, call: { path: '/x', fields: { email: patient.email, password } } },
    'sign up': { module: signupPage, call: { path: '/x', fields: signupFields() } },
    upload: {
      module: uploadPage,
      call: { path: '/x', cookie: patient.cookie, fields: uploadFields(await fixture('rash.png')) },
    },
    delete: { module: deletePage, call: { path: '/x', cookie: patient.cookie, params: { reportId } } },
    'withdraw consent': {
      module: withdrawPage,
      call: { path: '/x', cookie: patient.cookie, params: { reportId: toReview } },
    },
    'give consent': {
      module: givePage,
      call: { path: '/x', cookie: patient.cookie, params: { reportId: toReview } },
    },
    review: {
      module: addReviewPage,
      call: { path: '/x', cookie: expert.cookie, params: { reportId: toReview }, fields: { review: 'Rest' } },
    },
    approve: {
      module: approveExpertPage,
      call: {
        path: '/x',
        cookie: admin.cookie,
        params: { expertId: (await an.unapprovedExpert()).id },
        fields: { isChecked: 'on', reason: 'I saw the certificate' },
      },
    },
    'log out': { module: logoutPage, call: { path: '/x', cookie: leaving.cookie } },
  };
}

describe('a form on another site', () => {
  const attackers: [string, { origin: string | null; headers?: Record<string, string> }][] = [
    ['with its own origin', { origin: 'https://evil.test' }],
    ['with the origin null', { origin: 'null' }],
    ['with an origin that begins like ours', { origin: `${origin}.evil.test` }],
    ['with our name on another port', { origin: `${origin}:8080` }],
    ['without an origin, as another site', { origin: null, headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ['without an origin, as a neighbour', { origin: null, headers: { 'Sec-Fetch-Site': 'same-site' } }],
    ['without an origin, from its page', { origin: null, headers: { Referer: 'https://evil.test/page' } }],
  ];
  test.each(attackers)('%s changes nothing', async (_how, from) => {
    const all = await forms();
    const before = [await clinic.storedFiles(), (await clinic.emails()).length, await rawDatabase()];
    for (const [name, { module, call }] of Object.entries(all)) {
      const answer = await postPage(module, { ...call, ...from });
      expect([name, answer.status, answer.setCookies]).toEqual([name, 403, []]);
    }
    expect((await rawDatabase()) === before[2]).toBe(true);
    expect([await clinic.storedFiles(), (await clinic.emails()).length]).toEqual(before.slice(0, 2));
  });

  test('is accepted from our own pages', async () => {
    for (const [name, { module, call }] of Object.entries(await forms())) {
      const { status, toast } = await postPage(module, call);
      expect([name, status, toast?.type]).toEqual([name, 302, 'success']);
    }
  });

  test.each([
    ['a browser that says nothing at all', { origin: null }],
    [
      'a browser that says only that it is our page',
      { origin: null, headers: { 'Sec-Fetch-Site': 'same-origin' } },
    ],
    ['a browser that says only which page', { origin: null, headers: { Referer: `${origin}/login` } }],
  ])('%s is accepted', async (_how, from) => {
    const fields = { email: patient.email, password };
    expect((await postPage(loginPage, { path: '/login', fields, ...from })).status).toBe(302);
  });
});

describe('the cookie at the API', () => {
  const ours = { 'Sec-Fetch-Site': 'same-origin', Origin: origin };

  test('writes nothing, wherever the call comes from', async () => {
    const { _id: reportId } = await aReportOf(patient, { file: 'rash.png' });
    const expertId = (await an.unapprovedExpert()).id;
    const writes: [RouteModule, Parameters<typeof callApi>[1]][] = [
      [uploadApi, { method: 'POST', cookie: patient.cookie, body: uploadFields(await fixture('rash.png')) }],
      [deleteReport, { method: 'DELETE', cookie: patient.cookie, body: { reportId } }],
      [addReview, { method: 'POST', cookie: expert.cookie, params: { reportId }, body: { review: 'Rest' } }],
      [approveExpert, { method: 'POST', cookie: admin.cookie, body: { expertId } }],
    ];
    await clinic.storedFiles();
    const before = await rawDatabase();
    for (const [module, call] of writes) {
      expect((await callApi(module, { ...call, headers: ours })).status).toBe(401);
    }
    expect((await rawDatabase()) === before).toBe(true);
  });

  test('reads for our own pages only', async () => {
    const read = async (headers: Record<string, string>) =>
      (await callApi(getPending, { cookie: expert.cookie, headers })).status;
    expect(await read({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await read({ 'Sec-Fetch-Site': site })).toBe(401);
    expect(await read({})).toBe(401);
  });

  test('is ignored if there is a token', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const { status } = await callApi(getPending, { cookie: expert.cookie, token: 'dead', headers });
    expect(status).toBe(401);
  });
});

describe('clients in a browser on another site', () => {
  const ask = (from: string, method = 'POST') =>
    callApi(sendOtp, { method, body: method === 'POST' ? {} : undefined, headers: { Origin: from } });

  test('are allowed if the clinic names the site, errors included', async () => {
    for (const site of [partner, 'https://other.partner.test']) {
      const answer = await ask(site);
      expect(answer.status).toBe(422);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site);
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(answer.headers.get('Vary')).toMatch(/Origin/);
    }
  });

  test('may ask in advance what they may send', async () => {
    const answer = await ask(partner, 'OPTIONS');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(partner);
    expect(answer.headers.get('Access-Control-Allow-Methods')).toMatch(/\bPOST\b/);
    expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/\bAuthorization\b.*\bContent-Type\b/);
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  test.each(['https://evil.test', 'null', `${partner}.evil.test`, 'http://app.partner.test', origin])(
    'of %s, which is not named, are refused',
    async (site) => {
      for (const method of ['POST', 'OPTIONS']) {
        const answer = await ask(site, method);
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
        expect(answer.status).toBe(method === 'POST' ? 422 : 405);
      }
    },
  );
});
