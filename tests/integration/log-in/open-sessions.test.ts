import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as home from '~/routes/dashboard/home';
import * as loginPage from '~/routes/guest/login';
import { postSettings } from '../../support/accounts';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { endSessionOf, sessionsOf } from '../../support/open-sessions';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { statusOfToken } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  patient = await a.patient();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const hour = 3_600_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const chrome =
  'Mozilla/5.0 (Linux; Android 14; Canaryphone) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const login = apiRoute('auth/login');
const logoutOthers = apiRoute('auth/logout-others');

const logInWith = (userAgent: string, who = patient) =>
  postPage(loginPage, {
    path: '/login',
    fields: { email: who.email, password },
    headers: { 'User-Agent': userAgent },
  });
const programOf = async (userAgent: string, who = patient) => {
  const body = { email: who.email, password };
  const { json } = await callApi(login, { method: 'POST', body, headers: { 'User-Agent': userAgent } });
  return { token: json.token as string };
};
const opensHome = (cookie: string) => getPage(home, { path: '/dashboard/home', cookie });
const settingsOf = async ({ cookie }: Pick<Somebody, 'cookie'>) =>
  (
    (await getPage(settingsPage, { path: '/dashboard/settings', cookie })).data as {
      sessions: { data: Awaited<ReturnType<typeof sessionsOf>>; meta: { total: number } };
    }
  ).sessions;
const actionsOf = async ({ id }: Somebody) =>
  (await db().select().from(audit).where(eq(audit.actorId, id)).orderBy(audit.id)).map(
    ({ action }) => action,
  );

describe('the list of sessions', () => {
  test('shows the device, the time of the log-in and the time of the last use', async () => {
    later(1000);
    await logInWith(chrome);
    const program = await programOf('curl/8.5.0');
    const moment = new Date().toISOString();
    const all = await sessionsOf(program);
    expect(all).toHaveLength(4);
    const summaryOf = ({ kind, device, isCurrent }: (typeof all)[number]) => [kind, device, isCurrent];
    expect(all.map(summaryOf)).toEqual(
      expect.arrayContaining([
        ['api', 'curl', true],
        ['web', 'Chrome · Android', false],
        ['web', null, false],
        ['api', null, false],
      ]),
    );
    expect(all[0]).toMatchObject({ isCurrent: true, createdAt: moment, lastUsedAt: moment });
    const page = await settingsOf(patient);
    expect(page.data.map(summaryOf)[0]).toEqual(['web', null, true]);
    expect(page.meta.total).toBe(4);
  });

  test('is private, and contains no token and nothing stored of one', async () => {
    const otherPatient = await a.patient();
    const text = JSON.stringify(await sessionsOf(otherPatient));
    for (const { tokenHash } of await db().select().from(sessions)) expect(text).not.toContain(tokenHash);
    expect(text).not.toContain(otherPatient.token);
    const ids = new Set((await sessionsOf(patient)).map(({ _id }) => _id));
    expect((await sessionsOf(otherPatient)).filter(({ _id }) => ids.has(_id))).toEqual([]);
    expect(ids.size).toBe(2);
  });

  test('is sealed on the disk, and stores nothing of an unknown client', async () => {
    await logInWith(chrome);
    await logInWith('Mozilla/5.0 Canarybrowser of Asha');
    const raw = await rawDatabase();
    for (const words of ['Chrome ·', 'Canaryphone', 'Canarybrowser']) expect(raw.includes(words)).toBe(false);
    const rows = await db().select({ device: sessions.device }).from(sessions);
    expect(rows.filter(({ device }) => device !== null)).toEqual([{ device: 'Chrome · Android' }]);
  });

  test('omits expired sessions', async () => {
    later(12 * hour + 1000);
    const fresh = await programOf('curl/8.5.0');
    expect((await sessionsOf(fresh)).map(({ kind }) => kind)).toEqual(['api', 'api']);
  });

  test('is paginated', async () => {
    await programOf('curl/8.5.0');
    const { json } = await callApi(apiRoute('auth/sessions'), {
      token: patient.token,
      path: '/api/v1/auth/sessions?limit=2&page=2',
    });
    expect([(json.data as unknown[]).length, json.meta]).toEqual([1, { page: 2, limit: 2, total: 3 }]);
  });

  test('does not write at each request', async () => {
    const seen = () => db().select({ seenAt: sessions.seenAt }).from(sessions).orderBy(sessions.tokenHash);
    const before = JSON.stringify(await seen());
    later(4 * 60_000);
    await opensHome(patient.cookie);
    expect(JSON.stringify(await seen())).toBe(before);
  });
});

