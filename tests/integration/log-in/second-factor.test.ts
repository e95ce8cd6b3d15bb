import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { resetSecondFactor } from '~/domain/log-in/second-factor.server';
import { pendingLogins, recoveryCodes } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as homePage from '~/routes/dashboard/home';
import { deleteAccountOf, freshPassword, passwordFields, postSettings, rowOf } from '../../support/accounts';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import {
  codeOf,
  codesIn,
  factorOf,
  firstStep,
  logInWithCode,
  openSecondStep,
  postFactor,
  secondStep,
  switchOn,
} from '../../support/factors';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { logInByApi, logInByPage, statusOfToken } from '../../support/visits';

const resetByApi = apiRoute('auth/reset-password');
const askForReset = apiRoute('auth/reset-password-token');

let clinic: Clinic;
let patient: Somebody;
let secret: string;
let codes: string[];

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const step = 30_000;
const opensHome = async (cookie: string) =>
  (await getPage(homePage, { path: '/dashboard/home', cookie })).status === 200;
const linesOf = async (id: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id)).map(
    ({ action }) => action,
  );
const wins = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

/** Opens a clinic with a patient whose second factor is active and whose app shows a fresh code. */
async function open(settings: Record<string, string> = {}) {
  clinic = await openClinic(settings);
  patient = await a.patient();
  ({ secret, codes } = await switchOn(patient));
  later(step);
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

describe('activating the second factor', () => {
  beforeEach(async () => {
    clinic = await openClinic();
    patient = await a.patient();
  });

  test('requires the password again', async () => {
    const answer = await postFactor(patient, 'begin', { password: 'a loud river' });
    expect([answer.status, answer.fieldErrors]).toEqual([
      400,
      { password: 'This is not your current password' },
    ]);
    expect((await factorOf(patient)).setUp).toBeNull();
  });

  test('shows a picture, a link and a grouped key, and requires no code at log-in before a correct one', async () => {
    await postFactor(patient, 'begin', { password });
    const { setUp, since } = await factorOf(patient);
    expect(since).toBeNull();
    expect(setUp?.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(setUp?.link).toContain(`secret=${setUp?.secret.replaceAll(' ', '')}`);
    expect(setUp?.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await logInByApi(patient.email)).status).toBe(200);
    const wrong = await postFactor(patient, 'confirm', { otp: codeOf(setUp?.secret ?? '', 10 * step) });
    expect([wrong.status, Object.keys(wrong.fieldErrors)]).toEqual([400, ['otp']]);
    expect((await factorOf(patient)).since).toBeNull();
  });

  test('ends every other session, returns ten recovery codes once, and writes an audit entry', async () => {
    const elsewhere = await logInByPage(patient.email);
    const { answer, codes: shownCodes, secret: key } = await switchOn(patient);
    expect([answer.status, shownCodes.length, new Set(shownCodes).size]).toEqual([200, 10, 10]);
    expect(shownCodes[0]).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect(await opensHome(patient.cookie)).toBe(true);
    expect(await opensHome(elsewhere.cookies)).toBe(false);
    expect(await statusOfToken(patient.token, patient.id)).toBe(401);
    expect(await factorOf(patient)).toMatchObject({ recoveryCodesLeft: 10, setUp: null });
    const { text } = await getPage(homePage, { path: '/dashboard/home', cookie: patient.cookie });
    expect(text).not.toContain(key.replaceAll(' ', ''));
    expect(await linesOf(patient.id)).toContain('secondFactor.on');
    const disk = await rawDatabase();
    expect(disk).not.toContain(key.replaceAll(' ', ''));
    for (const code of shownCodes) expect(disk).not.toContain(code.replaceAll('-', ''));
  });

  test('does not let its code open the account too', async () => {
    const { secret: key } = await switchOn(patient);
    expect((await logInWithCode(patient.email, codeOf(key))).status).toBe(401);
    later(step);
    expect((await logInWithCode(patient.email, codeOf(key))).status).toBe(200);
  });

  test('can be cancelled before it is active', async () => {
    await postFactor(patient, 'begin', { password });
    await postFactor(patient, 'cancel');
    expect(await factorOf(patient)).toMatchObject({ since: null, setUp: null });
    expect((await postFactor(patient, 'confirm', { otp: '123456' })).location).toBe(
      '/dashboard/second-factor',
    );
  });

  test('lets no concurrent log-in with only the password keep a session', async () => {
    await postFactor(patient, 'begin', { password });
    const key = (await factorOf(patient)).setUp?.secret ?? '';
    const [on, ...logIns] = await Promise.all([
      postFactor(patient, 'confirm', { otp: codeOf(key) }),
      ...Array.from({ length: 5 }, () => logInByApi(patient.email)),
    ]);
    expect(codesIn(on.data)).toHaveLength(10);
    for (const { json } of logIns)
      expect(await statusOfToken(String(json.token ?? 'none'), patient.id)).toBe(401);
  });
});

describe('a log-in through the API', () => {
  beforeEach(() => open());

  test('accepts the code with the password, and asks for it only after a correct password', async () => {
    const missing = await logInWithCode(patient.email);
    const message = 'A code from your authenticator app is needed';
    expect([missing.status, missing.json]).toEqual([
      401,
      { success: false, message, code: 'second_factor_required', errors: { otp: message } },
    ]);
    for (const otp of [undefined, codeOf(secret), codes[0]]) {
      const { status, json } = await logInWithCode(patient.email, otp, 'a loud river');
      expect([status, json]).toEqual([
        401,
        { success: false, message: 'Login Failed', code: 'wrong_password' },
      ]);
    }
    const right = await logInWithCode(patient.email, codeOf(secret));
    expect([right.status, right.json.message]).toEqual([200, 'Login Successful']);
    expect(Object.keys(right.json).sort()).toEqual(['message', 'success', 'token', 'user']);
    expect(await statusOfToken(String(right.json.token), patient.id)).toBe(200);
  });

  test('accepts a recovery code instead, in any notation, once', async () => {
    const code = ` ${String(codes[3]).toUpperCase().replaceAll('-', ' ')}`;
    expect((await logInWithCode(patient.email, code)).status).toBe(200);
    expect((await logInWithCode(patient.email, code)).status).toBe(401);
    expect((await factorOf(patient)).recoveryCodesLeft).toBe(9);
    expect(await linesOf(patient.id)).toContain('secondFactor.recovery');
  });

  test('describes a code’s format beside the field to every caller', async () => {
    const { status, json } = await logInWithCode('nobody@clinic.test', '12345');
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['otp']]);
  });

  test('accepts a code once, even a moment later and at the next log-in', async () => {
    const otp = codeOf(secret);
    expect((await logInWithCode(patient.email, otp)).status).toBe(200);
    expect((await logInWithCode(patient.email, otp)).status).toBe(401);
    later(step);
    expect((await logInWithCode(patient.email, otp)).status).toBe(401);
    expect((await logInWithCode(patient.email, codeOf(secret))).status).toBe(200);
  });

  test('accepts one of many concurrent uses of a code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => logInWithCode(patient.email, codeOf(secret))),
    );
    expect(
      wins(
        answers.map(({ status }) => status),
        200,
      ),
    ).toBe(1);
  });

  test('accepts one of many concurrent uses of a recovery code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => logInWithCode(patient.email, codes[0])),
    );
    expect(
      wins(
        answers.map(({ status }) => status),
        200,
      ),
    ).toBe(1);
    expect((await factorOf(patient)).recoveryCodesLeft).toBe(9);
  });

  test('opens no account with another account’s code', async () => {
    const otherPatient = await a.patient();
    const otherFactor = await switchOn(otherPatient);
    later(step);
    expect((await logInWithCode(patient.email, otherFactor.codes[0])).status).toBe(401);
    expect((await logInWithCode(patient.email, codeOf(otherFactor.secret))).status).toBe(401);
  });
});

