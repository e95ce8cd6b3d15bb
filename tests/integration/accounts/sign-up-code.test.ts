import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as verifyEmail from '~/routes/guest/verify-email';
import { type Clinic, openClinic } from '../../support/clinic';
import { getPage } from '../../support/requests';
import {
  askForCode,
  codeFor,
  countAccounts,
  enterCode,
  newAddress,
  requestCodeAgain,
  signUpByApi,
  signUpByPage,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

const minute = 60_000;
const noLonger = 'This code is no longer valid. Request a new one below.';

let clinic: Clinic;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('the page for the code', () => {
  const shownPage = async () => {
    const { cookies } = await signUpByPage(signupFields());
    return (await getPage(verifyEmail, { path: '/verify-email', cookie: cookies })).data;
  };

  test('sends people to the clinic’s admin if no mail server is set up', async () => {
    clinic = await openClinic();
    expect(await shownPage()).toMatchObject({
      isSent: false,
      ownWords: { 'codePage.notSent': expect.stringContaining('Ask its admin') },
    });
  });

  test('says that the code was sent if a mail server is set up', async () => {
    clinic = await openClinic({ SMTP_URL: 'smtp://127.0.0.1:2525' });
    const page = await shownPage();
    expect(page).toMatchObject({ isSent: true });
    expect(page).not.toHaveProperty('ownWords');
  });
});

describe('a code from the mailbox', () => {
  beforeEach(async () => {
    clinic = await openClinic();
  });

  /**
   * Begins a sign-up through each channel and returns a function that enters a code there.
   *
   * @returns the sentence beside the field, or undefined if the code is right.
   */
  const channels = [
    [
      'page',
      async (email: string) => {
        const { cookies } = await signUpByPage(signupFields({ email }));
        return async (otp: string) => (await enterCode(cookies, otp)).fieldErrors.otp;
      },
    ],
    [
      'other programs',
      async (email: string) => {
        await askForCode(email);
        return async (otp: string) =>
          (await signUpByApi({ ...signupFields({ email }), otp })).json.errors?.otp;
      },
    ],
  ] as const;

  describe.each(channels)('(%s)', (_door, begin) => {
    test('a wrong code leaves fewer tries, and the sixth try fails even with the right code', async () => {
      const email = newAddress();
      const enter = await begin(email);
      const code = await clinic.code(email);
      for (const left of [4, 3, 2, 1]) {
        expect(await enter(wrongCodeFor(code))).toBe(`That code is incorrect. Tries left: ${left}`);
      }
      expect(await enter(wrongCodeFor(code))).toBe(noLonger);
      expect(await enter(code)).toBe(noLonger);
      expect(await countAccounts()).toBe(0);
    });

    test('the fifth try succeeds with the right code', async () => {
      const email = newAddress();
      const enter = await begin(email);
      const code = await clinic.code(email);
      for (let wrong = 0; wrong < 4; wrong += 1) await enter(wrongCodeFor(code));
      expect(await enter(code)).toBeUndefined();
      expect(await countAccounts()).toBe(1);
    });

    test('a code is good for ten minutes and no longer', async () => {
      const [early, late] = [newAddress(), newAddress()];
      const [enterEarly, enterLate] = [await begin(early), await begin(late)];
      const [codeEarly, codeLate] = [await clinic.code(early), await clinic.code(late)];
      later(10 * minute - 1000);
      expect(await enterEarly(codeEarly)).toBeUndefined();
      later(1000);
      expect(await enterLate(codeLate)).toBe('This code has expired. Request a new one below.');
      expect(await countAccounts()).toBe(1);
    });

    test('the code of another address is wrong', async () => {
      const [mine, otherAddress] = [newAddress(), newAddress()];
      const enter = await begin(mine);
      const foreign = await codeFor(clinic, otherAddress);
      if (foreign !== (await clinic.code(mine))) {
        expect(await enter(foreign)).toBe('That code is incorrect. Tries left: 4');
      }
      expect(await enter(await clinic.code(mine))).toBeUndefined();
    });

    test('a new code invalidates the one before', async () => {
      const email = newAddress();
      const enter = await begin(email);
      const first = await clinic.code(email);
      later(minute);
      let second = await codeFor(clinic, email);
      while (second === first) second = await codeFor(clinic, email);
      expect(await enter(first)).toBe('That code is incorrect. Tries left: 4');
      expect(await enter(second)).toBeUndefined();
    });
  });

  test('a used code is not good a second time', async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    expect((await signUpByApi({ ...signupFields({ email }), otp })).status).toBe(200);
    const again = await signUpByApi({ ...signupFields({ email }), otp });
    expect([again.status, again.json.errors]).toEqual([422, { otp: noLonger }]);
    expect(await countAccounts()).toBe(1);
  });

  test('twenty simultaneous uses of one code open exactly one account', async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUpByApi({ ...signupFields({ email }), otp })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect(await countAccounts()).toBe(1);
  });

  test('at most five of twenty simultaneous guesses are compared', async () => {
    const email = newAddress();
    const code = await codeFor(clinic, email);
    const guesses = Array.from({ length: 20 }, () =>
      signUpByApi({ ...signupFields({ email }), otp: wrongCodeFor(code) }),
    );
    await Promise.all(guesses);
    const right = await signUpByApi({ ...signupFields({ email }), otp: code });
    expect(right.json.errors).toEqual({ otp: noLonger });
  });

  test('the details of a sign-up are held for thirty minutes', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(signupFields({ email }));
    later(29 * minute);
    expect((await requestCodeAgain(cookies)).toast?.message).toBe('OTP Sent Successfully');
    later(minute);
    const tooLate = await enterCode(cookies, await clinic.code(email));
    expect(tooLate.location).toBe('/signup');
    expect(tooLate.toast).toEqual({
      type: 'error',
      message: 'Your sign-up was not finished in time. Please fill in the form again.',
    });
    expect(await countAccounts()).toBe(0);
  });
});