describe('logging out one device', () => {
  test('redirects to the log-in page on that device, confirms it here, and keeps this session', async () => {
    const there = await logInWith(chrome);
    const cookie = there.setCookies.find((line) => line.startsWith('session='))?.split(';')[0] ?? '';
    expect((await opensHome(cookie)).status).toBe(200);
    const device = (await settingsOf(patient)).data.find((one) => one.device === 'Chrome · Android');
    const answer = await postSettings(patient, 'session', { sessionId: device?._id ?? '' });
    expect([answer.location, answer.toast?.message]).toEqual([
      '/dashboard/settings/sessions',
      'That device is logged out',
    ]);
    expect((await opensHome(cookie)).location).toBe('/login?next=%2Fdashboard%2Fhome');
    expect((await opensHome(patient.cookie)).status).toBe(200);
    expect((await settingsOf(patient)).data.map(({ device: name }) => name)).toEqual([null, null]);
    expect(await actionsOf(patient)).toContain('session.ended');
  });

  test('says that it is already done the second time', async () => {
    const { _id: sessionId = '' } = (await settingsOf(patient)).data[1] ?? {};
    await postSettings(patient, 'session', { sessionId });
    const answer = await postSettings(patient, 'session', { sessionId });
    expect([answer.location, answer.toast]).toEqual([
      '/dashboard/settings/sessions',
      { type: 'error', message: 'That device is not logged in any more' },
    ]);
  });

  test('ends another session or its own through the API', async () => {
    const program = await programOf('curl/8.5.0');
    const all = await sessionsOf(program);
    for (const one of [...all.filter(({ isCurrent }) => !isCurrent), ...all.slice(0, 1)]) {
      const { status, json } = await endSessionOf(program, one._id);
      expect([status, json]).toEqual([200, { success: true, message: 'That device is logged out' }]);
    }
    expect(await statusOfToken(program.token, patient.id)).toBe(401);
    expect((await opensHome(patient.cookie)).status).toBe(302);
  });

  test('answers another account’s session like a missing one, and accepts no token or hash', async () => {
    const otherPatient = await a.patient();
    const missing = await endSessionOf(patient, 'none');
    expect(missing.status).toBe(404);
    const [otherSession] = await sessionsOf(otherPatient);
    const rows = await db().select().from(sessions);
    for (const id of [
      otherSession?._id ?? '',
      otherPatient.token,
      patient.token,
      ...rows.map(({ tokenHash }) => tokenHash),
    ])
      expect((await endSessionOf(patient, id)).text).toBe(missing.text);
    expect(await db().select().from(sessions)).toHaveLength(rows.length);
    const page = await postSettings(patient, 'session', { sessionId: otherSession?._id ?? '' });
    expect(page.toast?.type).toBe('error');
    expect(await statusOfToken(otherPatient.token, otherPatient.id)).toBe(200);
  });
});

describe('logging out everywhere else', () => {
  test.each(['patient', 'expert', 'admin'] as const)('keeps only this session of an %s', async (role) => {
    const who = role === 'patient' ? patient : await an[role]();
    const otherPatient = await a.patient();
    const answer = await postSettings(who, 'other-sessions', {});
    expect([answer.location, answer.toast?.message]).toEqual([
      '/dashboard/settings/sessions',
      'You are logged out everywhere else',
    ]);
    expect((await opensHome(who.cookie)).status).toBe(200);
    expect((await callApi(logoutOthers, { method: 'POST', token: who.token })).status).toBe(401);
    expect(await statusOfToken(otherPatient.token, otherPatient.id)).toBe(200);
    expect((await settingsOf(who)).data.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    await postSettings(who, 'other-sessions', {});
    expect((await actionsOf(who)).filter((one) => one === 'session.othersEnded')).toHaveLength(1);
  });

  test('keeps the client’s own token through the API', async () => {
    const { status, json } = await callApi(logoutOthers, { method: 'POST', token: patient.token });
    expect([status, json.message]).toEqual([200, 'You are logged out everywhere else']);
    expect(await statusOfToken(patient.token, patient.id)).toBe(200);
    expect((await opensHome(patient.cookie)).status).toBe(302);
  });

  test('ignores any session named in the request', async () => {
    const otherSession = await programOf('curl/8.5.0');
    const body = { token: otherSession.token };
    await callApi(logoutOthers, { method: 'POST', token: patient.token, body });
    expect(await statusOfToken(patient.token, patient.id)).toBe(200);
    expect(await statusOfToken(otherSession.token, patient.id)).toBe(401);
  });
});