describe('a log-in on the page', () => {
  beforeEach(() => open());

  test('asks for the code in a second step, and opens nothing before', async () => {
    const first = await logInByPage(patient.email, undefined, { next: '/dashboard/my-profile' });
    expect([first.status, first.location, first.toast]).toEqual([
      302,
      '/login/second-step?next=%2Fdashboard%2Fmy-profile',
      undefined,
    ]);
    expect(first.setCookies.map((line) => line.split('=')[0])).toEqual(['step']);
    expect(first.setCookies[0]).toMatch(/; Max-Age=300; .*HttpOnly/);
    expect(await opensHome(first.cookies)).toBe(false);
    expect((await openSecondStep(first.cookies)).status).toBe(200);
    const second = await secondStep(first.cookies, codeOf(secret), '?next=/dashboard/my-profile');
    expect([second.status, second.location, second.toast]).toEqual([
      302,
      '/dashboard/my-profile',
      { type: 'success', message: 'Login Successful' },
    ]);
    expect(await opensHome(second.cookies)).toBe(true);
    expect((await openSecondStep(first.cookies)).location).toBe('/login');
  });

  test('accepts a recovery code too', async () => {
    const answer = await secondStep(await firstStep(patient.email), String(codes[9]));
    expect(await opensHome(answer.cookies)).toBe(true);
  });

  test('never redirects to another site', async () => {
    const answer = await secondStep(await firstStep(patient.email), codeOf(secret), '?next=//evil.test');
    expect(answer.location).toBe('/dashboard/home');
  });

  test('allows five tries, then ends the log-in, even for the right code', async () => {
    const cookie = await firstStep(patient.email);
    for (const left of [4, 3, 2, 1]) {
      const answer = await secondStep(cookie, codeOf(secret, 20 * step));
      expect([answer.status, answer.fieldErrors, answer.typed]).toEqual([
        400,
        { otp: `That code is incorrect. Tries left: ${left}` },
        {},
      ]);
    }
    for (const otp of [codeOf(secret, 20 * step), codeOf(secret)]) {
      const over = await secondStep(cookie, otp);
      expect([over.status, over.location, over.toast?.message]).toEqual([
        302,
        '/login',
        'Your login timed out. Please log in again.',
      ]);
    }
    expect((await linesOf(patient.id)).filter((action) => action === 'secondFactor.refused')).toHaveLength(5);
  });

  test('waits five minutes and no longer, and sweeps expired log-ins', async () => {
    const cookie = await firstStep(patient.email);
    later(5 * 60_000 + 1);
    expect((await secondStep(cookie, codeOf(secret))).location).toBe('/login');
    expect(await db().select().from(pendingLogins)).toHaveLength(1);
    await purge();
    expect(await db().select().from(pendingLogins)).toHaveLength(0);
  });

  test('opens one session for a log-in, however often its code arrives at once', async () => {
    const cookie = await firstStep(patient.email);
    const otp = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => secondStep(cookie, otp)));
    expect(answers.filter(({ location }) => location === '/dashboard/home')).toHaveLength(1);
  });

  test('opens nothing with a made-up key', async () => {
    expect((await secondStep('step=made-up', codeOf(secret))).location).toBe('/login');
    expect((await secondStep('', codeOf(secret))).location).toBe('/login');
  });
});

