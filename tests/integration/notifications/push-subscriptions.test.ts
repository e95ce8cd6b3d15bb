import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { endAllSessions } from '~/domain/identity/session-endings.server';
import { findViewer } from '~/domain/identity/sessions.server';
import { turnOnPush } from '~/domain/notifications/push-subscriptions.server';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as thisPhonePage from '~/routes/dashboard/account/this-phone';
import * as loginPage from '~/routes/guest/login';
import * as secondStepPage from '~/routes/guest/second-step';
import { readCookie } from '~/web/request/cookies.server';
import { deleteAccountOf, postSettings, savePassword } from '../../support/accounts';
import { a, an, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, identityOf, issueSlipBy, slipFrom } from '../../support/desk';
import { codeOf, switchOn } from '../../support/factors';
import { freshLimits } from '../../support/fresh-limits';
import { postPush, pushAddressesOf, turnOnPushBy } from '../../support/push';
import { aPushBrowser } from '../../support/push-service';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { judgeByApi, logInByPage } from '../../support/visits';

const clinic = clinicForFile();
let patient: Somebody;
beforeEach(async () => {
  await freshLimits(1000);
  patient = await a.patient();
});
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;
const cookieIn = (setCookies: string[], name: string) =>
  setCookies.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? '';
const logInAt = (email: string, cookie: string) =>
  postPage(loginPage, { path: '/login', fields: { email, password }, cookie });
const sessionOf = async (email: string) => cookieIn((await logInByPage(email)).setCookies, 'session');
const tokenIn = async (cookie: string) =>
  (await readCookie(new Request(origin, { headers: { cookie } }), 'session')) ?? '';
const hashIn = async (cookie: string) => hashToken(await tokenIn(cookie));
const isOn = async (cookie: string) => {
  const { data } = await getPage(thisPhonePage, { path: '/dashboard/this-phone', cookie });
  return (data as { data: { isOn: boolean } }).data.isOn;
};
/** Ends the lifetime of a session, as after thirty days. */
const expire = async (cookie: string) =>
  execute(
    db()
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - hour) })
      .where(eq(sessions.tokenHash, await hashIn(cookie))),
  );

describe('the page', () => {
  test('turns the messages of this browser on and off, and the audit log says so', async () => {
    expect(await isOn(patient.cookie)).toBe(false);
    const { answer, browser, pushCookie } = await turnOnPushBy(patient.cookie);
    expect([answer.location, answer.toast?.message]).toEqual([
      '/dashboard/this-phone',
      'Messages on this phone are on',
    ]);
    expect(pushCookie).not.toBe('');
    expect(await isOn(patient.cookie)).toBe(true);
    expect(await isOn(await sessionOf(patient.email)), 'in another browser').toBe(false);
    expect(await pushAddressesOf(patient)).toEqual([browser.target.endpoint]);
    const { toast, setCookies } = await postPush(patient.cookie, 'off');
    expect(toast?.message).toBe('Messages on this phone are off');
    expect(setCookies.some((line) => /^push=;.*Max-Age=0/.test(line))).toBe(true);
    expect(await isOn(patient.cookie)).toBe(false);
    const entries = await db().select().from(audit).where(eq(audit.actorId, patient.id)).orderBy(audit.id);
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('push.'))).toEqual([
      'push.on',
      'push.off',
    ]);
  });

  test('refuses an address or keys that cannot be right, and stores nothing', async () => {
    const { fields } = aPushBrowser();
    for (const wrong of [
      { endpoint: 'https://push.example:8080/send' },
      { endpoint: 'http://push.example/send' },
      { endpoint: 'no address' },
      { p256dh: 'short' },
      { auth: 'short' },
      { auth: '' },
    ])
      expect((await postPush(patient.cookie, 'on', { ...fields, ...wrong })).location).toBeNull();
    expect(await pushAddressesOf(patient)).toEqual([]);
  });

  test('stores the address and the keys sealed', async () => {
    const { browser } = await turnOnPushBy(patient.cookie);
    const bytes = await rawDatabase();
    for (const secret of Object.values(browser.fields)) expect(bytes).not.toContain(secret);
  });

  test('keeps one address a session, and five an account: the oldest goes', async () => {
    await turnOnPushBy(patient.cookie);
    const { browser } = await turnOnPushBy(patient.cookie);
    expect(await pushAddressesOf(patient)).toEqual([browser.target.endpoint]);
    const addresses = [browser.target.endpoint];
    for (let at = 0; at < 5; at += 1) {
      const next = await turnOnPushBy(await sessionOf(patient.email));
      addresses.push(next.browser.target.endpoint);
    }
    expect((await pushAddressesOf(patient)).sort()).toEqual(addresses.slice(1).sort());
  });

  test('moves an address to the account that turns it on last', async () => {
    const other = await a.patient();
    const { browser } = await turnOnPushBy(patient.cookie);
    await turnOnPushBy(other.cookie, browser);
    expect([await pushAddressesOf(patient), await pushAddressesOf(other)]).toEqual([
      [],
      [browser.target.endpoint],
    ]);
  });
});

