import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import {
  callFactor,
  codeOf,
  factorOf,
  logInWithCode,
  postFactor,
  switchOnByApi,
} from '../../support/factors';
import { nobody } from '../../support/page-and-api';
import { logInByApi } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterEach(() => clinic.close());

const standing = async () => (await callFactor(patient, 'get-second-factor')).json.data;
const off = { isDemanded: false, since: null, recoveryCodesLeft: 0, passkeys: 0, setUp: null };

describe('the API for one’s own second factor', () => {
  test('begins, confirms and switches off the second factor', async () => {
    expect(await standing()).toEqual(off);
    const started = await callFactor(patient, 'begin-second-factor', { password });
    expect(started.json.data).toMatchObject({ since: null, setUp: { secret: expect.any(String) } });
    expect(await standing()).toEqual(started.json.data);

    const { secret, codes, answer } = await switchOnByApi(patient);
    expect([answer.status, codes.length]).toEqual([200, 10]);
    expect(await standing()).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10, setUp: null });
    expect((await logInWithCode(patient.email)).json.code).toBe('second_factor_required');
    expect((await logInWithCode(patient.email, codeOf(secret, 30_000))).status).toBe(200);

    const [first = ''] = codes;
    const renewed = await callFactor(patient, 'renew-recovery-codes', { password, otp: first });
    expect((renewed.json.codes as string[]).length).toBe(10);
    const old = await callFactor(patient, 'remove-second-factor', { password, otp: codes[1] ?? '' });
    expect([old.status, old.json.code]).toEqual([422, 'wrong_code']);
    const [otp = ''] = renewed.json.codes as string[];
    expect((await callFactor(patient, 'remove-second-factor', { password, otp })).status).toBe(200);
    expect(await standing()).toEqual(off);
    expect((await logInWithCode(patient.email)).status).toBe(200);
  });

  test('shows a begun set-up to the session that began it alone, which confirms it within an hour', async () => {
    const { json } = await callFactor(patient, 'begin-second-factor', { password });
    const { setUp } = json.data as { setUp: { secret: string } };
    const stolen = await logInByApi(patient.email, password);
    const thief = { token: String(stolen.json.token) };
    const confirm = (by: { token: string }) =>
      callFactor(by, 'confirm-second-factor', { otp: codeOf(setUp.secret) });
    expect((await callFactor(thief, 'get-second-factor')).json.data).toEqual(off);
    expect((await factorOf(patient)).setUp).toBeNull();
    expect((await confirm(thief)).status).toBe(409);
    const onPage = await postFactor(patient, 'confirm', { otp: codeOf(setUp.secret) });
    expect(onPage.location).toBe('/dashboard/second-factor');
    expect(await standing()).toEqual(json.data);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    expect((await confirm(patient)).status).toBe(409);
    expect(await standing()).toEqual(off);
    await callFactor(patient, 'begin-second-factor', { password });
    vi.useRealTimers();
    const again = (await standing()) as { setUp: { secret: string } };
    const otp = codeOf(again.setUp.secret);
    expect((await callFactor(patient, 'confirm-second-factor', { otp })).status).toBe(200);
  });

  test('cancels one that is not confirmed, which then cannot be confirmed', async () => {
    const { json } = await callFactor(patient, 'begin-second-factor', { password });
    const { setUp } = json.data as { setUp: { secret: string } };
    expect((await callFactor(patient, 'cancel-second-factor')).status).toBe(200);
    const late = await callFactor(patient, 'confirm-second-factor', { otp: codeOf(setUp.secret) });
    expect([late.status, late.json.code]).toEqual([409, 'conflict']);
    expect(await standing()).toEqual(off);
  });

  test('requires the password, and a code if one is active, as the page does', async () => {
    const wrong = await callFactor(patient, 'begin-second-factor', { password: 'a loud river' });
    expect([wrong.status, wrong.json.code, Object.keys(wrong.json.errors ?? {})]).toEqual([
      422,
      'wrong_password',
      ['password'],
    ]);
    await callFactor(patient, 'begin-second-factor', { password });
    const guessed = await callFactor(patient, 'confirm-second-factor', { otp: '000000' });
    expect([guessed.status, guessed.json.code]).toEqual([422, 'wrong_code']);
    const { codes } = await switchOnByApi(patient);
    const again = await callFactor(patient, 'begin-second-factor', { password });
    expect([again.status, again.json.code]).toEqual([422, 'second_factor_required']);
    const moved = await callFactor(patient, 'begin-second-factor', { password, otp: codes[0] ?? '' });
    expect(moved.json.data).toMatchObject({ since: null, setUp: { secret: expect.any(String) } });
  });

  test('keeps the token that confirms it, and ends every other session', async () => {
    const otherLogin = await logInWithCode(patient.email);
    await switchOnByApi(patient);
    const status = async (token: string) => (await callFactor({ token }, 'get-second-factor')).status;
    expect([await status(patient.token), await status(String(otherLogin.json.token))]).toEqual([200, 401]);
  });

  test('does nothing without a token', async () => {
    for (const name of ['get', 'begin', 'cancel', 'confirm', 'remove'].map((verb) => `${verb}-second-factor`))
      expect([name, (await callFactor(nobody, name)).status]).toEqual([name, 401]);
  });
});
