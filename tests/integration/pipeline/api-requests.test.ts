import { beforeAll, describe, expect, test } from 'vitest';
import { findCall } from '~/web/api/serve-calls.server';
import { callRoutes } from '../../support/calls';
import { a, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { apiRoute, callApi } from '../../support/requests';

const login = apiRoute('auth/login');
const logout = apiRoute('auth/logout');
const resetPassword = apiRoute('auth/reset-password');
const resetToken = apiRoute('auth/reset-password-token');
const sendOtp = apiRoute('auth/send-otp');
const signup = apiRoute('auth/signup');
const approveExpert = apiRoute('expert/approve-expert');
const getPendingExpert = apiRoute('expert/get-pending-expert');
const addReview = apiRoute('report/add-review');
const deleteReport = apiRoute('report/delete-report');
const getPending = apiRoute('report/get-pending-reports');
const getOfPatient = apiRoute('report/get-report-by-patientId');
const upload = apiRoute('report/upload-report');

let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const calls = [
  ['auth/send-otp', sendOtp, 'POST'],
  ['auth/signup', signup, 'POST'],
  ['auth/login', login, 'POST'],
  ['auth/logout', logout, 'POST'],
  ['auth/reset-password-token', resetToken, 'POST'],
  ['auth/reset-password', resetPassword, 'POST'],
  ['report/upload-report', upload, 'POST'],
  ['report/add-review', addReview, 'POST'],
  ['report/delete-report', deleteReport, 'DELETE'],
  ['report/get-pending-reports', getPending, 'GET, HEAD'],
  ['report/get-report-by-patientId', getOfPatient, 'GET, HEAD'],
  ['expert/get-pending-expert', getPendingExpert, 'GET, HEAD'],
  ['expert/approve-expert', approveExpert, 'POST'],
] as const;

describe('every call', () => {
  test.each(calls)('%s lists its methods before it requires a log-in', async (_name, module, allow) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, json } = await callApi(module, { method });
      if (allow.includes(method)) expect(status).not.toBe(405);
      else {
        expect([status, headers.get('Allow'), json.success]).toEqual([405, allow, false]);
        expect(json.message).toBe('This address does not accept that method');
      }
    }
  });

  test.each(calls)('%s answers in the envelope, in JSON, uncached', async (_name, module, allow) => {
    const method = allow.split(',')[0];
    for (const token of [undefined, 'dead', patient.token]) {
      if (module === logout && token === patient.token) continue;
      const { status, headers, json } = await callApi(module, { method, token });
      expect([typeof json.success, typeof json.message]).toEqual(['boolean', 'string']);
      expect(json.success).toBe(status === 200);
      expect(json.message).not.toBe('');
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test('is answered in the envelope if it does not exist', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, json } = await callApi(apiRoute('no/such'), { method, path: '/api/v1/no/such' });
      expect([status, json]).toEqual([
        404,
        { success: false, message: 'This call does not exist', code: 'no_such_call' },
      ]);
    }
  });

  test('is matched by its path segments alone, in either case', async () => {
    const at = async (part: string, name: string, id?: string) => {
      const params = { name, ...(id !== undefined && { id }) };
      const path = `/api/v1/${[part, ...Object.values(params)].join('/')}`;
      const { status } = await callApi(callRoutes.report, {
        method: 'GET',
        path,
        params,
        token: patient.token,
      });
      return status;
    };
    expect(await at('report', 'get-report-by-patientId', patient.id)).toBe(200);
    expect(await at('Report', 'GET-REPORT-BY-PATIENTID', patient.id)).toBe(200);
    // Paths with a missing part, with too many parts, and with a property that every object
    // inherits.
    expect(await at('report', 'get-report-by-patientId')).toBe(404);
    expect(await at('report', 'get-pending-reports', patient.id)).toBe(404);
    expect(await at('report', '__proto__')).toBe(404);
    expect(await at('constructor', 'name')).toBe(404);
    // The ID is optional here.
    expect(await at('report', 'delete-report')).toBe(405);
    expect(await at('report', 'delete-report', patient.id)).toBe(405);
  });
});

