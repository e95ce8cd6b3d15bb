import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '~/domain/identity/sessions.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import * as loginPage from '~/routes/guest/login';
import { a, type Clinic, openClinic, origin, password, type Somebody } from '../../support/clinic';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { logInByApi, statusOfToken } from '../../support/visits';

const resetByApi = apiRoute('auth/reset-password');
const askByApi = apiRoute('auth/reset-password-token');

let clinic: Clinic;
let patient: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterEach(() => clinic.close());

/** Posts a raw form body, as a client other than a browser would. */
async function postRaw(body: string) {
  const request = new Request(`${origin}/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const answer = await loginPage.action({ request, params: {}, context: {} });
  return 'init' in answer ? { status: answer.init?.status, data: answer.data } : { status: answer.status };
}

describe('a hand-made form', () => {
  test('is refused at once with forty thousand fields', async () => {
    expect((await postRaw('a=&'.repeat(40_000))).status).toBe(413);
    expect((await postRaw('a=&'.repeat(40))).status, 'a few extra fields are accepted').toBe(400);
  });

  test('cannot instruct the form library: its instructions are neither read nor returned', async () => {
    const update = JSON.stringify({ type: 'update', payload: { name: 'a', index: 3_000_000, value: 'x' } });
    for (const instruction of [update, 'not json']) {
      const body = new URLSearchParams({
        email: 'a@b.test',
        __intent__: instruction,
        __state__: instruction,
        'a[99]': 'x',
      });
      const { status, data } = await postRaw(String(body));
      expect(status).toBe(400);
      expect(data?.lastResult.initialValue).toEqual({ email: 'a@b.test' });
    }
  });

  test('gets valid input back, except passwords', async () => {
    const wrong = await postPage(loginPage, {
      path: '/login',
      fields: { email: patient.email, password: 'not it' },
    });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.data)).toContain(patient.email);
    expect(JSON.stringify(wrong.data)).not.toContain('not it');
  });
});

describe('a client with the old password', () => {
  test('gets no session once the checked password is no longer the account’s', async () => {
    const write = (passwordHash: string) => {
      const session = openSession({ userId: patient.id, kind: 'api', passwordHash });
      return atomically(session.steps);
    };
    const [account] = await db().select().from(users).where(eq(users.id, patient.id));
    expect(await write(account?.passwordHash ?? '')).toBe(true);
    await execute(db().update(users).set({ passwordHash: 'a new hash' }).where(eq(users.id, patient.id)));
    expect(await write(account?.passwordHash ?? '')).toBe(false);
  });

  test('does not stay logged in by racing the reset', async () => {
    await callApi(askByApi, { method: 'POST', body: { email: patient.email } });
    const emails = await clinic.emails(patient.email);
    const token = /update-password\/(\S+)/.exec(emails.at(-1)?.text ?? '')?.[1];
    const fresh = 'another quiet river';
    const logIns = (many: number) => Array.from({ length: many }, () => logInByApi(patient.email, password));
    const [reset, ...tries] = await Promise.all([
      callApi(resetByApi, { method: 'POST', body: { token, password: fresh, confirmPassword: fresh } }),
      ...logIns(12),
    ]);
    expect(reset.status).toBe(200);
    const tokens = tries.flatMap(({ json }) => (typeof json.token === 'string' ? [json.token] : []));
    for (const old of tokens) expect(await statusOfToken(old, patient.id)).toBe(401);
    const { json } = await logInByApi(patient.email, fresh);
    expect(await statusOfToken(String(json.token), patient.id), 'the new password works').toBe(200);
  });
});
