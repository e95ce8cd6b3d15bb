import { and, desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { resetSecondFactor } from '~/domain/log-in/second-factor.server';
import { passkeyChallenges, passkeys } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import * as passkeysPage from '~/routes/dashboard/account/passkeys';
import * as passkeyLogIn from '~/routes/guest/passkey-log-in';
import { makeAuthenticator } from '../../support/authenticator';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { callFactor, switchOnByApi } from '../../support/factors';
import { freshLimits } from '../../support/fresh-limits';
import {
  addPasskeyTo,
  callPasskeys,
  creationOptions,
  logInOptions,
  logInWithDevice,
} from '../../support/passkeys';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { judgeByApi, logInByApi, statusOfToken } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
const open = async (settings: Record<string, string> = {}) => {
  clinic = await openClinic(settings);
  patient = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const listOf = async ({ token }: Pick<Somebody, 'token'>) =>
  (await callPasskeys('passkeys', { token, method: 'GET' })).json;
const removeOf = ({ token }: Pick<Somebody, 'token'>, id: string) =>
  callPasskeys('passkeys', { token, method: 'DELETE', id, body: { password } });
const entriesOf = (action: AuditAction, objectId: string) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.action, action), eq(audit.objectId, objectId)))
    .orderBy(desc(audit.id));
const rowOf = async (id: string) => (await db().select().from(passkeys).where(eq(passkeys.id, id)))[0];

const refusal = {
  success: false,
  message: 'This passkey was not accepted. Try again, or log in with your password.',
  code: 'passkey_refused',
};

