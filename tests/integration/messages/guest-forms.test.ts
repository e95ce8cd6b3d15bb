import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as signupPage from '~/routes/guest/signup';
import * as verifyEmail from '~/routes/guest/verify-email';
import { whileBroken } from '../../support/broken';
import { a, an, type Clinic, openClinic, origin } from '../../support/clinic';
import { getPage } from '../../support/requests';
import {
  askForCode,
  enterCode,
  newAddress,
  requestCodeAgain,
  signUpByPage,
  signupFields,
} from '../../support/signups';
import { approveOnPage, deleteOnPage } from '../../support/visits';

const minute = 60_000;

let clinic: Clinic;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ LIMIT_SCALE: '1' });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

type CodePage = { resend: { secondsLeft: number } };

async function secondsLeft(cookie: string) {
  const { data } = await getPage(verifyEmail, { path: '/verify-email', cookie });
  return (data as CodePage).resend.secondsLeft;
}

describe('the wait for another code on the code page', () => {
  test('is a minute after a code was sent, then nothing', async () => {
    const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
    expect(await secondsLeft(cookies)).toBe(60);
    later(20_000);
    expect(await secondsLeft(cookies)).toBe(40);
    later(40_000);
    expect(await secondsLeft(cookies)).toBe(0);
    expect((await requestCodeAgain(cookies)).toast?.message).toBe('OTP Sent Successfully');
    expect(await secondsLeft(cookies)).toBe(60);
  });

  test('is the same for an address that has an account', async () => {
    const { email } = await a.patient();
    const { cookies } = await signUpByPage(signupFields({ email }));
    expect(await secondsLeft(cookies)).toBe(60);
  });

  test('lasts to the end of the hour after five codes', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(signupFields({ email }));
    for (let sent = 1; sent < 5; sent += 1) {
      later(minute);
      await askForCode(email);
    }
    expect(await secondsLeft(cookies)).toBe(56 * 60);
    later(56 * minute);
    const again = await signUpByPage(signupFields({ email }));
    expect([again.location, await secondsLeft(again.cookies)]).toEqual(['/verify-email', 60]);
  });
});

describe('messages about failures', () => {
  test('report two different passwords as a message and beside the field', async () => {
    const answer = await signUpByPage(signupFields({ confirmPassword: 'another lamp' }));
    expect(answer.message).toBe('Password do not matched');
    expect(answer.fieldErrors).toEqual({ confirmPassword: 'Password do not matched' });
  });

  test('return a sign-up that fails internally to its form, with everything but the passwords', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(
      signupFields({ email, countryCode: '+44', contactNumber: '7911123456', accountType: 'Expert' }),
    );
    const code = await clinic.code(email);
    const failed = await whileBroken('users', () => enterCode(cookies, code));
    expect(failed.toast).toEqual({ type: 'error', message: 'Signup Failed' });
    expect(failed.location).toBe('/signup?again=');
    const { data, text } = await getPage(signupPage, { path: '/signup?again', cookie: cookies });
    expect((data as { defaults: object }).defaults).toEqual({
      accountType: 'Expert',
      firstName: 'Asha',
      lastName: 'Rao',
      email,
      countryCode: '+44',
      contactNumber: '7911123456',
      registrationNumber: '',
      council: '',
      qualification: '',
    });
    expect(text).not.toMatch(/lamp|argon2/);
  });

  test('leave the form of a new visitor empty, even on a shared computer', async () => {
    const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
    for (const [path, cookie] of [
      ['/signup', cookies],
      ['/signup?again', ''],
    ] as const) {
      const { data } = await getPage(signupPage, { path, cookie });
      expect((data as { defaults: object }).defaults).toEqual({ accountType: 'Patient', countryCode: '+91' });
    }
  });

  test('report on the code page that no other code can be sent', async () => {
    const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
    later(minute);
    const failed = await whileBroken('codes', () => requestCodeAgain(cookies));
    expect([failed.location, failed.toast?.message]).toEqual(['/verify-email', 'Could not Send OTP']);
  });

  test('report on the list that a report cannot be deleted', async () => {
    const patient = await a.patient();
    const failed = await whileBroken('reports', () => deleteOnPage(patient, 'some-report'));
    expect(failed.location).toBe(`/dashboard/previous-report/${patient.id}`);
    expect(failed.toast).toEqual({ type: 'error', message: 'Could not Delete Report' });
  });

  test('report an approval that fails, below the reason if there is one', async () => {
    const [admin, expert] = [await an.admin(), await an.unapprovedExpert()];
    const broken = await whileBroken('audit', () => approveOnPage(admin, expert.id));
    expect([broken.location, broken.toast?.message]).toEqual([
      '/dashboard/pending-expert',
      'Approval failed',
    ]);
    await approveOnPage(admin, expert.id);
    const again = await approveOnPage(admin, expert.id);
    expect(again.toast).toEqual({ type: 'error', message: 'This expert is already approved' });
    expect(again.more).toBe('Approval failed');
  });
});

describe('Cancel on the log-out page', () => {
  const back = async (cookie: string, referer?: string) => {
    const headers: Record<string, string> = referer ? { Referer: referer } : {};
    const { data } = await getPage(logoutPage, { path: '/logout', cookie, headers });
    return (data as { back: string }).back;
  };

  test('leads back to the previous page, and never to another site', async () => {
    const { cookie } = await a.patient();
    expect(await back(cookie, `${origin}/dashboard/pending-report?page=2`)).toBe(
      '/dashboard/pending-report?page=2',
    );
    expect(await back(cookie)).toBe('/dashboard/home');
    for (const from of ['https://evil.test/page', `${origin}//evil.test`, 'nonsense', `${origin}/logout`]) {
      expect(await back(cookie, from), from).toBe('/dashboard/home');
    }
  });
});
