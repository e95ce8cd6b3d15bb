import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as homePage from '~/routes/dashboard/home';
import * as loginPage from '~/routes/guest/login';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { getPage, postPage } from '../../support/requests';
import {
  advanceTime,
  blockUnknownBrowsers,
  byPage,
  dayMs,
  deviceIn,
  elsewhere,
  home,
  hourMs,
  knownBrowser,
  secondMs,
  wrongPassword,
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

describe('the cookie of a known browser', () => {
  beforeEach(() => open());

  test('is hidden from scripts and other sites, and identifies nobody', async () => {
    const { setCookies } = await byPage(owner.email, password, home);
    const line = setCookies.find((one) => one.startsWith('device=')) ?? '';
    expect(line).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [value = ''] = decodeURIComponent(line.slice('device='.length)).split(';');
    const [payload = ''] = value.split('.');
    const payloadText = Buffer.from(payload, 'base64').toString();
    for (const secret of [owner.id, owner.email, owner.lastName]) expect(payloadText).not.toContain(secret);
    expect(line.length).toBeLessThan(300);
  });

  test('is bound to the host if the public address is https', async () => {
    await clinic.close();
    await open({ PUBLIC_URL: 'https://clinic.test' });
    const answer = await postPage(loginPage, {
      path: 'https://clinic.test/login',
      origin: 'https://clinic.test',
      fields: { email: owner.email, password },
    });
    const line = answer.setCookies.find((one) => one.startsWith('__Host-device='));
    expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('is not a session, and is useless if modified or for another account', async () => {
    const cookie = await knownBrowser(owner.email);
    const page = await getPage(homePage, { path: '/dashboard/home', cookie });
    expect(page.location).toMatch(/^\/login/);
    const otherPatient = await a.patient();
    const otherCookie = await knownBrowser(otherPatient.email);
    await blockUnknownBrowsers(owner.email);
    const middle = Math.floor(cookie.length / 2);
    const modified =
      cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
    for (const one of [otherCookie, modified, 'device=x', 'device=', `${cookie}x`]) {
      expect((await byPage(owner.email, password, home, one)).status).toBe(429);
    }
    expect((await byPage(owner.email, password, home, cookie)).status).toBe(302);
  });

  test('remembers the last five accounts, each once', async () => {
    const people = [owner, ...(await Promise.all(Array.from({ length: 5 }, () => a.patient())))];
    let cookie = '';
    for (const { email } of [...people, ...people.slice(1)]) cookie = await knownBrowser(email, cookie);
    expect(cookie.length).toBeLessThan(700);
    const statuses: number[] = [];
    for (const { email } of people) {
      await blockUnknownBrowsers(email);
      statuses.push((await byPage(email, password, home, cookie)).status);
      advanceTime(hourMs);
    }
    expect(statuses).toEqual([429, ...Array(5).fill(302)]);
  });

  test('survives a log-out for 30 days', async () => {
    const answer = await byPage(owner.email, password, home);
    const out = await postPage(logoutPage, { path: '/dashboard/logout', cookie: answer.cookies });
    expect(out.location).toBe('/');
    expect(out.setCookies.filter((line) => line.startsWith('device='))).toEqual([]);
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
    advanceTime(30 * dayMs - 2 * 60 * secondMs);
    await blockUnknownBrowsers(owner.email);
    expect((await byPage(owner.email, wrongPassword, home, deviceIn(answer))).status).toBe(400);
    advanceTime(2 * 60 * secondMs);
    expect((await byPage(owner.email, password, home, deviceIn(answer))).status).toBe(429);
  });

  test('is removed with the account, and keeps the others', async () => {
    const otherPatient = await a.patient();
    const answer = await byPage(otherPatient.email, password, home, await knownBrowser(owner.email));
    const deletion = await postPage(settingsPage, {
      path: '/dashboard/settings/delete',
      params: { part: 'delete' },
      cookie: answer.cookies,
      fields: { confirmation: 'DELETE', password },
    });
    expect([deletion.status, deletion.location]).toEqual([302, '/']);
    await blockUnknownBrowsers(owner.email);
    expect((await byPage(owner.email, password, elsewhere, deviceIn(deletion))).status).toBe(302);
    const last = await byPage(owner.email, password, home, deviceIn(deletion));
    const empty = await postPage(settingsPage, {
      path: '/dashboard/settings/delete',
      params: { part: 'delete' },
      cookie: last.cookies,
      fields: { confirmation: 'DELETE', password },
    });
    expect(empty.setCookies.find((line) => line.startsWith('device='))).toMatch(/^device=; Max-Age=0/);
  });

  test('has five tries of its own on any network, even if others have used theirs up', async () => {
    const cookie = await knownBrowser(owner.email);
    for (let at = 0; at < 6; at += 1) await byPage(owner.email, wrongPassword, home);
    for (let at = 0; at < 5; at += 1) {
      expect((await byPage(owner.email, wrongPassword, `192.0.2.${at}`, cookie)).status).toBe(400);
    }
    const refused = await byPage(owner.email, password, '192.0.2.99', cookie);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    advanceTime(60 * secondMs);
    expect((await byPage(owner.email, password, '192.0.2.99', cookie)).status).toBe(302);
  });
});
