import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sentences } from '~/i18n/translate';
import { limitTable } from '~/platform/limits/limits.server';
import * as openapi from '~/routes/api/document';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { apiRoute, callApi } from '../../support/requests';

let clinic: Clinic;
let patient: Somebody;
let neighbour: Somebody;
// A hundredth of each limit: 3 calls a minute for each token or network, and 30 wrong tokens.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ LIMIT_SCALE: '0.01' });
  [patient, neighbour] = [await a.patient(), await a.patient()];
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const list = async (token?: string) => {
  const { status, headers } = await callApi(apiRoute('report/get-report-by-patientId'), {
    token,
    params: { patientId: patient.id },
  });
  const [limit, policy, wait] = ['RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) =>
    headers.get(name),
  );
  return { status, limit, policy, wait };
};
const often = async (times: number, token?: string) => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await list(token)).status);
  return statuses;
};

describe('calls with a valid token', () => {
  test('count for the token, and every answer says how many are left', async () => {
    expect(await list(patient.token)).toEqual({
      status: 200,
      limit: '"token";r=2;t=60',
      policy: '"token";q=3;w=60',
      wait: null,
    });
    vi.setSystemTime(Date.now() + 20_000);
    expect(await list(patient.token)).toMatchObject({ limit: '"token";r=1;t=40' });
    await list(patient.token);
    expect(await list(patient.token)).toEqual({
      status: 429,
      limit: '"token";r=0;t=40',
      policy: '"token";q=3;w=60',
      wait: '40',
    });
    vi.setSystemTime(Date.now() + 41_000);
    expect((await list(patient.token)).status).toBe(200);
  });

  test('do not lock out others behind the same address', async () => {
    expect(await often(5, patient.token)).toEqual([200, 200, 200, 429, 429]);
    expect((await list(neighbour.token)).status).toBe(404);
    expect((await list()).status).toBe(401);
  });
});

describe('calls without a valid token', () => {
  test('count for their network, whatever token they guess, and lock out no valid token', async () => {
    expect(await list('guessed')).toMatchObject({ status: 401, limit: '"network";r=2;t=60' });
    expect(await often(4)).toEqual([401, 401, 429, 429]);
    expect((await list('guessed again')).status).toBe(429);
    expect((await list(patient.token)).status).toBe(200);
  });

  test('are no longer looked up after very many wrong tokens', async () => {
    expect(limitTable.wrongTokens.points).toBe(10 * limitTable.apiCalls.points);
    await often(30, 'guessed');
    expect(await list(patient.token)).toMatchObject({ status: 429, limit: '"wrong-tokens";r=0;t=60' });
    vi.setSystemTime(Date.now() + 61_000);
    expect((await list(patient.token)).status).toBe(200);
  });

  test('get the API document under the limit of their network', async () => {
    const ask = () => callApi(openapi, { path: '/api/v1/openapi.json' });
    expect((await ask()).headers.get('RateLimit')).toBe('"network";r=2;t=60');
    await often(2);
    const { status, headers } = await ask();
    expect([status, headers.get('RateLimit'), headers.get('Retry-After')]).toEqual([
      429,
      '"network";r=0;t=60',
      '60',
    ]);
  });
});

test.each([
  ['X-API-Key', 'slk_live_x'],
  ['Authorization', 'Basic YTpi'],
  ['Authorization', 'Token x'],
])('the answer 401 to a secret in %s: %s names the header that is wanted', async (header, value) => {
  const headers = { [header]: value };
  const { status, json } = await callApi(apiRoute('profile/clinic-number'), { headers });
  expect([status, json.message]).toEqual([401, sentences['refused.scheme']]);
});

test('the answer 401 asks for a token, even after a wrong password', async () => {
  const body = { email: patient.email, password: 'not this one' };
  const { status, headers } = await callApi(apiRoute('auth/login'), { method: 'POST', body });
  expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
});
