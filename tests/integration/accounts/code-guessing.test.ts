import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { codeTries } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as verifyEmail from '~/routes/guest/verify-email';
import { type Clinic, openClinic } from '../../support/clinic';
import { apiRoute, callApi, postPage } from '../../support/requests';
import {
  askForCode,
  codeFor,
  countAccounts,
  newAddress,
  signUpByPage,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

// A sign-up costs a password hash, and the machine may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const signup = apiRoute('auth/signup');
const verifyOtp = apiRoute('auth/verify-otp');
const minute = 60_000;
const noLonger = 'This code is no longer valid. Request a new one below.';
const [home, stranger] = ['203.0.113.5', '198.51.100.7'];
const from = (address: string) => ({ 'X-Forwarded-For': address });

let clinic: Clinic;
let email: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' });
  email = newAddress();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

const verify = (otp: string, address: string) =>
  callApi(verifyOtp, { method: 'POST', body: { email, otp }, headers: from(address) });
const signUp = (otp: string, address: string) =>
  callApi(signup, { method: 'POST', body: { ...signupFields({ email }), otp }, headers: from(address) });
const enter = (cookie: string, otp: string, address: string) =>
  postPage(verifyEmail, { path: '/verify-email', cookie, fields: { otp }, headers: from(address) });

/**
 * The three ways to try a code.
 *
 * @returns the sentence beside the field, or undefined if the code is right.
 */
const ways = [
  ['verify-otp', async (otp: string, address: string) => (await verify(otp, address)).json.errors?.otp],
  ['signup', async (otp: string, address: string) => (await signUp(otp, address)).json.errors?.otp],
  [
    'page',
    async (otp: string, address: string) => {
      const { cookies } = await signUpByPage(signupFields({ email }));
      return (await enter(cookies, otp, address)).fieldErrors.otp;
    },
  ],
] as const;

describe.each(ways)("a stranger's guesses at a code (%s)", (_way, guess) => {
  test('end after five, and the code stays good for its owner', async () => {
    const code = await codeFor(clinic, email);
    for (const left of [4, 3, 2, 1]) {
      expect(await guess(wrongCodeFor(code), stranger)).toBe(`That code is incorrect. Tries left: ${left}`);
    }
    expect(await guess(wrongCodeFor(code), stranger)).toBe(noLonger);
    expect(await guess(code, stranger), 'the right code is refused too').toBe(noLonger);
    expect(await guess(wrongCodeFor(code), home)).toBe('That code is incorrect. Tries left: 4');
    expect((await signUp(code, home)).status).toBe(200);
    expect(await countAccounts()).toBe(1);
  });
});

test('guesses at one code end after twenty, from any number of networks', async () => {
  const code = await codeFor(clinic, email);
  const answers: (string | undefined)[] = [];
  for (let at = 0; at < 24; at += 1) {
    answers.push((await verify(wrongCodeFor(code), `192.0.2.${at % 8}`)).json.errors?.otp);
  }
  const looked = answers.filter((sentence) => sentence?.startsWith('That code is incorrect'));
  // The twentieth try leaves none.
  expect(looked).toHaveLength(19);
  expect(answers.slice(19)).toEqual(Array(5).fill(noLonger));
  expect((await signUp(code, home)).json.errors).toEqual({ otp: noLonger });
});

test('only five of many simultaneous guesses from one network are compared', async () => {
  const code = await codeFor(clinic, email);
  await Promise.all(Array.from({ length: 15 }, () => verify(wrongCodeFor(code), stranger)));
  expect((await verify(code, stranger)).json.errors).toEqual({ otp: noLonger });
  expect((await verify(code, home)).status).toBe(200);
});

test('guesses from one /64 count as one network', async () => {
  const code = await codeFor(clinic, email);
  for (let at = 0; at < 5; at += 1) await verify(wrongCodeFor(code), `2001:db8:1:2::${at}`);
  expect((await verify(code, '2001:db8:1:2::99')).json.errors).toEqual({ otp: noLonger });
  expect((await verify(code, '2001:db8:1:3::1')).status).toBe(200);
});

test('guesses from one IPv6 /48 end after ten, from any number of its networks', async () => {
  const code = await codeFor(clinic, email);
  const statuses: (string | undefined)[] = [];
  for (let at = 0; at < 20; at += 1)
    statuses.push((await verify(wrongCodeFor(code), `2001:db8:77:${1 + (at % 4)}::${at}`)).json.errors?.otp);
  expect(statuses.slice(8)).toEqual(['That code is incorrect. Tries left: 1', ...Array(11).fill(noLonger)]);
  expect((await verify(code, '2001:db8:77:99::1')).json.errors, 'the right code is refused too').toEqual({
    otp: noLonger,
  });
  expect((await verify(code, home)).status).toBe(200);
  expect((await verify(code, '2001:db8:78:1::1')).status).toBe(200);
});

test.each([
  ['IPv6', (at: number) => `2001:db8:${at}:1::1`, home, '2001:db8:ffff:1::1'],
  ['IPv4', (at: number) => `192.0.2.${at}`, '2001:db8:ffff:1::1', home],
])(
  'guesses by %s end after twenty, and cost the other kind of address none',
  async (_kind, addressOf, otherAddress, same) => {
    const code = await codeFor(clinic, email);
    const refused: (string | undefined)[] = [];
    for (let at = 0; at < 22; at += 1)
      refused.push((await verify(wrongCodeFor(code), addressOf(at % 11))).json.errors?.otp);
    expect(refused.filter((sentence) => sentence === noLonger)).toHaveLength(3);
    expect((await verify(code, same)).json.errors).toEqual({ otp: noLonger });
    expect((await verify(wrongCodeFor(code), otherAddress)).json.errors?.otp).toBe(
      'That code is incorrect. Tries left: 4',
    );
    expect((await signUp(code, otherAddress)).status).toBe(200);
  },
);

test('only ten of many simultaneous guesses from one /48 are compared', async () => {
  const code = await codeFor(clinic, email);
  await Promise.all(Array.from({ length: 30 }, (_, at) => verify(wrongCodeFor(code), `2001:db8:5:${at}::1`)));
  expect((await verify(code, '2001:db8:5:99::1')).json.errors).toEqual({ otp: noLonger });
  expect((await verify(code, '2001:db8:6:1::1')).status).toBe(200);
});

test('checking a right code over IPv6 costs its /48 no try', async () => {
  const code = await codeFor(clinic, email);
  for (let at = 0; at < 30; at += 1) expect((await verify(code, `2001:db8:9:${at}::1`)).status).toBe(200);
  expect((await verify(wrongCodeFor(code), '2001:db8:9:1::1')).json.errors?.otp).toContain('Tries left: 4');
});

test('a new code has new tries', async () => {
  const first = await codeFor(clinic, email);
  for (let at = 0; at < 5; at += 1) await verify(wrongCodeFor(first), home);
  later(minute);
  const code = await codeFor(clinic, email);
  expect((await verify(wrongCodeFor(code), home)).json.errors?.otp).toBe(
    'That code is incorrect. Tries left: 4',
  );
  expect((await verify(code, home)).status).toBe(200);
});

test('checking a right code costs no try', async () => {
  const code = await codeFor(clinic, email);
  for (let at = 0; at < 30; at += 1) expect((await verify(code, home)).status).toBe(200);
  expect((await verify(wrongCodeFor(code), home)).json.errors?.otp).toBe(
    'That code is incorrect. Tries left: 4',
  );
});

describe('one network', () => {
  test('tries twenty wrong codes an hour, across all addresses', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      if (at % 4 === 0) {
        email = newAddress();
        await askForCode(email, from(home));
      }
      statuses.push((await verify('000000', stranger)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429, 429]);
    const refused = await signUp('000000', stranger);
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 3500]).toEqual([429, true]);
  });

  test('keeps the code page while it has to wait, and signs up after it', async () => {
    const { cookies } = await signUpByPage(signupFields({ email }));
    const code = await clinic.code(email);
    for (let at = 0; at < 20; at += 1) {
      await callApi(verifyOtp, {
        method: 'POST',
        body: { email: newAddress(), otp: '000000' },
        headers: from(stranger),
      });
    }
    const waiting = await enter(cookies, code, stranger);
    expect([waiting.status, waiting.location]).toEqual([429, null]);
    expect(waiting.message).toBe('Too many attempts. Please try again in 1 hour.');
    expect((await enter(cookies, code, home)).location).toBe('/login');
  });

  test('finishes every sign-up it may begin, since right codes are not counted', async () => {
    for (let at = 0; at < 10; at += 1) {
      const one = newAddress();
      const { cookies } = await signUpByPage(signupFields({ email: one }));
      expect((await enter(cookies, await clinic.code(one), '127.0.0.1')).location).toBe('/login');
    }
    for (let at = 0; at < 10; at += 1) expect((await askForCode(newAddress())).status).toBe(200);
    expect((await askForCode(newAddress())).status).toBe(429);
  });
});

test('guesses at an address with an account get the same answers as at one without', async () => {
  const code = await codeFor(clinic, email);
  await signUp(code, home);
  const courses: unknown[] = [];
  for (const candidate of [email, newAddress()]) {
    later(minute);
    email = candidate;
    await askForCode(email, from(home));
    const answers: unknown[] = [];
    for (const address of [...Array(7).fill(stranger), ...Array(2).fill(home)]) {
      const { status, text, headers } = await verify('000000', address);
      answers.push([status, text, [...headers]]);
    }
    courses.push(answers);
  }
  expect(courses[1]).toEqual(courses[0]);
});

test('the counts are deleted with the code', async () => {
  const code = await codeFor(clinic, email);
  await verify(wrongCodeFor(code), home);
  expect(await db().select().from(codeTries)).not.toEqual([]);
  later(10 * minute);
  await purge();
  expect(await db().select().from(codeTries)).toEqual([]);
});
