import { beforeAll, describe, expect, test } from 'vitest';
import { codes, heldSignups } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as loginPage from '~/routes/guest/login';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, postPage } from '../../support/requests';
import {
  askForCode,
  enterCode,
  newAddress,
  signUpByApi,
  signUpByPage,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

const login = apiRoute('auth/login');

let knownPatient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  knownPatient = await a.patient();
});

describe('no answer reveals whether an address has an account', () => {
  test('requesting a code returns the same bytes', async () => {
    const [knownAnswer, unknownAnswer] = [
      await askForCode(knownPatient.email),
      await askForCode(newAddress()),
    ];
    // The remainder of the limit falls with each call, for any address.
    for (const { headers } of [knownAnswer, unknownAnswer]) headers.delete('RateLimit');
    expect([knownAnswer.status, knownAnswer.text, [...knownAnswer.headers]]).toEqual([
      unknownAnswer.status,
      unknownAnswer.text,
      [...unknownAnswer.headers],
    ]);
    expect(knownAnswer.status).toBe(200);
  });

  test('signing up with a wrong code returns the same bytes', async () => {
    const answers: unknown[] = [];
    // An address that was sent a code just now gets no other one yet.
    for (const email of [(await a.patient()).email, newAddress()]) {
      await askForCode(email);
      const code = await clinic.code(email);
      const answer = await signUpByApi({ ...signupFields({ email }), otp: wrongCodeFor(code) });
      answers.push([answer.status, answer.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('signing up without requesting a code returns the same bytes', async () => {
    const otherPatient = await a.patient();
    const answers: unknown[] = [];
    for (const email of [otherPatient.email, newAddress()]) {
      const answer = await signUpByApi({ ...signupFields({ email }), otp: '123456' });
      answers.push([answer.status, answer.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('the sign-up page and the code page give the same answers', async () => {
    const answers: unknown[] = [];
    // An address that was sent a code just now gets no other one yet.
    for (const email of [(await a.patient()).email, newAddress()]) {
      const sentPage = await signUpByPage(signupFields({ email }));
      const entered = await enterCode(sentPage.cookies, wrongCodeFor(await clinic.code(email)));
      answers.push([
        sentPage.status,
        sentPage.location,
        sentPage.toast,
        sentPage.text,
        entered.status,
        entered.text,
      ]);
      expect(sentPage.location).toBe('/verify-email');
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('a log-in with a wrong password returns the same bytes on pages and through the API', async () => {
    const answers: unknown[] = [];
    for (const email of [knownPatient.email, newAddress()]) {
      const fields = { email, password: 'not the password' };
      const api = await callApi(login, { method: 'POST', body: fields });
      const page = await postPage(loginPage, { path: '/login', fields });
      answers.push([api.status, api.text, page.status, page.text.replaceAll(email, '…'), page.setCookies]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('an account holder gets an e-mail about the account, without a code', async () => {
    await askForCode(knownPatient.email);
    const letter = (await clinic.emails(knownPatient.email)).at(-1);
    expect(letter?.subject).toBe('You already have a SecondLook account');
    expect(letter?.text).toContain('http://clinic.test/login');
    expect(letter?.text).toContain('http://clinic.test/forgot-password');
    expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/\d{6}/);

    const email = newAddress();
    await askForCode(email);
    expect((await clinic.emails(email)).at(-1)?.subject).toMatch(/^\d{6} is your SecondLook code$/);
  });
});

describe('the data held between the form and the code', () => {
  test('lies in the database with the password hashed and the phone number encrypted', async () => {
    const email = newAddress();
    const fields = signupFields({
      email,
      password: 'canary of the held',
      confirmPassword: 'canary of the held',
    });
    const { cookies } = await signUpByPage(fields);
    const row = (await db().select().from(heldSignups)).find((held) => held.email === email);
    expect(row).toMatchObject({ firstName: 'Asha', lastName: 'Rao', contactNumber: '+919876543210' });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain('canary');

    const raw = await rawDatabase();
    expect(raw.includes(email), 'the search finds an address in clear text').toBe(true);
    expect(raw.includes('canary of the held')).toBe(false);
    expect(raw.includes('9876543210')).toBe(false);

    const inCookie = decodeURIComponent(cookies)
      .split(/[=;. ]/)
      .map((part) => Buffer.from(part, 'base64').toString('latin1'))
      .join(' ');
    for (const secret of ['Asha', 'Rao', email, '9876543210', 'canary', 'argon2']) {
      expect(`${cookies} ${inCookie}`).not.toContain(secret);
    }
    expect(cookies).toMatch(/\bsignup=/);
  });

  test('holds no code in the database once its e-mail is sent', async () => {
    const email = newAddress();
    await askForCode(email);
    const code = await clinic.code(email);
    const row = (await db().select().from(codes)).find((kept) => kept.email === email);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.codeHash.length).toBeGreaterThan(40);
  });
});

describe('after a mistake on the sign-up page', () => {
  test('the typed fields come back, except the passwords', async () => {
    const fields = signupFields({
      contactNumber: '12',
      password: 'secret words 1',
      confirmPassword: 'secret words 2',
    });
    const { typed, text } = await signUpByPage(fields);
    const { password: _one, confirmPassword: _two, ...otherFields } = fields;
    expect(typed).toEqual(otherFields);
    expect(text).not.toContain('secret words');
  });

  test('a wrong log-in returns the address and never the password', async () => {
    const fields = { email: knownPatient.email, password: 'secret words 3' };
    const { typed, text } = await postPage(loginPage, { path: '/login', fields });
    expect(typed).toEqual({ email: knownPatient.email });
    expect(text).not.toContain('secret words');
  });
});