describe('a new password', () => {
  beforeEach(() => open());

  const reset = async () => {
    await callApi(askForReset, { method: 'POST', body: { email: patient.email } });
    const emails = await clinic.emails(patient.email);
    const [, token] = /update-password\/(\S+)/.exec(emails.at(-1)?.text ?? '') ?? [];
    const body = { password: freshPassword, confirmPassword: freshPassword, token };
    return callApi(resetByApi, { method: 'POST', body });
  };

  test('by e-mail keeps the second step, and ends a log-in with the old password', async () => {
    const cookie = await firstStep(patient.email);
    expect((await reset()).status).toBe(200);
    expect((await secondStep(cookie, codeOf(secret))).location).toBe('/login');
    expect((await logInWithCode(patient.email, undefined, freshPassword)).status).toBe(401);
    expect((await logInWithCode(patient.email, codeOf(secret), freshPassword)).status).toBe(200);
  });

  test('in the settings keeps it too', async () => {
    const cookie = await firstStep(patient.email);
    expect((await postSettings(patient, 'password', passwordFields())).status).toBe(302);
    expect((await secondStep(cookie, codeOf(secret))).location).toBe('/login');
    expect((await logInWithCode(patient.email, codeOf(secret), freshPassword)).status).toBe(200);
  });
});

describe('a client that guesses codes', () => {
  beforeEach(() => open({ LIMIT_SCALE: '1' }));
  const wrong = () => codeOf(secret, 20 * step);

  test('waits longer and longer, on pages and through the API together, and gains nothing by the password', async () => {
    const cookie = await firstStep(patient.email);
    for (let at = 0; at < 3; at += 1) expect((await secondStep(cookie, wrong())).status).toBe(400);
    for (let at = 0; at < 2; at += 1) expect((await logInWithCode(patient.email, wrong())).status).toBe(401);
    const waits: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const refused = await logInWithCode(patient.email, codeOf(secret));
      expect(refused.status).toBe(429);
      waits.push(Number(refused.headers.get('Retry-After')));
      later(1000 * (waits.at(-1) ?? 0));
      // A correct password resets the waits of the password, but not those of the code.
      expect((await logInWithCode(patient.email)).status).toBe(401);
      expect((await logInWithCode(patient.email, wrong())).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
    later(900_000);
    expect((await logInWithCode(patient.email, codeOf(secret))).status).toBe(200);
    later(step);
    for (let at = 0; at < 5; at += 1) expect((await logInWithCode(patient.email, wrong())).status).toBe(401);
    expect((await logInWithCode(patient.email, codeOf(secret))).status).toBe(429);
  });

  test('learns nothing without the password', async () => {
    for (let at = 0; at < 5; at += 1) await logInWithCode(patient.email, wrong());
    expect((await logInWithCode(patient.email, wrong(), 'a loud river')).json.message).toBe('Login Failed');
  });

  test('gets five of twenty concurrent guesses checked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logInWithCode(patient.email, wrong())),
    );
    expect(
      wins(
        answers.map(({ status }) => status),
        401,
      ),
    ).toBeLessThanOrEqual(5);
    expect(
      (await linesOf(patient.id)).filter((action) => action === 'secondFactor.refused').length,
    ).toBeLessThanOrEqual(5);
  });

  test('is slowed down on the page that switches it off too', async () => {
    for (let at = 0; at < 5; at += 1) {
      expect((await postFactor(patient, 'remove', { password, otp: wrong() })).status).toBe(400);
    }
    const answer = await postFactor(patient, 'remove', { password, otp: codeOf(secret) });
    expect([answer.location, answer.toast?.message]).toEqual([
      '/dashboard/second-factor',
      'Too many failed attempts. Please try again in 60 seconds.',
    ]);
    expect((await factorOf(patient)).since).not.toBeNull();
  });
});

