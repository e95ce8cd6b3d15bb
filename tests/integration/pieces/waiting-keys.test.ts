import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { waitingKeys } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import { freshPassword, passwordFields, postSettings } from '../../support/accounts';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { switchOn } from '../../support/factors';
import { endSessionOf, sessionsOf } from '../../support/open-sessions';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { judgeByApi, logInByApi, logInByPage, logOutByApi } from '../../support/visits';
import { askForKey, isKeyKept } from '../../support/waiting-keys';

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

/** Logs the user in with another browser. */
async function logInElsewhere(who: Somebody, typed = password): Promise<Somebody> {
  const { cookies } = await logInByPage(who.email, typed);
  return { ...who, cookie: cookies };
}

const missingKey = { status: 404, isThere: false };
const logOut = ({ cookie }: Somebody) => postPage(logoutPage, { path: '/logout', cookie });
const logOutOthers = ({ token }: Somebody) =>
  callApi(apiRoute('auth/logout-others'), { method: 'POST', token });

describe('the key of reports that wait in a browser', () => {
  test('is 256 random bits, constant for a session and different for each', async () => {
    const first = await askForKey(patient);
    expect(first.status).toBe(200);
    expect(Buffer.from(first.key, 'base64url')).toHaveLength(32);
    expect(await askForKey(patient)).toEqual(first);
    expect(await askForKey(patient, first.id)).toEqual(first);
    const otherKey = await askForKey(await logInElsewhere(patient));
    expect(otherKey.id).not.toBe(first.id);
    expect(otherKey.key).not.toBe(first.key);
  });

  test('is sealed in the database', async () => {
    const { key } = await askForKey(patient);
    const [row] = await db().select({ raw: sql<Buffer>`key` }).from(waitingKeys);
    expect(row?.raw.length).toBeGreaterThan(32);
    expect(Buffer.from(row?.raw ?? []).includes(key)).toBe(false);
  });

  test('is denied to other accounts and without a session, as if it never existed', async () => {
    const { id } = await askForKey(patient);
    const otherPatient = await a.patient();
    const never = await askForKey(otherPatient, 'abcdefghijklmnopqrstuvwxyz');
    expect(await askForKey(otherPatient, id)).toEqual(never);
    expect(never).toMatchObject(missingKey);
    expect(await askForKey({ cookie: '', id: patient.id }, id)).toMatchObject({ status: 401 });
    expect(await askForKey({ cookie: otherPatient.cookie, id: patient.id }, id)).toMatchObject({
      status: 401,
    });
    expect(await isKeyKept(id)).toBe(true);
  });

  test('is denied to another site', async () => {
    const answer = await askForKey(patient, undefined, { Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toMatch(/"key"/);
  });

  test('is made at most 20 times for an account', async () => {
    for (let at = 0; at < 20; at += 1)
      expect((await askForKey(await logInElsewhere(patient))).status).toBe(200);
    expect((await askForKey(await logInElsewhere(patient))).status).toBe(429);
    later(72 * hour);
    expect((await askForKey(await logInElsewhere(patient))).status).toBe(200);
  });

  test('is stored for 72 hours after it was last given out', async () => {
    const { id } = await askForKey(patient);
    later(11 * hour);
    await askForKey(patient, id);
    later(72 * hour - 1000);
    expect(await isKeyKept(id)).toBe(true);
    later(1000);
    expect(await isKeyKept(id)).toBe(false);
    expect(await askForKey(await logInElsewhere(patient), id)).toMatchObject(missingKey);
    await purge();
    expect(await db().select().from(waitingKeys)).toEqual([]);
  });

  test.each(['', 'a\u0000b', 'x'.repeat(100), "' or 1=1 --"])(
    'does not exist for an ID such as %j',
    async (id) => {
      expect(await isKeyKept(id)).toBe(false);
    },
  );
});

describe('the waiting reports become unreadable', () => {
  test('after a log-out, in that browser alone', async () => {
    const otherBrowser = await logInElsewhere(patient);
    const [here, there] = [await askForKey(patient), await askForKey(otherBrowser)];
    await logOut(patient);
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([false, true]);
    expect(await askForKey(otherBrowser, here.id)).toMatchObject(missingKey);
  });

  test('after a log-out everywhere else, but not here', async () => {
    const otherBrowser = await logInElsewhere(patient);
    const [here, there] = [await askForKey(patient), await askForKey(otherBrowser)];
    await postSettings(patient, 'other-sessions', {});
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([true, false]);
  });

  test('after a log-out everywhere else, also of sessions that expired or ended with a new password', async () => {
    const [first, second] = [await logInElsewhere(patient), await logInElsewhere(patient)];
    const ranOut = await askForKey(first);
    later(12 * hour + 1000);
    const { json } = await logInByApi(patient.email);
    await logOutOthers({ ...patient, token: String(json.token) });
    expect(await isKeyKept(ranOut.id)).toBe(false);
    const third = await logInElsewhere(second);
    const { id } = await askForKey(third);
    const answer = await postSettings(await logInElsewhere(patient), 'password', passwordFields());
    expect(await isKeyKept(id)).toBe(true);
    await postSettings({ ...patient, cookie: answer.cookies }, 'other-sessions', {});
    expect(await isKeyKept(id)).toBe(false);
  });

  test('after a log-out of one device in the settings', async () => {
    const here = await askForKey(patient);
    const knownSessions = new Set((await sessionsOf(patient)).map(({ _id }) => _id));
    const there = await askForKey(await logInElsewhere(patient));
    const session = (await sessionsOf(patient)).find(({ _id }) => !knownSessions.has(_id));
    expect((await endSessionOf(patient, session?._id ?? '')).status).toBe(200);
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([true, false]);
  });

  test('after a log-out of the session that took the key over', async () => {
    const { id } = await askForKey(patient);
    const next = await logInElsewhere(patient);
    await askForKey(next, id);
    await logOut(patient);
    expect(await isKeyKept(id)).toBe(true);
    await logOut(next);
    expect(await isKeyKept(id)).toBe(false);
  });

  test('after the end of the account', async () => {
    const { id } = await askForKey(patient);
    await callApi(apiRoute('profile/delete-profile'), { method: 'DELETE', token: patient.token });
    expect(await isKeyKept(id)).toBe(false);
    expect(await db().select().from(waitingKeys)).toEqual([]);
  });

  test('but not after a log-out of an API client, which has no key', async () => {
    const { id } = await askForKey(patient);
    await logOutByApi(patient.token);
    expect(await isKeyKept(id)).toBe(true);
  });
});

describe('the key is withheld until the account’s next log-in', () => {
  test('after the session expires', async () => {
    const waitingKey = await askForKey(patient);
    later(12 * hour + 1000);
    expect((await askForKey(patient, waitingKey.id)).status).toBe(401);
    await purge();
    expect(await isKeyKept(waitingKey.id)).toBe(true);
    expect(await askForKey(await logInElsewhere(patient), waitingKey.id)).toEqual(waitingKey);
  });

  test('after a new password', async () => {
    const phone = await logInElsewhere(patient);
    const waitingKey = await askForKey(phone);
    await postSettings(patient, 'password', passwordFields());
    expect((await askForKey(phone, waitingKey.id)).status).toBe(401);
    expect(await isKeyKept(waitingKey.id)).toBe(true);
    expect(await askForKey(await logInElsewhere(patient, freshPassword), waitingKey.id)).toEqual(waitingKey);
  });

  test('after a second factor was switched on elsewhere', async () => {
    const phone = await logInElsewhere(patient);
    const waitingKey = await askForKey(phone);
    await switchOn(patient);
    expect((await askForKey(phone, waitingKey.id)).status).toBe(401);
    expect(await isKeyKept(waitingKey.id)).toBe(true);
  });

  test('after a suspension', async () => {
    const [admin, doctor] = [await an.admin(), await an.expert()];
    const waitingKey = await askForKey(doctor);
    await judgeByApi(admin, 'suspend', doctor.id);
    expect((await askForKey(doctor, waitingKey.id)).status).toBe(401);
    expect(await askForKey(await logInElsewhere(doctor), waitingKey.id)).toEqual(waitingKey);
  });
});
