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
import { inspect, logInByApi, logInByPage, logOutByApi } from '../../support/visits';
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

/** Logs the person in with another browser. */
async function elsewhere(who: Somebody, typed = password): Promise<Somebody> {
  const { cookies } = await logInByPage(who.email, typed);
  return { ...who, cookie: cookies };
}

const gone = { status: 404, isThere: false };
const logOut = ({ cookie }: Somebody) => postPage(logoutPage, { path: '/logout', cookie });
const logOutOthers = ({ token }: Somebody) =>
  callApi(apiRoute('auth/logout-others'), { method: 'POST', token });

describe('the key of what waits in a browser', () => {
  test('is 256 random bits, the same for a session, and another for another', async () => {
    const first = await askForKey(patient);
    expect(first.status).toBe(200);
    expect(Buffer.from(first.key, 'base64url')).toHaveLength(32);
    expect(await askForKey(patient)).toEqual(first);
    expect(await askForKey(patient, first.id)).toEqual(first);
    const other = await askForKey(await elsewhere(patient));
    expect(other.id).not.toBe(first.id);
    expect(other.key).not.toBe(first.key);
  });

  test('is sealed in the database', async () => {
    const { key } = await askForKey(patient);
    const [row] = await db().select({ raw: sql<Buffer>`key` }).from(waitingKeys);
    expect(row?.raw.length).toBeGreaterThan(32);
    expect(Buffer.from(row?.raw ?? []).includes(key)).toBe(false);
  });

  test('is given to nobody else, and to nobody who is signed out: as one there never was', async () => {
    const { id } = await askForKey(patient);
    const other = await a.patient();
    const never = await askForKey(other, 'abcdefghijklmnopqrstuvwxyz');
    expect(await askForKey(other, id)).toEqual(never);
    expect(never).toMatchObject(gone);
    expect(await askForKey({ cookie: '', id: patient.id }, id)).toMatchObject({ status: 401 });
    expect(await askForKey({ cookie: other.cookie, id: patient.id }, id)).toMatchObject({ status: 401 });
    expect(await isKeyKept(id)).toBe(true);
  });

  test('is given to no other site', async () => {
    const answer = await askForKey(patient, undefined, { Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toMatch(/"key"/);
  });

  test('is made at most 20 times for an account', async () => {
    for (let at = 0; at < 20; at += 1) expect((await askForKey(await elsewhere(patient))).status).toBe(200);
    expect((await askForKey(await elsewhere(patient))).status).toBe(429);
    later(72 * hour);
    expect((await askForKey(await elsewhere(patient))).status).toBe(200);
  });

  test('is kept for 72 hours after it was given out last', async () => {
    const { id } = await askForKey(patient);
    later(11 * hour);
    await askForKey(patient, id);
    later(72 * hour - 1000);
    expect(await isKeyKept(id)).toBe(true);
    later(1000);
    expect(await isKeyKept(id)).toBe(false);
    expect(await askForKey(await elsewhere(patient), id)).toMatchObject(gone);
    await purge();
    expect(await db().select().from(waitingKeys)).toEqual([]);
  });

  test.each(['', 'a\u0000b', 'x'.repeat(100), "' or 1=1 --"])(
    'of an ID such as %j there is none',
    async (id) => {
      expect(await isKeyKept(id)).toBe(false);
    },
  );
});

describe('makes unreadable what waits', () => {
  test('a log-out, in its own browser alone', async () => {
    const other = await elsewhere(patient);
    const [here, there] = [await askForKey(patient), await askForKey(other)];
    await logOut(patient);
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([false, true]);
    expect(await askForKey(other, here.id)).toMatchObject(gone);
  });

  test('a log-out everywhere else, and nothing here', async () => {
    const other = await elsewhere(patient);
    const [here, there] = [await askForKey(patient), await askForKey(other)];
    await postSettings(patient, 'other-sessions', {});
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([true, false]);
  });

  test('a log-out everywhere else, also where the session had run out, or ended with a new password', async () => {
    const [first, second] = [await elsewhere(patient), await elsewhere(patient)];
    const ranOut = await askForKey(first);
    later(12 * hour + 1000);
    const { json } = await logInByApi(patient.email);
    await logOutOthers({ ...patient, token: String(json.token) });
    expect(await isKeyKept(ranOut.id)).toBe(false);
    const third = await elsewhere(second);
    const { id } = await askForKey(third);
    const answer = await postSettings(await elsewhere(patient), 'password', passwordFields());
    expect(await isKeyKept(id)).toBe(true);
    await postSettings({ ...patient, cookie: answer.cookies }, 'other-sessions', {});
    expect(await isKeyKept(id)).toBe(false);
  });

  test('a log-out of one device in the settings', async () => {
    const here = await askForKey(patient);
    const known = new Set((await sessionsOf(patient)).map(({ _id }) => _id));
    const there = await askForKey(await elsewhere(patient));
    const session = (await sessionsOf(patient)).find(({ _id }) => !known.has(_id));
    expect((await endSessionOf(patient, session?._id ?? '')).status).toBe(200);
    expect([await isKeyKept(here.id), await isKeyKept(there.id)]).toEqual([true, false]);
  });

  test('a log-out of the session that took the key over', async () => {
    const { id } = await askForKey(patient);
    const next = await elsewhere(patient);
    await askForKey(next, id);
    await logOut(patient);
    expect(await isKeyKept(id)).toBe(true);
    await logOut(next);
    expect(await isKeyKept(id)).toBe(false);
  });

  test('the end of the account', async () => {
    const { id } = await askForKey(patient);
    await callApi(apiRoute('profile/delete-profile'), { method: 'DELETE', token: patient.token });
    expect(await isKeyKept(id)).toBe(false);
    expect(await db().select().from(waitingKeys)).toEqual([]);
  });

  test('but not the log-out of a program, which has none', async () => {
    const { id } = await askForKey(patient);
    await logOutByApi(patient.token);
    expect(await isKeyKept(id)).toBe(true);
  });
});

describe('is withheld until the next log-in of its account', () => {
  test('after a session that ran out', async () => {
    const given = await askForKey(patient);
    later(12 * hour + 1000);
    expect((await askForKey(patient, given.id)).status).toBe(401);
    await purge();
    expect(await isKeyKept(given.id)).toBe(true);
    expect(await askForKey(await elsewhere(patient), given.id)).toEqual(given);
  });

  test('after a new password', async () => {
    const phone = await elsewhere(patient);
    const given = await askForKey(phone);
    await postSettings(patient, 'password', passwordFields());
    expect((await askForKey(phone, given.id)).status).toBe(401);
    expect(await isKeyKept(given.id)).toBe(true);
    expect(await askForKey(await elsewhere(patient, freshPassword), given.id)).toEqual(given);
  });

  test('after a second factor was switched on elsewhere', async () => {
    const phone = await elsewhere(patient);
    const given = await askForKey(phone);
    await switchOn(patient);
    expect((await askForKey(phone, given.id)).status).toBe(401);
    expect(await isKeyKept(given.id)).toBe(true);
  });

  test('after a suspension', async () => {
    const [admin, doctor] = [await an.admin(), await an.expert()];
    const given = await askForKey(doctor);
    await inspect(admin, 'suspend', doctor.id);
    expect((await askForKey(doctor, given.id)).status).toBe(401);
    expect(await askForKey(await elsewhere(doctor), given.id)).toEqual(given);
  });
});