describe('changing the second factor', () => {
  beforeEach(() => open());

  test.each(['renew', 'remove', 'begin'])('requires the password and a code (%s)', async (part) => {
    const good = codeOf(secret);
    const tries = [
      [{ password }, 'otp'],
      [{ password, otp: codeOf(secret, 20 * step) }, 'otp'],
      [{ password: 'a loud river', otp: good }, 'password'],
      [{ otp: good }, 'password'],
    ] as const;
    for (const [fields, field] of tries) {
      const answer = await postFactor(patient, part, fields as Record<string, string>);
      expect([answer.status, Object.keys(answer.fieldErrors)]).toEqual([400, [field]]);
    }
    expect(await factorOf(patient)).toMatchObject({ recoveryCodesLeft: 10, setUp: null });
    expect((await factorOf(patient)).since).not.toBeNull();
  });

  test('lets the password alone open the account once it is off', async () => {
    const pending = await firstStep(patient.email);
    const answer = await postFactor(patient, 'remove', { password, otp: String(codes[0]) });
    expect([answer.location, answer.toast]).toEqual([
      '/dashboard/second-factor',
      { type: 'success', message: 'Two-step login is off' },
    ]);
    expect((await logInByApi(patient.email)).status).toBe(200);
    expect((await secondStep(pending, codeOf(secret))).location).toBe('/login');
    expect(await db().select().from(recoveryCodes)).toHaveLength(0);
    expect(await rowOf(patient.id)).toMatchObject({ totpSecret: null, totpSince: null, totpLastStep: null });
    expect(await linesOf(patient.id)).toContain('secondFactor.off');
  });

  test('invalidates old recovery codes with new ones', async () => {
    const answer = await postFactor(patient, 'renew', { password, otp: codeOf(secret) });
    const fresh = codesIn(answer.data);
    expect(fresh).toHaveLength(10);
    expect((await logInWithCode(patient.email, codes[0])).status).toBe(401);
    expect((await logInWithCode(patient.email, fresh[0])).status).toBe(200);
  });

  test('replaces the old phone by a new one', async () => {
    await postFactor(patient, 'begin', { password, otp: String(codes[0]) });
    const next = (await factorOf(patient)).setUp?.secret ?? '';
    await postFactor(patient, 'confirm', { otp: codeOf(next) });
    later(step);
    expect((await logInWithCode(patient.email, codeOf(secret))).status).toBe(401);
    expect((await logInWithCode(patient.email, codes[1])).status).toBe(401);
    expect((await logInWithCode(patient.email, codeOf(next))).status).toBe(200);
  });

  test('can be reset by an operator for a user who has lost everything', async () => {
    expect(await resetSecondFactor('nobody@clinic.test')).toBe('noAccount');
    expect(await resetSecondFactor(patient.email)).toBe('done');
    expect(await resetSecondFactor(patient.email)).toBe('none');
    expect((await logInByApi(patient.email)).status).toBe(200);
    const lines = await db()
      .select()
      .from(audit)
      .where(eq(audit.action, 'secondFactor.off'))
      .orderBy(audit.id);
    expect(lines).toMatchObject([{ actorId: null, objectId: patient.id }]);
  });

  test('is deleted with the account, together with a waiting log-in', async () => {
    await firstStep(patient.email);
    const { json } = await logInWithCode(patient.email, codeOf(secret));
    expect((await deleteAccountOf({ token: String(json.token) })).status).toBe(200);
    expect(await db().select().from(recoveryCodes)).toHaveLength(0);
    expect(await db().select().from(pendingLogins)).toHaveLength(0);
  });
});

test('keeps the second steps of two users separate', async () => {
  await open();
  const admin = await an.admin();
  expect((await logInByPage(admin.email)).location).toBe('/dashboard/home');
});