describe('requesting codes again and again', () => {
  beforeEach(async () => {
    clinic = await openClinic({ LIMIT_SCALE: '1' });
  });

  test('another code within a minute is refused with the wait, and is sent after it', async () => {
    const email = newAddress();
    expect((await askForCode(email)).status).toBe(200);
    later(20_000);
    const soon = await askForCode(email);
    expect(soon.status).toBe(429);
    expect(soon.headers.get('Retry-After')).toBe('40');
    expect(soon.json.message).toBe('Too many attempts. Please try again in 40 seconds.');
    expect(await clinic.emails(email)).toHaveLength(1);
    later(40_000);
    expect((await askForCode(email)).status).toBe(200);
    expect(await clinic.emails(email)).toHaveLength(2);
  });

  test('the sixth code in an hour is refused until the hour is over', async () => {
    const email = newAddress();
    for (let at = 0; at < 5; at += 1) {
      expect((await askForCode(email)).status).toBe(200);
      later(2 * minute);
    }
    const sixth = await askForCode(email);
    expect([sixth.status, sixth.headers.get('Retry-After')]).toEqual([429, String(50 * 60)]);
    later(50 * minute);
    expect((await askForCode(email)).status).toBe(200);
  });

  test('the page refuses another code within a minute too', async () => {
    const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
    const soon = await requestCodeAgain(cookies);
    expect([soon.location, soon.toast?.type]).toEqual(['/verify-email', 'error']);
    expect(soon.toast?.message).toBe('Too many attempts. Please try again in 60 seconds.');
    later(minute);
    expect((await requestCodeAgain(cookies)).location).toBe('/verify-email');
  });

  test('one network gets twenty codes an hour, across all addresses', async () => {
    for (let at = 0; at < 20; at += 1) expect((await askForCode(newAddress())).status).toBe(200);
    const next = await askForCode(newAddress());
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('Retry-After'))).toBeGreaterThan(3500);
  });

  test('one network signs up ten times an hour', async () => {
    for (let at = 0; at < 10; at += 1) {
      expect((await signUpByPage(signupFields({ email: newAddress() }))).location).toBe('/verify-email');
    }
    const eleventh = await signUpByPage(signupFields({ email: newAddress() }));
    expect(eleventh.status).toBe(429);
  });
});