describe('the messages of a browser end', () => {
  type Ending = (cookie: string) => Promise<unknown>;
  const endings: Record<string, Ending> = {
    'its log-out': (cookie) => postPage(logoutPage, { path: '/logout', cookie }),
    'a log-out from another device': async () =>
      callApi(apiRoute('auth/logout-others'), { method: 'POST', token: patient.token }),
    'a new password': () => savePassword(patient),
    'the deleted account': () => deleteAccountOf(patient, { confirmation: 'DELETE', password }),
    'an older server that ends its session': async (cookie) =>
      execute(
        db()
          .delete(sessions)
          .where(eq(sessions.tokenHash, await hashIn(cookie))),
      ),
    'a restore': () => atomically(endAllSessions()),
  };

  test.each(Object.entries(endings))('with %s', async (_name, end) => {
    const cookie = await sessionOf(patient.email);
    await turnOnPushBy(cookie);
    expect(await pushAddressesOf(patient)).toHaveLength(1);
    await end(cookie);
    expect(await pushAddressesOf(patient)).toEqual([]);
  });

  const endingsOfAll = Object.entries(endings).filter(([name]) => !/its log-out|older/.test(name));
  test.each(endingsOfAll)('with %s, also if their session has expired', async (_name, end) => {
    const cookie = await sessionOf(patient.email);
    await turnOnPushBy(cookie);
    await expire(cookie);
    await end(cookie);
    expect(await pushAddressesOf(patient)).toEqual([]);
  });

  test('with a password from a link', async () => {
    await turnOnPushBy(patient.cookie);
    await callApi(apiRoute('auth/reset-password-token'), { method: 'POST', body: { email: patient.email } });
    const link = /\/update-password\/(\S+)/.exec((await clinic.emails(patient.email)).at(-1)?.text ?? '');
    const fresh = { password: 'another quiet river', confirmPassword: 'another quiet river' };
    const body = { token: link?.[1], ...fresh };
    const { status } = await callApi(apiRoute('auth/reset-password'), { method: 'POST', body });
    expect([status, await pushAddressesOf(patient)]).toEqual([200, []]);
  });

  test('with a new slip', async () => {
    const clerk = await a.clerk();
    const slip = await slipFrom(clerk);
    const own = 'two tall trees stand';
    await firstLogIn(slip, own);
    const { setCookies } = await logInByPage(slip.clinicNumber, own);
    await turnOnPushBy(cookieIn(setCookies, 'session'));
    expect(await pushAddressesOf({ id: slip.userId })).toHaveLength(1);
    expect((await issueSlipBy(clerk, identityOf(slip.userId))).status).toBe(200);
    expect(await pushAddressesOf({ id: slip.userId })).toEqual([]);
  });

  test('with a suspension', async () => {
    const [expert, admin] = [await an.expert(), await an.admin()];
    await turnOnPushBy(expert.cookie);
    const { status } = await judgeByApi(admin, 'suspend', expert.id, 'Registration not found');
    expect([status, await pushAddressesOf(expert)]).toEqual([200, []]);
  });

  test('with the log-in of another account in it, before that account turns anything on', async () => {
    const other = await a.patient();
    const cookie = await sessionOf(patient.email);
    const { pushCookie } = await turnOnPushBy(cookie);
    // The first session has idled out, so that nobody had to log out.
    const { setCookies } = await logInAt(other.email, pushCookie);
    expect(await pushAddressesOf(patient)).toEqual([]);
    expect(cookieIn(setCookies, 'push')).toBe('push=');
  });

  test('with the second step of another account in it', async () => {
    const other = await a.patient();
    const { secret } = await switchOn(other);
    const { pushCookie } = await turnOnPushBy(patient.cookie);
    const step = cookieIn((await logInAt(other.email, pushCookie)).setCookies, 'step');
    expect(await pushAddressesOf(patient), 'nobody has logged in yet').toHaveLength(1);
    const cookie = `${step}; ${pushCookie}`;
    const fields = { otp: codeOf(secret, 30_000) };
    const { location } = await postPage(secondStepPage, { path: '/login/second-step', fields, cookie });
    expect([location, await pushAddressesOf(patient)]).toEqual(['/dashboard/home', []]);
  });

  test('not with a log-in of another account in another browser', async () => {
    await turnOnPushBy(patient.cookie);
    await logInAt((await a.patient()).email, 'push=left');
    expect(await pushAddressesOf(patient)).toHaveLength(1);
  });
});

