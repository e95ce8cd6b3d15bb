import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { knownNetworks, loginCeilings, loginTries } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import * as settingsPage from '~/routes/dashboard/account/settings';
import { deleteAccountOf, freshPassword, passwordFields } from '../../support/accounts';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { firstLogIn, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { apiRoute, callApi, type Fields, postPage } from '../../support/requests';
import { newAddress } from '../../support/signups';
import {
  advanceTime,
  attacker,
  blockUnknownBrowsers,
  byApi,
  byPage,
  dayMs,
  deviceIn,
  elsewhere,
  headersFrom,
  home,
  hourMs,
  knownBrowser,
  resetPassword,
  secondMs,
  tokenInEmail,
  wrongPassword,
} from '../../support/strangers';
import { logInByApi } from '../../support/visits';

// Each log-in that is checked costs a password hash, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const changePassword = apiRoute('auth/change-password');
const exportData = apiRoute('profile/export-data');
const deleteProfile = apiRoute('profile/delete-profile');
const askForReset = apiRoute('auth/reset-password-token');
const resetByApi = apiRoute('auth/reset-password');

let clinic: Clinic;
let owner: Somebody;
const open = async (settings: Record<string, string> = {}) => {
  clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1', ...settings });
  owner = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

/**
 * Makes wrong tries from several addresses, one after another over a few minutes.
 *
 * @returns The number that were checked, by address.
 */
async function guess(
  email: string,
  {
    tries,
    addresses,
    minutes,
  }: Record<string, number> & { tries: number; addresses: number; minutes: number },
) {
  const looked = new Map<string, number>();
  for (let at = 0; at < tries; at += 1) {
    const address = `192.0.2.${at % addresses}`;
    const { status } = await byApi(email, wrongPassword, address);
    expect([401, 429]).toContain(status);
    if (status === 401) looked.set(address, (looked.get(address) ?? 0) + 1);
    advanceTime((minutes * 60 * secondMs) / tries);
  }
  return {
    inAll: [...looked.values()].reduce((sum, one) => sum + one, 0),
    maximum: Math.max(...looked.values()),
  };
}

const noticesOf = async (action: AuditAction = 'session.limited') =>
  (await db().select().from(audit).where(eq(audit.action, action)).orderBy(audit.id)).map(
    ({ objectId }) => objectId,
  );
const emailsAbout = async (email: string) =>
  (await clinic.emails(email)).filter(({ subject }) => subject.startsWith('Many wrong passwords'));

describe('wrong log-ins from one network', () => {
  beforeEach(() => open());

  test('lock out nobody who comes from another network', async () => {
    for (const log of [byApi, byPage]) {
      for (let at = 0; at < 5; at += 1) await log(owner.email, wrongPassword, attacker);
      expect((await log(owner.email, password, attacker)).status).toBe(429);
      expect((await log(owner.email, password, home)).status).toBeLessThan(400);
    }
  });

  test('let the only admin in 59 of 59 times during a quarter of an hour', async () => {
    const admin = await an.admin();
    const [seen, attackerStatuses]: [number[], number[]] = [[], []];
    let next = Date.now();
    for (let at = 0; at < 59; at += 1) {
      // Five tries at once. After each wait, one more try, and a second one to learn the next wait.
      for (let more = at === 0 ? 6 : 2; more > 0 && Date.now() >= next; more -= 1) {
        const { status, headers } = await byApi(admin.email, wrongPassword, attacker);
        attackerStatuses.push(status);
        if (status === 429) next = Date.now() + secondMs * Number(headers.get('Retry-After'));
      }
      seen.push((await byApi(admin.email, password, home)).status);
      advanceTime(15 * secondMs);
    }
    expect(seen).toEqual(Array(59).fill(200));
    expect(attackerStatuses.filter((status) => status === 401)).toHaveLength(8);
  });

  test('count for its whole /64, and ten times as many for the /48 around it', async () => {
    await clinic.close();
    await open({ LIMIT_SCALE: '0.4' });
    const looked = { same: 0, site: 0 };
    for (let at = 0; at < 6; at += 1) {
      if ((await byApi(owner.email, wrongPassword, `2001:db8:1:1::${at}`)).status === 401) looked.same += 1;
    }
    for (let at = 0; at < 30; at += 1) {
      if ((await byApi(owner.email, wrongPassword, `2001:db8:1:${at + 2}::1`)).status === 401)
        looked.site += 1;
    }
    expect(looked).toEqual({ same: 2, site: 18 });
    expect((await byApi(owner.email, password, '2001:db8:2:1::1')).status).toBe(200);
  });

  test('are reset for that network by a correct one, and for all networks by a new password', async () => {
    for (const address of [attacker, elsewhere])
      for (let at = 0; at < 5; at += 1) await byApi(owner.email, wrongPassword, address);
    advanceTime(60 * secondMs);
    expect((await byApi(owner.email, password, elsewhere)).status).toBe(200);
    expect((await byApi(owner.email, wrongPassword, elsewhere)).status).toBe(401);
    expect((await byApi(owner.email, wrongPassword, attacker)).status).toBe(401);
    expect((await byApi(owner.email, wrongPassword, attacker)).status).toBe(429);
    expect((await byApi(owner.email, wrongPassword, elsewhere)).status).toBe(401);
    await resetPassword(clinic, owner.email);
    expect((await byApi(owner.email, freshPassword, attacker)).status).toBe(200);
  });
});

describe('a thousand guesses from fifty addresses in ten minutes', () => {
  beforeEach(() => open());

  test('are checked a hundred times; then only browsers that logged in before get in', async () => {
    const cookie = await knownBrowser(owner.email);
    expect((await byApi(owner.email, password, home)).status).toBe(200);
    advanceTime(10 * dayMs);
    const looked = await guess(owner.email, { tries: 1000, addresses: 50, minutes: 10 });
    expect(looked.inAll).toBe(100);
    expect(looked.maximum).toBeLessThanOrEqual(8);
    expect(await noticesOf(), 'the entry in the audit log').toEqual([owner.id]);
    const emails = await emailsAbout(owner.email);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('/forgot-password');

    const stranger = await byApi(owner.email, password, elsewhere);
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers.get('Retry-After'))).toBeGreaterThan(3000 - 60);
    expect(Number(stranger.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
    expect(stranger.json.message).toBe(
      'There were too many failed attempts for this address. You can log in now on a phone or computer where you have logged in before. Or choose a new password with “Forgot Password” and then log in. On this device, you can try again in 50 minutes.',
    );
    expect((await byPage(owner.email, password, elsewhere)).status).toBe(429);
    // The API recognises a client by its network, the page recognises a browser by its cookie.
    expect((await byPage(owner.email, password, home)).status).toBe(429);
    expect((await byPage(owner.email, password, elsewhere, cookie)).status).toBe(302);
    expect((await byApi(owner.email, password, home)).status).toBe(200);

    advanceTime(hourMs);
    expect((await byApi(owner.email, password, elsewhere)).status).toBe(200);
  });

  test('treat an address without an account like one with: no difference, and no e-mail', async () => {
    await clinic.close();
    await open({ LIMIT_SCALE: '0.2' });
    const nobody = newAddress();
    const courses: unknown[] = [];
    for (const email of [owner.email, nobody]) {
      const answers: unknown[] = [];
      for (let at = 0; at < 40; at += 1) {
        const address = `192.0.2.${at % 26}`;
        const { status, text, headers } =
          at % 2 ? await byApi(email, wrongPassword, address) : await byPage(email, wrongPassword, address);
        answers.push([status, text.replaceAll(email, 'SOMEBODY'), [...headers]]);
        advanceTime(2 * secondMs);
      }
      courses.push(answers);
    }
    expect(courses[1]).toEqual(courses[0]);
    expect(await noticesOf()).toEqual([owner.id, null]);
    expect(await emailsAbout(owner.email)).toHaveLength(1);
    expect(await clinic.emails(nobody)).toEqual([]);
  });

  test('do not lock out an owner who chooses a new password by e-mail', async () => {
    await blockUnknownBrowsers(owner.email);
    expect((await byPage(owner.email, password, home)).status).toBe(429);
    const cookie = deviceIn(await resetPassword(clinic, owner.email));
    expect((await byPage(owner.email, freshPassword, home, cookie)).status).toBe(302);
    expect((await byPage(owner.email, freshPassword, home)).status).toBe(429);
  });
});

describe('a continuing attack', () => {
  test('is reported again after a day, and not each time', async () => {
    await open({ LIMIT_SCALE: '0.02' });
    const emailCounts: number[] = [];
    for (let hours = 0; hours < 36; hours += 6) {
      for (let at = 0; at < 3; at += 1) await byApi(owner.email, wrongPassword, `192.0.2.${at}`);
      emailCounts.push((await emailsAbout(owner.email)).length);
      advanceTime(6 * hourMs);
      await purge();
    }
    expect(emailCounts).toEqual([1, 1, 1, 1, 2, 2]);
    expect(await noticesOf()).toHaveLength(2);
  });

  test('leaves nothing behind once it has ended', async () => {
    await open();
    await byApi(owner.email, password, home);
    await blockUnknownBrowsers(owner.email);
    advanceTime(31 * dayMs);
    await purge();
    for (const table of [loginTries, loginCeilings, knownNetworks]) {
      expect(await db().select().from(table)).toEqual([]);
    }
  });
});

describe('a signed-in user', () => {
  beforeEach(() => open());

  const asks: [string, (typed: string, fresh?: string) => Promise<{ status: number }>][] = [
    [
      'changing the password, another program',
      (typed) =>
        callApi(changePassword, {
          method: 'POST',
          token: owner.token,
          body: passwordFields({ oldPassword: typed }),
          headers: headersFrom(attacker),
        }),
    ],
    [
      'taking the data along',
      (typed) =>
        callApi(exportData, {
          method: 'POST',
          token: owner.token,
          body: { password: typed },
          headers: headersFrom(attacker),
        }),
    ],
    [
      'deleting the account, another program',
      (typed) =>
        callApi(deleteProfile, {
          method: 'DELETE',
          token: owner.token,
          body: { password: typed },
          headers: headersFrom(attacker),
        }),
    ],
    [
      'changing the password, page',
      (typed) => bySettings('password', passwordFields({ oldPassword: typed })),
    ],
    [
      'deleting the account, page',
      (typed) => bySettings('delete', { confirmation: 'DELETE', password: typed }),
    ],
  ];
  const bySettings = (part: string, fields: Fields, cookie = owner.cookie) =>
    postPage(settingsPage, {
      path: `/dashboard/settings/${part}`,
      params: { part },
      cookie,
      fields,
      headers: headersFrom(attacker),
    });

  test.each(asks)('is not slowed down by a stranger, even in the same network (%s)', async (_name, ask) => {
    await blockUnknownBrowsers(owner.email);
    for (let at = 0; at < 6; at += 1) await byApi(owner.email, wrongPassword, attacker);
    expect((await ask(password)).status).toBeLessThan(400);
  });

  test.each(asks)('has five tries and then must wait (%s)', async (_name, ask) => {
    for (let at = 0; at < 5; at += 1) expect([400, 422]).toContain((await ask(wrongPassword)).status);
    expect((await ask(password)).status).toBe(429);
    expect((await byApi(owner.email, password, home)).status, 'the user logs in as before').toBe(200);
    advanceTime(60 * secondMs);
    expect((await ask(password)).status).toBeLessThan(400);
  });

  test('is recognised at once after a password change, unlike older browsers', async () => {
    const old = await knownBrowser(owner.email);
    await byApi(owner.email, password, elsewhere);
    const fresh = deviceIn(await bySettings('password', passwordFields(), `${owner.cookie}; ${old}`));
    await blockUnknownBrowsers(owner.email);
    expect((await byPage(owner.email, freshPassword, home, old)).status).toBe(429);
    expect((await byApi(owner.email, freshPassword, elsewhere)).status).toBe(429);
    expect((await byPage(owner.email, freshPassword, home, fresh)).status).toBe(302);
  });
});

test('recognises an API client by its network after a password reset, and no other', async () => {
  await open();
  await byApi(owner.email, password, elsewhere);
  await callApi(askForReset, { method: 'POST', body: { email: owner.email }, headers: headersFrom(home) });
  const token = await tokenInEmail(clinic, owner.email);
  const body = { token, password: freshPassword, confirmPassword: freshPassword };
  const answer = await callApi(resetByApi, { method: 'POST', body, headers: headersFrom(home) });
  expect(Object.keys(answer.json).sort()).toEqual(['message', 'success']);
  await blockUnknownBrowsers(owner.email);
  expect((await byApi(owner.email, freshPassword, home)).status).toBe(200);
  expect((await byApi(owner.email, freshPassword, elsewhere)).status).toBe(429);
});

test('makes nobody wait because another server’s clock is a little behind', async () => {
  await open();
  for (const _time of [1, 2, 3]) expect((await byApi(owner.email, wrongPassword, home)).status).toBe(401);
  advanceTime(-30 * secondMs);
  expect((await byApi(owner.email, password, home)).status).toBe(200);
});

test('wrong passwords for a known, deleted or unknown number get the same answers, also once it is locked', async () => {
  await open();
  const clerk = await a.clerk();
  const [owned, deleted] = [await slipFrom(clerk), await slipFrom(clerk)];
  const { token } = await firstLogIn(deleted);
  expect((await deleteAccountOf({ token }, { password: 'two tall trees stand' })).status).toBe(200);
  const unknown = owned.clinicNumber.replace(/^..../, '0000');
  const answersFor = async (number: string) => {
    await freshLimits(1);
    const answers = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const { status, text, headers } = await logInByApi(number, wrongPassword);
      answers.push([status, text, headers.get('retry-after')]);
    }
    return answers;
  };
  const answers = await answersFor(owned.clinicNumber);
  expect(answers.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  for (const number of [deleted.clinicNumber, unknown]) expect(await answersFor(number)).toEqual(answers);
});
