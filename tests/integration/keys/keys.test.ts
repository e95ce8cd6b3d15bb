import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { db, execute } from '~/platform/db/db.server';
import { writeCookie } from '~/web/request/cookies.server';
import { deleteAccountOf } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { codeOf, switchOnByApi } from '../../support/factors';
import { freshLimits } from '../../support/fresh-limits';
import { aKey, changeKey, keysFor, makeKeyBy } from '../../support/keys';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { call, moduleOf, visit } from '../../support/url-map';

let admin: Somebody;
clinicForFile();
beforeEach(async () => {
  admin = await an.admin();
});
afterEach(() => vi.useRealTimers());

const listPending = 'GET /report/get-pending-reports';

/** Calls with a key, and returns the status and the code. */
async function outcomeOf(key: Pick<Somebody, 'token'>, line = listPending) {
  const { status, json } = await call(line, { token: key.token });
  return [status, json.code];
}

const works = [200, undefined];

test('a key is shown once, and only its hash is stored', async () => {
  const { status, json, text } = await makeKeyBy(admin, {
    name: 'Lab',
    scopes: 'reports.read,export',
    days: 30,
  });
  const { key, secret } = json.data as { key: Record<string, unknown>; secret: string };
  expect(status).toBe(200);
  expect(secret).toMatch(/^slk_[\w-]{43}$/);
  expect(key).toMatchObject({
    name: 'Lab',
    scopes: ['reports.read', 'export'],
    status: 'active',
    isOwn: true,
  });
  const [row] = await db()
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, String(key._id)));
  expect(JSON.stringify(row)).not.toContain(secret.slice(4));
  expect(text.split(secret)).toHaveLength(2);
  expect(JSON.stringify(await keysFor(admin))).not.toContain(secret.slice(4));
  expect(await outcomeOf({ token: secret })).toEqual(works);
});

test('making a key asks for the password, and for the code of a second factor', async () => {
  const wrong = await makeKeyBy(admin, { password: 'not the password' });
  expect([wrong.status, wrong.json.code, Object.keys(wrong.json.errors ?? {})]).toEqual([
    422,
    'wrong_password',
    ['password'],
  ]);
  const { secret } = await switchOnByApi(admin);
  const withoutCode = await makeKeyBy(admin);
  expect([withoutCode.status, withoutCode.json.code]).toEqual([422, 'second_factor_required']);
  const wrongCode = await makeKeyBy(admin, { otp: '000000' });
  expect([wrongCode.status, wrongCode.json.code]).toEqual([422, 'wrong_code']);
  expect(await keysFor(admin)).not.toContainEqual(expect.objectContaining({ isOwn: true }));
  expect((await makeKeyBy(admin, { otp: codeOf(secret, 30_000) })).status).toBe(200);
});

test('taking over a key asks for the password, on the page too, and changes nothing without it', async () => {
  const other = await an.admin();
  const key = await aKey(other, ['reports.read']);
  const take = (body: Record<string, unknown>) =>
    callApi(apiRoute('system/keys'), {
      method: 'PUT',
      token: admin.token,
      params: { keyId: key.id },
      body: body as Record<string, string>,
    });
  for (const body of [{}, { password: 'not the password' }]) {
    const { status, json } = await take(body);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['password']]);
  }
  const path = '/dashboard/system/keys/take-over';
  const answer = await postPage(await moduleOf('/dashboard/system/keys/:part?'), {
    path,
    params: { part: 'take-over' },
    cookie: admin.cookie,
    fields: { keyId: key.id },
  });
  expect(answer.fieldErrors).toHaveProperty('password');
  expect((await keysFor(other)).find(({ _id }) => _id === key.id)?.isOwn).toBe(true);
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['a scope that there is not', { scopes: ['everything'] }, 'scopes'],
  ['no days', { days: 0 }, 'days'],
  ['more than a year', { days: 367 }, 'days'],
])('a key with %s is refused beside the field', async (_what, fields, field) => {
  const { status, json } = await makeKeyBy(admin, fields);
  expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
});

test('a revoked key opens nothing from then on, and its links neither', async () => {
  const key = await aKey(admin, ['reports.read']);
  expect((await changeKey(admin, key.id, 'DELETE')).status).toBe(200);
  expect(await outcomeOf(key)).toEqual([401, 'key_revoked']);
  expect((await changeKey(admin, key.id, 'DELETE')).status).toBe(404);
  expect((await changeKey(await an.admin(), key.id, 'PUT')).status).toBe(404);
});

test('a key ends on its day', async () => {
  const key = await aKey(admin, ['reports.read'], { days: 1 });
  await execute(db().update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.id, key.id)));
  expect(await outcomeOf(key)).toEqual([401, 'key_expired']);
  expect((await changeKey(await an.admin(), key.id, 'PUT')).status).toBe(404);
});

test.each<[string, (maker: Somebody) => Promise<unknown>]>([
  ['is deleted', (maker) => deleteAccountOf(maker)],
  [
    'is suspended',
    ({ id }) => execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id))),
  ],
  [
    'is no longer an admin',
    ({ id }) => execute(db().update(users).set({ accountType: 'Patient' }).where(eq(users.id, id))),
  ],
])('a key ends when its admin %s, and works again once another one takes it over', async (_what, end) => {
  const maker = await an.admin();
  const key = await aKey(maker, ['reports.read']);
  await end(maker);
  expect(await outcomeOf(key)).toEqual([401, 'key_ended']);
  expect(await keysFor(admin)).toContainEqual(expect.objectContaining({ _id: key.id, status: 'ended' }));
  expect((await changeKey(admin, key.id, 'PUT')).status).toBe(200);
  expect(await outcomeOf(key)).toEqual(works);
  expect((await changeKey(admin, key.id, 'PUT')).status).toBe(404);
});

