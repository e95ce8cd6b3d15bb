import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { limitTable } from '~/platform/limits/limits.server';
import * as secondStepPage from '~/routes/guest/second-step';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { codeOf, switchOn } from '../../support/factors';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { advanceTime, byApi, byPage, elsewhere, headersFrom, home, hourMs } from '../../support/strangers';
import { statusOfToken } from '../../support/visits';

vi.setConfig({ testTimeout: 60_000 });

let clinic: Clinic;
let owner: Somebody;
/** Opens a clinic that allows 6 correct log-ins an hour. */
const open = async (scale = '0.1') => {
  clinic = await openClinic({ LIMIT_SCALE: scale, TRUST_PROXY: '127.0.0.1' });
  owner = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const channels = {
  api: async (address: string) => (await byApi(owner.email, password, address)).status,
  page: async (address: string) => (await byPage(owner.email, password, address)).status,
};
const howManySessions = async () =>
  (await db().select().from(sessions).where(eq(sessions.userId, owner.id))).length;

describe('correct log-ins', () => {
  test('are limited to sixty per account, network and hour', async () => {
    expect(limitTable.rightLogins).toEqual({ points: 60, seconds: 3600 });
    await open('1');
    for (let at = 0; at < 60; at += 1)
      expect(await channels[at % 2 === 0 ? 'api' : 'page'](home)).toBe(at % 2 === 0 ? 200 : 302);
    const refused = await byApi(owner.email, password, home);
    expect([refused.status, refused.json.message]).toEqual([
      429,
      'You have logged in too many times. Please try again in 1 hour.',
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    const page = await byPage(owner.email, password, home);
    expect([page.status, Number(page.headers.get('Retry-After')) > 3500]).toEqual([429, true]);
    expect(page.message).toBe(refused.json.message);
    expect(await howManySessions(), 'including the two earlier sessions').toBe(62);
  });

  test('are not limited for other accounts, elsewhere or in the next hour, and end no session', async () => {
    await open();
    const { token } = (await byApi(owner.email, password, home)).json as { token?: string };
    for (let at = 1; at < 8; at += 1) await channels.api(home);
    expect(await channels.api(home)).toBe(429);
    const otherPatient = await a.patient();
    expect((await byApi(otherPatient.email, password, home)).status).toBe(200);
    expect(await channels.api(elsewhere)).toBe(200);
    expect(await statusOfToken(token ?? '', owner.id)).toBe(200);
    advanceTime(hourMs);
    expect(await channels.api(home)).toBe(200);
  });

  test('are limited alike for an IPv6 /64, and to ten times as many for its /48', async () => {
    await open();
    const addressOf = (at: number) => `2001:db8:1:${(at % 12).toString(16)}::${at}`;
    for (let at = 0; at < 8; at += 1) await channels.api(`2001:db8:1:f::${at}`);
    expect(await channels.api('2001:db8:1:f::99')).toBe(429);
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) statuses.push(await channels.api(addressOf(at)));
    expect(statuses).toEqual([...Array(54).fill(200), ...Array(6).fill(429)]);
    expect(await channels.api('2001:db8:2:1::1')).toBe(200);
  });

  test('count once with a second factor, and a wrong code does not count', async () => {
    await open();
    const { secret } = await switchOn(owner);
    const login = apiRoute('auth/login');
    const withCode = async (otp?: string) => {
      const body = { email: owner.email, password, ...(otp && { otp }) };
      return (await callApi(login, { method: 'POST', body, headers: headersFrom(home) })).status;
    };
    for (let at = 0; at < 10; at += 1) expect(await withCode(), 'no code').toBe(401);
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      advanceTime(30_000);
      statuses.push(await withCode(codeOf(secret)));
    }
    for (let at = 0; at < 4; at += 1) {
      advanceTime(30_000);
      const first = await byPage(owner.email, password, home);
      statuses.push(first.status);
      const path = '/login/second-step';
      const fields = { otp: codeOf(secret) };
      if (first.status === 302)
        expect(
          (
            await postPage(secondStepPage, {
              path,
              fields,
              cookie: first.cookies,
              headers: headersFrom(home),
            })
          ).location,
        ).toBe('/dashboard/home');
    }
    expect(statuses).toEqual([200, 200, 200, 302, 302, 302, 429]);
    advanceTime(30_000);
    expect(await withCode(codeOf(secret)), 'the limit comes before the code').toBe(429);
  });

  test('do not reveal an account to a stranger: a wrong password is refused as before', async () => {
    await open('1');
    for (let at = 0; at < 60; at += 1) await channels.api(home);
    const texts = await Promise.all(
      [owner.email, 'nobody@clinic.test'].map(async (email) => {
        const { status, text } = await byApi(email, 'not the password', home);
        return [status, text];
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
  });
});