describe('a session that idles out', () => {
  test('leaves the messages on, 48 hours later and after it has expired and was purged', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cookie = await sessionOf(patient.email);
    await turnOnPushBy(cookie);
    vi.setSystemTime(Date.now() + 48 * hour);
    const { location } = await getPage(thisPhonePage, { path: '/dashboard/this-phone', cookie });
    expect(location).toContain('/login');
    await purge();
    expect(await pushAddressesOf(patient)).toHaveLength(1);
    vi.useRealTimers();
    await expire(cookie);
    await purge();
    expect(await db().$count(sessions, eq(sessions.tokenHash, await hashIn(cookie)))).toBe(0);
    expect(await pushAddressesOf(patient)).toHaveLength(1);
  });

  test('hands them on to the next log-in of the same account, whose log-out ends them', async () => {
    const cookie = await sessionOf(patient.email);
    const { browser, pushCookie } = await turnOnPushBy(cookie);
    const { setCookies } = await logInAt(patient.email, pushCookie);
    expect(await pushAddressesOf(patient)).toEqual([browser.target.endpoint]);
    const next = cookieIn(setCookies, 'session');
    expect(await isOn(next)).toBe(true);
    expect(setCookies.filter((line) => line.startsWith('push=')).at(-1)).toContain(pushCookie);
    await postPage(logoutPage, { path: '/logout', cookie: `${next}; ${pushCookie}` });
    expect(await pushAddressesOf(patient)).toEqual([]);
  });
});

test('logging out all other devices leaves the messages of this one on', async () => {
  const [here, there] = [await sessionOf(patient.email), await sessionOf(patient.email)];
  const { browser } = await turnOnPushBy(here);
  await turnOnPushBy(there);
  await postSettings({ cookie: here }, 'other-sessions');
  expect(await pushAddressesOf(patient)).toEqual([browser.target.endpoint]);
});

test('a session that has ended meanwhile turns nothing on', async () => {
  const cookie = await sessionOf(patient.email);
  const viewer = await findViewer(await tokenIn(cookie), 'web');
  if (!viewer) throw new Error('no session');
  await execute(
    db()
      .delete(sessions)
      .where(eq(sessions.tokenHash, await hashIn(cookie))),
  );
  const input = { token: await tokenIn(cookie), ...aPushBrowser().fields };
  await expect(turnOnPush.run({ viewer, input, context: {} as never })).rejects.toMatchObject({
    kind: 'signedOut',
  });
  expect(await db().$count(pushSubscriptions, eq(pushSubscriptions.userId, patient.id))).toBe(0);
});
