import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loader as rootLoader } from '~/root';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as homePage from '~/routes/dashboard/home';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as viewerFile from '~/routes/files/viewer';
import { passwordFields, postSettings, profileFields } from '../../support/accounts';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { anotherSessionOf, endSessionOf, sessionsOf } from '../../support/open-sessions';
import { callApi, getPage, type PageAnswer, postPage } from '../../support/requests';
import { logInByPage } from '../../support/visits';

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
const opensNewDocument = ({ headers }: PageAnswer) => headers.has('X-Remix-Reload-Document');
const logOut = ({ cookie }: Pick<Somebody, 'cookie'>) => postPage(logoutPage, { path: '/logout', cookie });

/** Ends the patient's session in the browser from another device. */
async function endFromElsewhere() {
  const web = (await sessionsOf(patient)).find(({ kind }) => kind === 'web');
  await endSessionOf(patient, web?._id ?? (await anotherSessionOf(patient)));
}

describe('the browser leaves the document of its user', () => {
  test('after a log-out', async () => {
    const answer = await logOut(patient);
    expect(answer.location).toBe('/');
    expect(answer.toast?.message).toBe('Logged out Successfully');
    expect(opensNewDocument(answer)).toBe(true);
  });

  test('after the account was deleted', async () => {
    const answer = await postSettings(patient, 'delete', { confirmation: 'DELETE', password });
    expect([answer.location, opensNewDocument(answer)]).toEqual(['/', true]);
  });

  test('after a new password, which gives the browser a new session', async () => {
    const answer = await postSettings(patient, 'password', passwordFields());
    expect([answer.location, opensNewDocument(answer)]).toEqual(['/dashboard/settings', true]);
  });

  test.each([
    ['a page', () => getPage(homePage, { path: '/dashboard/home', cookie: patient.cookie })],
    [
      'the upload, with its message',
      () => getPage(uploadPage, { path: '/dashboard/upload-report', cookie: patient.cookie }),
    ],
    ['a form', () => postSettings(patient, 'profile', profileFields())],
    ['the log-out', () => logOut(patient)],
    ['the question before it', () => getPage(logoutPage, { path: '/logout', cookie: patient.cookie })],
  ])('after the session has ended, when they request %s', async (_what, visit) => {
    vi.setSystemTime(Date.now() + 12 * hour + 1000);
    const answer = await visit();
    expect(answer.location).toMatch(/^\/(?:login\?.*)?$/);
    expect(opensNewDocument(answer)).toBe(true);
  });

  test('but not that of a guest, at a log-in or on the way to it', async () => {
    expect(opensNewDocument(await logInByPage(patient.email))).toBe(false);
    const answer = await getPage(homePage, { path: '/dashboard/home' });
    expect(answer.location).toMatch(/^\/login/);
    expect(opensNewDocument(answer)).toBe(false);
  });
});

describe('an open page learns', () => {
  const ask = async (cookie: string) =>
    (await callApi(viewerFile, { path: '/files/viewer', cookie })).json as Record<string, unknown>;

  test('that its user is signed in', async () => {
    expect(await ask(patient.cookie)).toMatchObject({ id: patient.id, isOver: false });
  });

  test.each([
    ['logged out here', () => logOut(patient)],
    ['logged out from another device', endFromElsewhere],
    ['logged out by a new password', () => postSettings(patient, 'password', passwordFields())],
  ])('that the session was %s', async (_how, end) => {
    await end();
    expect(await ask(patient.cookie)).toMatchObject({ id: null, isOver: true });
  });

  test('that the browser has lost its session', async () => {
    expect(await ask('')).toMatchObject({ id: null, isOver: true });
  });

  test('but nothing of a session that has merely expired', async () => {
    vi.setSystemTime(Date.now() + 12 * hour + 1000);
    expect(await ask(patient.cookie)).toMatchObject({ id: null, isOver: false });
  });
});

describe('the next page knows that the browser was logged out from elsewhere', () => {
  const isEnded = async (cookie: string) =>
    ((await getPage({ loader: rootLoader }, { path: '/login', cookie })).data as { isEnded?: boolean })
      .isEnded;

  test('from a deleted session, but not from an expired or missing one', async () => {
    expect(await isEnded(patient.cookie)).toBeUndefined();
    expect(await isEnded('')).toBeUndefined();
    vi.setSystemTime(Date.now() + 12 * hour + 1000);
    expect(await isEnded(patient.cookie)).toBeUndefined();
    const { cookies } = await logInByPage(patient.email);
    await logOut({ cookie: cookies });
    expect(await isEnded(cookies)).toBe(true);
  });
});