describe('adding a passkey', () => {
  beforeEach(() => open());

  test('asks for the password, tells the owner, and logs in from then on', async () => {
    const wrong = await callPasskeys('begin-passkey', {
      token: patient.token,
      body: { password: 'not the password' },
    });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'wrong_password']);
    expect(await creationOptions(patient)).toMatchObject({
      rp: { id: 'clinic.test', name: 'SecondLook' },
      user: { name: patient.email, displayName: `${patient.firstName} ${patient.lastName}` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { device, id } = await addPasskeyTo(patient);
    expect((await clinic.emails(patient.email)).at(-1)?.subject).toBe(
      'A passkey was added to your SecondLook account',
    );
    expect(await entriesOf('passkey.added', id)).toMatchObject([{ actorId: patient.id }]);
    expect(await listOf(patient)).toMatchObject({ data: [{ _id: id, name: 'My phone', lastUsedAt: null }] });

    later(1000);
    const { status, json } = await logInWithDevice(device);
    expect([status, json.user]).toMatchObject([200, { _id: patient.id }]);
    expect(await statusOfToken(String(json.token), patient.id)).toBe(200);
    expect(await listOf(patient)).toMatchObject({ data: [{ lastUsedAt: new Date().toISOString() }] });
    expect((await creationOptions(patient)) as unknown).toMatchObject({
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    });
  });

  test('names it after the device, takes a name of 60 characters, and seals it', async () => {
    const device = makeAuthenticator();
    const credential = device.create(await creationOptions(patient));
    const { json } = await callApi(apiRoute('auth/add-passkey'), {
      method: 'POST',
      token: patient.token,
      body: { credential },
      headers: { 'User-Agent': 'curl/8.5.0' },
    });
    const { _id: id } = json.data as { _id: string };
    expect(json.data).toMatchObject({ name: 'curl' });
    const name = 'அ'.repeat(60);
    const change = (typed: string, token = patient.token) =>
      callPasskeys('passkeys', { token, method: 'PUT', id, body: { name: typed } });
    expect((await change(`${name}அ`)).json.errors).toHaveProperty('name');
    expect((await change(name)).json.data).toMatchObject({ _id: id, name });
    expect((await change('mine', (await a.patient()).token)).status).toBe(404);
    expect((await rowOf(id))?.name).toBe(name);
    expect((await change('')).json.data).toMatchObject({ name: null });
  });

  test('works once for each challenge, within five minutes and for one account', async () => {
    const add = ({ token }: Pick<Somebody, 'token'>, credential: string) =>
      callPasskeys('add-passkey', { token, body: { credential } });
    const options = await creationOptions(patient);
    const other = await a.patient();
    const refused = { credential: 'The passkey was not added. Please start again.' };
    expect((await add(other, makeAuthenticator().create(options))).json.errors).toEqual(refused);
    const credential = makeAuthenticator().create(options);
    expect((await add(patient, credential)).status).toBe(200);
    expect((await add(patient, credential)).json.errors).toEqual(refused);

    const late = await creationOptions(patient);
    later(5 * 60_000);
    expect((await add(patient, makeAuthenticator().create(late))).json.errors).toEqual(refused);
    const ofLogIn = await logInOptions();
    const wrong = [
      makeAuthenticator().create({ ...ofLogIn, rp: { id: ofLogIn.rpId } }),
      makeAuthenticator().create(await creationOptions(patient), { origin: 'http://clinic.test.evil' }),
      makeAuthenticator().create(await creationOptions(patient), { rpId: 'evil.test' }),
      makeAuthenticator().create(await creationOptions(patient), { flags: 0x01 }),
      '{}',
      'no JSON',
    ];
    for (const sent of wrong) expect((await add(patient, sent)).json.errors).toEqual(refused);
    expect((await listOf(patient)).data).toHaveLength(1);
  });

  test('ends at ten', async () => {
    for (let number = 1; number <= 10; number++) await addPasskeyTo(patient);
    const eleventh = await callPasskeys('begin-passkey', { token: patient.token, body: { password } });
    expect([eleventh.status, eleventh.json.message]).toEqual([
      409,
      'You can have at most 10 passkeys. Remove one first.',
    ]);
  });

  test('asks for a code where a second factor is in force', async () => {
    const { codes } = await switchOnByApi(patient);
    const begin = (otp?: string) =>
      callPasskeys('begin-passkey', { token: patient.token, body: { password, ...(otp && { otp }) } });
    expect((await begin()).json).toMatchObject({ code: 'second_factor_required' });
    expect((await begin('123456')).json).toMatchObject({ code: 'wrong_code' });
    expect((await begin(codes[0])).status).toBe(200);
  });
});

describe('a log-in with a passkey', () => {
  beforeEach(() => open());

  test('is refused alike whatever is wrong, and tells the log', async () => {
    const { device, id } = await addPasskeyTo(patient);
    const stranger = makeAuthenticator();
    const ofOther = await addPasskeyTo(await a.patient());
    const login = (credential: string) => callPasskeys('passkey-login', { body: { credential } });
    const used = device.sign(await logInOptions());
    expect((await login(used)).status).toBe(200);
    const late = device.sign(await logInOptions());
    later(5 * 60_000);
    const right = await logInOptions();
    const answers = [
      await login(used),
      await login(late),
      await logInWithDevice(stranger),
      await logInWithDevice(device, { isForged: true }),
      await logInWithDevice(device, { origin: 'http://evil.test' }),
      await logInWithDevice(device, { origin: 'http://other.clinic.test' }),
      await logInWithDevice(device, { rpId: 'evil.test' }),
      await logInWithDevice(device, { flags: 0x01 }),
      await logInWithDevice(device, { userHandle: Buffer.from('somebody').toString('base64url') }),
      await login(device.sign({ ...(await creationOptions(patient)), rpId: right.rpId })),
      await login(device.sign({ challenge: 'made up', rpId: right.rpId })),
      await login('{"id":1}'),
    ];
    expect((await removeOf(patient, id)).status).toBe(200);
    answers.push(await logInWithDevice(device));
    for (const { status, json } of answers) expect({ status, ...json }).toEqual({ status: 401, ...refusal });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await entriesOf('session.refused', patient.id)).length).toBe(10);
    expect((await logInWithDevice(ofOther.device)).status).toBe(200);
  });

  test('is refused with a counter that does not rise, and the owner is told', async () => {
    const { device, id } = await addPasskeyTo(patient, { counter: 5 });
    const statusOf = async (counter: number) => (await logInWithDevice(device, { counter })).status;
    expect([await statusOf(6), await statusOf(9)]).toEqual([200, 200]);
    expect([await statusOf(9), await statusOf(8), await statusOf(0)]).toEqual([401, 401, 401]);
    expect((await rowOf(id))?.counter).toBe(9);
    expect(await statusOf(10)).toBe(200);
    expect(await entriesOf('passkey.copied', patient.id)).toHaveLength(3);
    expect((await clinic.emails(patient.email)).map(({ subject }) => subject)).toContain(
      'A passkey of your SecondLook account was refused',
    );
    // Only a right signature says something about a counter.
    await logInWithDevice(device, { counter: 1, isForged: true });
    expect(await entriesOf('passkey.copied', patient.id)).toHaveLength(3);
  });

  test('goes on at zero for passkeys that do not count', async () => {
    const { device } = await addPasskeyTo(patient);
    const statusOf = async (counter: number) => (await logInWithDevice(device, { counter })).status;
    expect([await statusOf(0), await statusOf(0), await statusOf(1), await statusOf(0)]).toEqual([
      200, 200, 200, 401,
    ]);
  });

  test('wins once when the same answer arrives many times at once', async () => {
    const { device } = await addPasskeyTo(patient);
    const credential = device.sign(await logInOptions());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callPasskeys('passkey-login', { body: { credential } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('needs no code, and ends with the account, whose suspension it does not lift', async () => {
    const admin = await an.admin();
    const { codes } = await switchOnByApi(patient);
    const secondDevice = makeAuthenticator();
    const credential = secondDevice.create(await creationOptions(patient, { otp: String(codes[0]) }));
    await callPasskeys('add-passkey', { token: patient.token, body: { credential } });
    expect((await logInWithDevice(secondDevice)).status).toBe(200);

    const suspended = await an.expert();
    const { device: ofSuspended } = await addPasskeyTo(suspended);
    await judgeByApi(admin, 'suspend', suspended.id);
    const { json } = await logInWithDevice(ofSuspended);
    expect(
      (await callApi(apiRoute('report/get-pending-reports'), { token: String(json.token) })).status,
    ).toBe(403);
    await callApi(apiRoute('profile/delete-profile'), { method: 'DELETE', token: String(json.token) });
    expect(await db().$count(passkeys, eq(passkeys.userId, suspended.id))).toBe(0);
    expect((await logInWithDevice(ofSuspended)).json).toEqual(refusal);
  });

  test('counts wrong ones against the network, and leaves it once right', async () => {
    await freshLimits(1);
    const { device } = await addPasskeyTo(patient);
    for (let number = 1; number <= 19; number++) await logInWithDevice(makeAuthenticator());
    for (let number = 1; number <= 3; number++) expect((await logInWithDevice(device)).status).toBe(200);
    expect((await logInWithDevice(makeAuthenticator())).status).toBe(401);
    expect((await logInWithDevice(device)).status).toBe(429);
    expect((await logInByApi(patient.email)).status).toBe(429);
    for (let number = 1; number <= 40; number++) await callPasskeys('passkey-login-options');
    expect((await callPasskeys('passkey-login-options')).status).toBe(429);
  });

  test('works on the page, leads on, and goes back to the log-in page when refused', async () => {
    const { device } = await addPasskeyTo(patient);
    const options = await passkeyLogIn.action({
      request: new Request('http://clinic.test/login/passkey/options', {
        method: 'POST',
        headers: { Origin: 'http://clinic.test' },
      }),
      params: { part: 'options' },
      context: {},
    });
    const { data } = await (options as Response).json();
    const post = (credential: string) =>
      postPage(passkeyLogIn, {
        path: '/login/passkey/finish?next=%2Fdashboard%2Fpeople',
        params: { part: 'finish' },
        fields: { credential },
      });
    const credential = device.sign(data);
    const done = await post(credential);
    expect([done.location, done.toast?.message]).toEqual(['/dashboard/people', 'Login Successful']);
    expect(done.cookies).toContain('session=');
    const again = await post(credential);
    expect([again.location, again.toast?.message]).toEqual([
      '/login?next=%2Fdashboard%2Fpeople',
      refusal.message,
    ]);
    expect((await post('')).toast?.message).toBe(refusal.message);
  });
});

describe('where the clinic demands a second factor', () => {
  let expert: Somebody;
  beforeEach(async () => {
    await open({ REQUIRE_2FA: 'expert' });
    expert = await an.expert();
  });
  const pending = (token: string) => callApi(apiRoute('report/get-pending-reports'), { token });

  test('a passkey satisfies it, in the session that added it and in those it opens', async () => {
    expect((await pending(expert.token)).json.code).toBe('second_factor_setup_required');
    const { device, id } = await addPasskeyTo(expert);
    expect((await pending(expert.token)).status).toBe(200);
    const { json } = await logInWithDevice(device);
    expect((await pending(String(json.token))).status).toBe(200);
    const removed = await removeOf({ token: String(json.token) }, id);
    expect([removed.status, removed.json.code]).toEqual([409, 'conflict']);
    const changed = await callApi(apiRoute('auth/change-password'), {
      method: 'POST',
      token: String(json.token),
      body: { oldPassword: password, newPassword: 'two tall trees', confirmNewPassword: 'two tall trees' },
    });
    expect((await pending(String(changed.json.token))).status).toBe(200);
  });

  test('the password alone puts nothing in its place', async () => {
    await addPasskeyTo(expert);
    const { json } = await logInByApi(expert.email);
    const token = String(json.token);
    expect((await pending(token)).status).toBe(403);
    const tries = [
      await callPasskeys('begin-passkey', { token, body: { password } }),
      await callPasskeys('passkeys', { token, method: 'GET' }),
      await callFactor({ token }, 'begin-second-factor', { password }),
      await callFactor({ token }, 'confirm-second-factor', { otp: '123456' }),
    ];
    for (const answer of tries)
      expect([answer.status, answer.json.message]).toEqual([
        403,
        'Your account has a passkey. Log out, then log in with the passkey.',
      ]);
  });

  test('an operator who resets the second factor removes passkeys too', async () => {
    const { device } = await addPasskeyTo(expert);
    expect(await resetSecondFactor(expert.email)).toBe('done');
    expect(await entriesOf('passkey.allRemoved', expert.id)).toHaveLength(1);
    expect((await logInWithDevice(device)).status).toBe(401);
    expect(await resetSecondFactor(expert.email)).toBe('none');
  });
});

test('a reset of the password removes passkeys, but not where they are a demanded second factor', async () => {
  await open({ REQUIRE_2FA: 'expert' });
  const expert = await an.expert();
  const [ofPatient, ofExpert] = [await addPasskeyTo(patient), await addPasskeyTo(expert)];
  for (const { email } of [patient, expert]) {
    await callApi(apiRoute('auth/reset-password-token'), { method: 'POST', body: { email } });
    const texts = (await clinic.emails(email)).map(({ text }) => text).join();
    const token = /update-password\/(\S+)/.exec(texts)?.[1];
    const body = { token, password: 'two tall trees', confirmPassword: 'two tall trees' };
    expect((await callApi(apiRoute('auth/reset-password'), { method: 'POST', body })).status).toBe(200);
  }
  expect((await logInWithDevice(ofPatient.device)).status).toBe(401);
  expect((await logInWithDevice(ofExpert.device)).status).toBe(200);
});

test('challenges that ran out are removed', async () => {
  await open();
  await logInOptions();
  await creationOptions(patient);
  await purge(Date.now() + 4 * 60_000);
  expect(await db().$count(passkeyChallenges)).toBe(2);
  await purge(Date.now() + 5 * 60_000);
  expect(await db().$count(passkeyChallenges)).toBe(0);
});

test('the page adds, renames and removes', async () => {
  await open();
  const post = (part: string, fields: Record<string, string>) =>
    postPage(passkeysPage, {
      path: `/dashboard/passkeys/${part}`,
      params: { part },
      cookie: patient.cookie,
      fields,
    });
  const begun = await post('begin', { password });
  const { data } = (begun.data as { shown: { data: { challenge: string; rp: { id: string } } } }).shown;
  const added = await post('add', { name: 'Phone of my son', credential: makeAuthenticator().create(data) });
  expect([added.location, added.toast?.message]).toEqual(['/dashboard/passkeys', 'Passkey added']);
  const [row] = await db().select().from(passkeys).where(eq(passkeys.userId, patient.id));
  await post('rename', { passkeyId: String(row?.id), name: 'My own phone' });
  expect(await listOf(patient)).toMatchObject({ data: [{ name: 'My own phone' }] });
  expect((await removeOf(await a.patient(), String(row?.id))).status).toBe(404);
});
