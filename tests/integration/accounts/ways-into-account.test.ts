import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { db, execute } from '~/platform/db/db.server';
import * as disputePage from '~/routes/dashboard/front-desk/dispute-address';
import * as homePage from '~/routes/dashboard/home';
import * as loginPage from '~/routes/guest/login';
import * as notMePage from '~/routes/public/not-me';
import { profileFields, rowOf, saveProfile } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { askRemovalBy, firstLogIn, identityOf, issueSlipBy, openFor, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { addPasskeyTo } from '../../support/passkeys';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { createShareBy } from '../../support/shares';
import { logInByApi, logInByPage } from '../../support/visits';
import { listWayOperations } from '../../support/ways-into-account';

let clerk: Somebody;
let otherClerk: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [clerk, otherClerk, admin] = [await a.clerk(), await a.clerk(), await an.admin()];
});
beforeEach(async () => {
  await freshLimits(1000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;
const day = 24 * hour;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const own = 'two tall trees stand';
const call = (path: string, token: string, body: Record<string, unknown> = {}, method = 'POST') =>
  callApi(apiRoute(path), { method, token, body, path: `/api/v1/${path}` });

/** Opens an account without e-mail whose owner has a password of their own. */
async function anOwner() {
  const slip = await slipFrom(clerk);
  const { token } = await firstLogIn(slip);
  return { ...slip, token };
}
type Owner = Awaited<ReturnType<typeof anOwner>>;

async function addAddress({ token }: Owner, email: string) {
  await callApi(apiRoute('auth/send-otp'), { method: 'POST', body: { email } });
  const otp = await clinic.code(email);
  return call('profile/add-email', token, { email, otp, password: own });
}

/** Calls with a stolen token and nothing else, and the code of the refusal if it is not 422. */
const withTokenAlone: Record<string, [path: string, body: object, method?: string]> = {
  'account.updatePhone': ['profile/update-phone', { contactNumber: '9000000001' }, 'PUT'],
  'account.addEmail': ['profile/add-email', { email: 'thief@town.test', otp: '123456' }],
  'account.changePassword': [
    'auth/change-password',
    { newPassword: 'nine brown owls', confirmNewPassword: 'nine brown owls' },
  ],
  'passkey.begin': ['auth/begin-passkey', {}],
  'passkey.add': ['auth/add-passkey', { credential: '{}' }],
  'secondFactor.begin': ['auth/begin-second-factor', {}],
  'secondFactor.remove': ['auth/remove-second-factor', {}],
  'secondFactor.renew': ['auth/renew-recovery-codes', {}],
};

/** Operations on the derived list that ask for something else, or change no way in. */
const others: Record<string, string> = {
  'passkey.remove': 'see the test of passkeys',
  'share.create': 'see the test of links: it asks above 24 hours',
  'clinic.changeDetails': 'asks for the password where it changes whom people call or write to',
  'admins.add': 'see the test of admins',
  'admins.takeBack': 'ends an account that nobody has used',
  'key.make': 'see the test of keys',
  'key.takeOver': 'see the test of keys',
  'registration.require': 'asks for the password; it opens no account',
  'registration.notRequire': 'asks for the password; it opens no account',
  'webhook.add': 'see the test of webhooks',
  'webhook.change': 'see the test of webhooks',
  'account.updateProfile': 'its number is for contact alone until it is confirmed',
  'account.chooseFirstPassword': 'the one-time password opened the session, which can do nothing else',
  'account.resetPassword': 'needs the link from the e-mail',
  'account.issueSlip': 'staff, with the answers of the person',
  'account.changePhone': 'staff, with the answers of the person',
  'secondFactor.confirm': 'only in the session that has begun it with the password',
  'secondFactor.cancel': 'discards a set-up that is not in force',
  'account.askForReset': 'sends an e-mail alone',
  'account.sendAddressCode': 'sends an e-mail alone',
  'account.delete': 'ends the account',
  'account.exportData': 'asks for the password, and writes nothing',
};

describe('a stolen token alone', () => {
  test('is known to every operation that writes a way into an account', () => {
    expect(listWayOperations()).toEqual([...Object.keys(withTokenAlone), ...Object.keys(others)].sort());
  });

  test.each(Object.entries(withTokenAlone))('does not do %s', async (_name, [path, body, method]) => {
    const { token, userId } = await anOwner();
    const before = await rowOf(userId);
    const { status } = await call(path, token, body as Record<string, unknown>, method);
    expect(status).toBe(422);
    expect(await rowOf(userId)).toEqual(before);
  });

  test('does not remove a passkey, which proves a change in place of the password', async () => {
    const patient = await a.patient();
    const { device, id } = await addPasskeyTo(patient);
    const remove = (body: Record<string, unknown>) =>
      callApi(apiRoute('auth/passkeys'), {
        method: 'DELETE',
        token: patient.token,
        body,
        params: { passkeyId: id },
        path: `/api/v1/auth/passkeys/${id}`,
      });
    expect((await remove({})).status).toBe(422);
    const ask = async (token: string) =>
      (await call('auth/passkey-proof-options', token)).json.data as { challenge: string; rpId: string };
    const other = await a.patient();
    const foreign = device.sign(await ask(other.token));
    expect((await remove({ credential: foreign })).status).toBe(422);
    const credential = device.sign(await ask(patient.token));
    expect((await remove({ credential })).status).toBe(200);
    expect((await remove({ credential })).status).toBe(404);
  });
});

test('a passkey serves in place of the password, once for each signature', async () => {
  const slip = await slipFrom(clerk);
  const { token } = await firstLogIn(slip, password);
  const { device } = await addPasskeyTo({ token });
  const sign = async () => {
    const { json } = await call('auth/passkey-proof-options', token);
    return device.sign(json.data as { challenge: string; rpId: string });
  };
  const credential = await sign();
  const phone = (contactNumber: string) =>
    call('profile/update-phone', token, { contactNumber, credential }, 'PUT');
  expect((await phone('9000000007')).status).toBe(200);
  expect((await phone('9000000008')).status).toBe(422);

  const owner = { ...clerk, id: slip.userId, token };
  const link = { reportIds: [(await aReportOf(owner))._id], hours: 25 };
  expect((await createShareBy(owner, link)).status).toBe(422);
  expect((await createShareBy(owner, { ...link, credential: await sign() })).status).toBe(200);

  const email = 'lakshmi.passkey@town.test';
  await callApi(apiRoute('auth/send-otp'), { method: 'POST', body: { email } });
  const fields = { email, otp: await clinic.code(email), credential: await sign() };
  expect((await call('profile/add-email', token, fields)).status).toBe(200);
});

describe('a phone number that was typed without the password', () => {
  const slipWith = async ({ userId }: Owner, contactNumber: string) =>
    (await issueSlipBy(clerk, identityOf(userId, { contactNumber, fullName: 'Lakshmi Iyer' }))).status;
  const typeNumber = ({ token }: Owner, contactNumber: string) =>
    saveProfile({ token }, profileFields({ contactNumber }));

  test('proves nothing at the front desk, where the one before goes on proving', async () => {
    const owner = await anOwner();
    await typeNumber(owner, '9000000001');
    await typeNumber(owner, '9000000002');
    later(20 * day);
    for (const number of ['9000000001', '9000000002']) expect(await slipWith(owner, number)).toBe(422);
    for (const phoneEnd of ['5678', '0002']) {
      const found = await callApi(apiRoute('account/find'), {
        token: clerk.token,
        path: `/?phoneEnd=${phoneEnd}&birthYear=1962`,
      });
      expect(JSON.stringify(found.json.data)).toContain(owner.userId);
    }
    expect(await slipWith(owner, '9812345678')).toBe(200);
  });

  test('proves once it is confirmed with the password', async () => {
    const owner = await anOwner();
    await typeNumber(owner, '9000000003');
    const confirmed = { contactNumber: '9000000003', password: own };
    expect((await call('profile/update-phone', owner.token, confirmed, 'PUT')).status).toBe(200);
    expect(await slipWith(owner, '9812345678')).toBe(422);
    expect(await slipWith(owner, '9000000003')).toBe(200);
  });

  test('proves after two log-ins, each at least seven days later', async () => {
    const owner = await anOwner();
    await typeNumber(owner, '9000000004');
    later(7 * day - hour);
    await logInByApi(owner.clinicNumber, own);
    later(2 * hour);
    await logInByApi(owner.clinicNumber, own);
    expect(await slipWith(owner, '9000000004')).toBe(422);
    await logInByApi(owner.clinicNumber, own);
    expect(await slipWith(owner, '9812345678')).toBe(422);
    expect(await slipWith(owner, '9000000004')).toBe(200);
  });

  test('proves nothing either if a server of an earlier release wrote it', async () => {
    const owner = await anOwner();
    await typeNumber(owner, '9000000005');
    const { id } = (await rowOf(owner.userId)) ?? { id: '' };
    await execute(
      db().update(users).set({ provenNumber: null, numberChangedAt: null }).where(eq(users.id, id)),
    );
    expect(await slipWith(owner, '9000000005')).toBe(422);
  });
});

test('a change is an event for the owner, and named at the next log-in and nowhere after it', async () => {
  const owner = await anOwner();
  await saveProfile({ token: owner.token }, profileFields({ contactNumber: '9000000006' }));
  await addAddress(owner, 'lakshmi.named@town.test');
  later(hour);
  const { json } = await logInByApi(owner.clinicNumber, own);
  const named = ['email.added', 'number.changed', 'password.changed'];
  expect((json.changes as { action: string }[]).map(({ action }) => action)).toEqual(named);
  expect((await logInByApi(owner.clinicNumber, own)).json).not.toHaveProperty('changes');
  const events = (await callApi(apiRoute('profile/clinic-number'), { token: owner.token })).json.data as {
    events: { action: string; isOwn: boolean }[];
  };
  const owns = events.events.filter(({ isOwn }) => isOwn).map(({ action }) => action);
  expect(owns).toEqual([...named, 'session.opened']);
  const patient = await a.patient();
  await logInByApi(patient.email, password);
  await createShareBy(patient, { reportIds: [(await aReportOf(patient))._id] });
  later(hour);
  const page = await logInByPage(patient.email, password);
  const home = await getPage(homePage, { path: '/dashboard/home', cookie: page.cookies });
  expect((home.data as { changes: object[] }).changes).toMatchObject([
    { action: 'share.created', isOwn: true },
  ]);
});

describe('an address that a stranger added', () => {
  let count = 0;
  /** An owner whose account got an address, which somebody disputes at the front desk. */
  async function aDisputed() {
    count += 1;
    const owner = await anOwner();
    const email = `thief${count}@town.test`;
    expect((await addAddress(owner, email)).status).toBe(200);
    return { ...owner, email };
  }
  const ask = ({ userId }: { userId: string }, by = clerk) => askRemovalBy(by, userId);
  const agree = ({ userId }: { userId: string }, by = otherClerk) =>
    call('account/agree-removal', by.token, { userId });
  const tokenFor = async (email: string) => {
    const texts = (await clinic.emails(email)).map(({ text }) => text);
    return /not-me\/(\S+)/.exec(texts.join('\n'))?.[1] ?? '';
  };
  const slip = async ({ userId }: { userId: string }) =>
    (await issueSlipBy(clerk, identityOf(userId))).status;

  test('comes off with the slip, 48 hours after a second member of staff agreed', async () => {
    const owner = await aDisputed();
    expect(await slip(owner)).toBe(409);
    const r0 = await ask(owner);
    expect(r0.status).toBe(200);
    expect((await ask(owner)).status).toBe(409);
    expect(await tokenFor(owner.email)).not.toBe('');
    expect((await agree(owner, clerk)).status).toBe(403);
    expect((await agree(owner)).status).toBe(200);
    later(47 * hour);
    expect(await slip(owner)).toBe(409);
    later(2 * hour);
    expect(await slip(owner)).toBe(200);
    expect((await rowOf(owner.userId))?.email).toBe(`${owner.userId}@no-email.invalid`);
    expect((await callApi(apiRoute('profile/clinic-number'), { token: owner.token })).status).toBe(401);
    expect(await db().$count(addressDisputes, eq(addressDisputes.userId, owner.userId))).toBe(0);
    expect(
      await db().$count(outbox, and(eq(outbox.state, 'waiting'), eq(outbox.recipient, owner.email))),
    ).toBe(0);
  });

  test('wants a second proof where the clerk has seen details of the owner, on the page too', async () => {
    const her = { firstName: 'Gauri', birthYear: 1958 };
    const slip = await slipFrom(clerk, her);
    const looker = await a.clerk();
    expect((await openFor(looker, { ...her, same: undefined })).json.code).toBe('same_person');
    const { token } = await firstLogIn(slip);
    await addAddress({ ...slip, token }, 'gauri@town.test');
    const told = { fullName: 'Gauri Devi', birthYear: 1958 };
    const { userId } = slip;
    expect((await askRemovalBy(looker, userId, told)).json.code).toBe('second_proof_needed');
    const path = `/dashboard/front-desk/address/${userId}`;
    const ruleFor = async ({ cookie }: Somebody) =>
      ((await getPage(disputePage, { path, params: { userId }, cookie })).data as { rule: unknown }).rule;
    expect(await ruleFor(looker)).toMatchObject({ reason: 'seen' });
    expect(await ruleFor(await a.clerk())).toBeNull();
    expect((await askRemovalBy(looker, userId, { ...told, password: own })).status).toBe(200);
  });

  test('stays once an open session says that it was not them', async () => {
    const owner = await aDisputed();
    await ask(owner);
    await agree(owner);
    const { cookies } = await logInByPage(owner.clinicNumber, own);
    expect((await call('profile/stop-removal', owner.token)).status).toBe(200);
    expect((await call('profile/stop-removal', owner.token)).status).toBe(409);
    expect(cookies).not.toBe('');
    later(49 * hour);
    expect(await slip(owner)).toBe(409);
  });

  test('waits for an admin, with a reason, if the address alone objects', async () => {
    for (const decision of ['allow', 'refuse']) {
      const owner = await aDisputed();
      await ask(owner);
      await agree(owner);
      const token = await tokenFor(owner.email);
      const press = () => postPage(notMePage, { path: `/not-me/${token}`, params: { token } });
      expect((await press()).location).toBe('/');
      expect((await press()).location).toBeNull();
      later(49 * hour);
      expect(await slip(owner)).toBe(409);
      const decide = (by: Somebody, fields: Record<string, string>) =>
        call('account/decide-removal', by.token, { userId: owner.userId, ...fields });
      expect((await decide(otherClerk, { decision, reason: 'I know her' })).status).toBe(403);
      expect((await decide(admin, { decision })).status).toBe(422);
      expect((await decide(admin, { decision, reason: 'I know her' })).status).toBe(200);
      expect(await slip(owner)).toBe(decision === 'allow' ? 200 : 409);
    }
  });

  test('stays after 30 days, and once a device from before it has confirmed it', async () => {
    const owner = await anOwner();
    const first = await logInByPage(owner.clinicNumber, own);
    later(hour);
    expect((await addAddress(owner, 'mine@town.test')).status).toBe(200);
    later(hour);
    await postPage(loginPage, {
      path: '/login',
      cookie: first.cookies,
      fields: { email: 'mine@town.test', password: own },
    });
    expect((await rowOf(owner.userId))?.emailConfirmedAt).not.toBeNull();
    expect((await ask(owner)).status).toBe(409);
    const late = await aDisputed();
    later(31 * day);
    expect((await ask(late, await a.clerk())).status).toBe(409);
  });
});