test('a key that was taken over before outlives the admin who made it', async () => {
  const maker = await an.admin();
  const key = await aKey(maker, ['reports.read']);
  await changeKey(admin, key.id, 'PUT');
  await deleteAccountOf(maker);
  expect(await outcomeOf(key)).toEqual(works);
});

test('a key beside the cookie of a session is refused, whoever’s it is', async () => {
  const key = await aKey(admin, ['reports.read', 'files.read']);
  const [, cookie = ''] = await writeCookie('session', 'not-a-session');
  for (const sent of [admin.cookie, cookie.split(';')[0] ?? '']) {
    const { status, json } = await call(listPending, { token: key.token, cookie: sent });
    expect([status, json.code]).toEqual([403, 'key_with_cookie']);
  }
});

test('an unknown key is unauthenticated, and a network that guesses is stopped before any look-up', async () => {
  const key = await aKey(admin, ['reports.read']);
  const guess = { token: `slk_${'A'.repeat(43)}` };
  await freshLimits(0.001);
  const [status, code] = await outcomeOf(guess);
  expect([status, code]).toEqual([401, 'unauthenticated']);
  for (let tries = 0; tries < 2; tries += 1) await outcomeOf(guess);
  expect(await outcomeOf(guess)).toEqual([429, 'too_many_requests']);
  expect(await outcomeOf(key)).toEqual([429, 'too_many_requests']);
  await freshLimits(1000);
});

test('the time of the last use is written at most once an hour', async () => {
  const key = await aKey(admin, ['reports.read']);
  const usedAt = async () => (await keysFor(admin)).find(({ _id }) => _id === key.id)?.lastUsedAt;
  expect(await usedAt()).toBeNull();
  await outcomeOf(key);
  const first = await usedAt();
  expect(first).not.toBeNull();
  await outcomeOf(key);
  expect(await usedAt()).toBe(first);
  const earlier = new Date(Date.now() - 3_600_001);
  await execute(db().update(apiKeys).set({ lastUsedAt: earlier }).where(eq(apiKeys.id, key.id)));
  await outcomeOf(key);
  expect(Date.parse((await usedAt()) ?? '')).toBeGreaterThan(earlier.getTime());
});

test('the page makes a key, shows it once, and keeps what was typed after a mistake', async () => {
  const page = await moduleOf('/dashboard/system/keys/:part?');
  const path = '/dashboard/system/keys/make';
  const params = { part: 'make' };
  const fields = { name: 'Lab', scopes: 'reports.read,files.read', days: '30' };
  const send = (typed: string) =>
    postPage(page, { path, params, cookie: admin.cookie, fields: { ...fields, password: typed } });
  const wrong = await send('wrong');
  expect((wrong.data as { lastResult: { initialValue: unknown } }).lastResult.initialValue).toEqual(fields);
  const newKey = await send(password);
  const { shown } = newKey.data as { shown: { data: { key: { _id: string }; secret: string } } };
  expect(await outcomeOf({ token: shown.data.secret })).toEqual(works);
  const after = await visit('/dashboard/system/keys/:part?', admin);
  expect(after.text).toContain(shown.data.key._id);
  expect(after.text).not.toContain(shown.data.secret);
  const end = { path: '/dashboard/system/keys/revoke', params: { part: 'revoke' }, cookie: admin.cookie };
  await postPage(page, { ...end, fields: { keyId: shown.data.key._id } });
  expect(await outcomeOf({ token: shown.data.secret })).toEqual([401, 'key_revoked']);
});

test('an audit entry names who made, took over and revoked a key, and the key by name', async () => {
  const maker = await an.admin();
  const key = await aKey(maker, ['reports.read'], { name: 'Ward 3' });
  await changeKey(admin, key.id, 'PUT');
  await changeKey(admin, key.id, 'DELETE');
  const { json } = await call('GET /system/get-audit-log', {
    token: admin.token,
    query: `?object=${key.id}`,
  });
  const lines = (json.data as { lines?: unknown[] }).lines ?? json.data;
  expect(lines).toMatchObject([
    { action: 'key.revoked', actor: { id: admin.id }, object: { id: key.id, name: 'Ward 3', isKey: true } },
    { action: 'key.takenOver', actor: { id: admin.id } },
    { action: 'key.made', actor: { id: maker.id } },
  ]);
});

test('nobody but an admin sees, makes or changes keys', async () => {
  const key = await aKey(admin, ['reports.read']);
  for (const other of [await a.patient(), await an.expert(), await a.helper(), await a.clerk()]) {
    expect((await call('GET /system/keys', { token: other.token })).status).toBe(403);
    expect((await makeKeyBy(other)).status).toBe(403);
    expect((await changeKey(other, key.id, 'PUT')).status).toBe(403);
    expect((await changeKey(other, key.id, 'DELETE')).status).toBe(403);
  }
});
