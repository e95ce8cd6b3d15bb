import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as secondStepPage from '~/routes/guest/second-step';
import { freshPassword, passwordFields } from '../../support/accounts';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { codeOf, switchOn } from '../../support/factors';
import { apiRoute, callApi, type Fields, postPage } from '../../support/requests';
import {
  advanceTime,
  attacker,
  byPage,
  deviceIn,
  elsewhere,
  headersFrom,
  home,
  knownBrowser,
  resetPassword,
} from '../../support/strangers';

// Each log-in that is checked costs a password hash, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

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

describe('codes of the second step', () => {
  let secret: string;
  const stepMs = 30_000;
  const wrongCode = () => codeOf(secret, 20 * stepMs);
  const enter = (cookie: string, otp: string, address: string) =>
    postPage(secondStepPage, {
      path: '/login/second-step',
      cookie,
      fields: { otp },
      headers: headersFrom(address),
    });
  const withCode = (otp: string, address: string, typed = password) =>
    callApi(apiRoute('auth/login'), {
      method: 'POST',
      body: { email: owner.email, password: typed, otp },
      headers: headersFrom(address),
    });
  /**
   * Takes both steps of a log-in in a browser.
   *
   * @returns The answer to the second.
   */
  async function bothSteps(otp: () => string, address: string, device = '', typed = password) {
    const { cookies } = await byPage(owner.email, typed, address, device);
    return enter(`${cookies}; ${device}`, otp(), address);
  }
  const toWait = {
    location: '/login',
    toast: { type: 'error', message: expect.stringMatching(/^Too many failed attempts/) },
  };
  beforeEach(async () => {
    await open();
    ({ secret } = await switchOn(owner));
    advanceTime(stepMs);
  });

  test('are limited to five for a client with the password, from any number of networks', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) statuses.push((await withCode(wrongCode(), `192.0.2.${at}`)).status);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    expect((await withCode(codeOf(secret), home)).status).toBe(429);
  });

  test('guessed by a stranger lock out no browser that took both steps before', async () => {
    const device = deviceIn(await bothSteps(() => codeOf(secret), home));
    advanceTime(stepMs);
    expect((await withCode(codeOf(secret), elsewhere)).status).toBe(200);
    advanceTime(stepMs);
    for (let at = 0; at < 6; at += 1) await withCode(wrongCode(), attacker);
    expect(await bothSteps(() => codeOf(secret), home)).toMatchObject(toWait);
    expect((await bothSteps(() => codeOf(secret), home, device)).location).toBe('/dashboard/home');
    advanceTime(stepMs);
    expect((await withCode(codeOf(secret), elsewhere)).status).toBe(200);
  });

  test('are not increased by a browser that was known before, or by a new password alone', async () => {
    await clinic.close();
    await open();
    const before = await knownBrowser(owner.email);
    ({ secret } = await switchOn(owner));
    advanceTime(stepMs);
    for (let at = 0; at < 5; at += 1) await withCode(wrongCode(), attacker);
    expect(await bothSteps(wrongCode, home, before)).toMatchObject(toWait);
    const byEmail = deviceIn(await resetPassword(clinic, owner.email));
    expect(await bothSteps(wrongCode, home, byEmail, freshPassword)).toMatchObject(toWait);
  });

  test('are not increased by a session that changes its password again and again', async () => {
    const first = await bothSteps(() => codeOf(secret), home);
    const steal = (fields: Fields, cookie: string) =>
      postPage(settingsPage, {
        path: '/dashboard/settings/password',
        params: { part: 'password' },
        cookie,
        fields,
        headers: headersFrom(attacker),
      });
    advanceTime(stepMs);
    for (let at = 0; at < 5; at += 1) await withCode(wrongCode(), attacker);
    const modified = await steal(passwordFields(), first.cookies);
    expect(await bothSteps(wrongCode, attacker, deviceIn(modified), freshPassword)).toMatchObject(toWait);
  });
});