describe('an invalid body', () => {
  const log = (body: string, headers?: Record<string, string>) =>
    callApi(login, { method: 'POST', body, headers });

  test.each(['{', '{"email":', 'nonsense', '{"a":1}}', '\u0000'])(
    'is reported for broken JSON (%j)',
    async (text) => {
      const { status, json } = await log(text);
      expect([status, json]).toEqual([
        400,
        { success: false, message: 'The JSON could not be read', code: 'unreadable_request' },
      ]);
    },
  );

  test.each(['[]', 'null', '42', '"text"', 'true', '[{"email":"x"}]', '', '  '])(
    'is reported as missing fields for JSON that is not an object (%j)',
    async (text) => {
      const { status, json } = await log(text);
      expect(status).toBe(422);
      expect(Object.keys(json.errors ?? {}).sort()).toEqual(['email', 'password']);
    },
  );

  test.each([
    { email: { $gt: '' }, password: { $gt: '' } },
    { email: ['a@clinic.test'], password: [password] },
    { email: 1, password: true },
    { email: null, password: null },
  ])('is refused for fields of another type (%j)', async (body) => {
    const { status, json } = await callApi(login, { method: 'POST', body });
    expect([status, Object.keys(json.errors ?? {}).sort()]).toEqual([422, ['email', 'password']]);
  });

  test.each(['text/plain', 'application/xml', 'application/octet-stream'])('%s is refused', async (type) => {
    const { status, json } = await log('{"email":"x"}', { 'Content-Type': type });
    expect([status, json.message]).toEqual([415, 'Please send JSON, a form or multipart form data']);
  });

  test.each([
    ['JSON', { email: '', password: '' }],
    ['a form', new URLSearchParams()],
    ['multipart', new FormData()],
  ])('%s is accepted', async (_kind, body) => {
    for (const [name, value] of Object.entries({ email: patient.email, password })) {
      if (body instanceof FormData || body instanceof URLSearchParams) body.set(name, value);
      else Object.assign(body, { [name]: value });
    }
    expect((await callApi(login, { method: 'POST', body })).json.message).toBe('Login Successful');
  });

  test('is reported for multipart without a boundary, or with another content', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const { status, json } = await log('nonsense', { 'Content-Type': type });
      expect([status, json.success]).toEqual([400, false]);
    }
  });

  const maxBytes = 256 * 1024;
  const padded = (bytes: number) => {
    const right = JSON.stringify({ email: patient.email, password, more: '' });
    return right.replace('""', `"${'x'.repeat(bytes - right.length)}"`);
  };
  const large: [string, (bytes: number) => string | FormData | URLSearchParams][] = [
    ['JSON', padded],
    ['a form', (bytes) => new URLSearchParams({ more: 'x'.repeat(bytes) })],
    [
      'multipart',
      (bytes) => {
        const form = new FormData();
        form.set('more', 'x'.repeat(bytes));
        return form;
      },
    ],
  ];

  test('is accepted up to exactly 256 KiB', async () => {
    expect(padded(maxBytes)).toHaveLength(maxBytes);
    expect((await log(padded(maxBytes))).status).toBe(200);
    expect((await log(padded(65 * 1024))).status).toBe(200);
  });

  test.each(large)('is refused above 256 KiB (%s), announced or not', async (_kind, bodyOf) => {
    for (const bytes of [maxBytes + 1, 5 * maxBytes]) {
      const announced = { 'Content-Length': String(bytes) };
      for (const headers of [undefined, announced]) {
        const answer = await callApi(login, { method: 'POST', body: bodyOf(bytes), headers });
        expect([answer.status, answer.json.success]).toEqual([413, false]);
      }
    }
  });

  test('is refused with many thousand fields', async () => {
    const form = new FormData();
    for (let at = 0; at < 100; at += 1) form.append(`field${at}`, 'x');
    expect((await callApi(login, { method: 'POST', body: form })).status).toBe(413);
  });
});

describe('the handler in front of Remix', () => {
  const list = '/api/v1/report/get-pending-reports';
  test.each([
    list,
    `${list}?limit=2`,
    '/api/v1/report/get-report/AbC_d-1',
    '/api/v1/Report/GET-pending-reports',
  ])('answers a call in its documented form: %s', async (target) => {
    const answer = await findCall(target)?.(new Request(new URL(target, origin)));
    expect(answer?.status).toBe(401);
  });

  test.each([
    '/api/v1/report/get%2Dpending-reports',
    `${list}/`,
    `${list}.data`,
    `${list}/x`,
    `/${list}`,
    '/x/../api/v1/auth/login',
    '/api/v1/auth/login/../logout',
    '/api/v1/report/get-report',
    '/api/v1/report/get-report/a/b',
    '/api/v1/report/uploads/one',
    '/api/v1/openapi.json',
    '/api/v1/no/call',
    '/API/v1/auth/login',
    '/login',
  ])('leaves %s to Remix', (target) => {
    expect(findCall(target)).toBeUndefined();
  });
});
