import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as signupPage from '~/routes/guest/signup';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import {
  casesOf,
  emptyTry,
  expectSameOutcome,
  fieldMistakes,
  form,
  json,
  missingFieldCases,
  type Operation,
  ofPage,
  passwordMismatch,
  passwordTooCommon,
  passwordTooLong,
  passwordTooShort,
  phoneNeedsTenDigits,
  phoneNotInCountry,
  success,
} from '../../support/page-and-api';
import { apiRoute, callApi, postPage } from '../../support/requests';
import {
  codeFor,
  enterCode,
  newAddress,
  signUpByPage,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

const sendOtpCall = apiRoute('auth/send-otp');
const signupCall = apiRoute('auth/signup');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

const signup = (other: Record<string, string | undefined> = {}) => ({
  fields: { ...signupFields({ email: newAddress(), otp: '123456' }), ...other },
});
/** Builds a sign-up with the right code from the mailbox; the page requests its own code. */
const signupWithCode = async (email: string, other = {}) => ({
  fields: { ...signupFields({ email }), otp: await codeFor(clinic, email), ...other },
});

const signUp: Operation = {
  name: 'signing up: the form',
  api: (input) => callApi(signupCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(signupPage, { path: '/signup', fields: form(input) }),
  cases: [
    [
      'with everything right',
      () => signupWithCode(newAddress()),
      {
        page: success('OTP Sent Successfully'),
        api: success('Signup Successful, Please Login'),
        because: 'docs/requirements.md#states: the page asks for the code on a page of its own',
      },
    ],
    ...missingFieldCases((field) => signup({ [field]: undefined }), {
      accountType: 'Please choose Patient or Expert',
      firstName: 'Please enter your first name',
      lastName: 'Please enter your last name',
      email: 'Please enter your e-mail address',
      contactNumber: 'Please enter your contact number',
      password: 'Please enter a password',
      confirmPassword: 'Please enter the password again',
    }),
    [
      'as an admin',
      () => signup({ accountType: 'Admin' }),
      fieldMistakes({ accountType: 'Please choose Patient or Expert' }),
    ],
    [
      'with an address that is none',
      () => signup({ email: 'asha' }),
      fieldMistakes({ email: 'Please enter a valid e-mail address' }),
    ],
    [
      'with a country code that is none',
      () => signup({ countryCode: 'India' }),
      fieldMistakes({ countryCode: 'Please choose a country code' }),
    ],
    [
      'with nine digits',
      () => signup({ contactNumber: '987654321' }),
      fieldMistakes({ contactNumber: phoneNeedsTenDigits }),
    ],
    [
      'with eleven digits',
      () => signup({ contactNumber: '98765432101' }),
      fieldMistakes({ contactNumber: phoneNeedsTenDigits }),
    ],
    [
      'with a number of another country',
      () => signup({ contactNumber: '0000000000' }),
      fieldMistakes({ contactNumber: phoneNotInCountry }),
    ],
    [
      'with a short password',
      () => signup({ password: 'short', confirmPassword: 'short' }),
      fieldMistakes({ password: passwordTooShort }),
    ],
    [
      'with a long password',
      () => signup({ password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }),
      fieldMistakes({ password: passwordTooLong }),
    ],
    [
      'with a common password',
      () => signup({ password: 'Password1', confirmPassword: 'Password1' }),
      fieldMistakes({ password: passwordTooCommon }),
    ],
    [
      'with two different passwords',
      () => signup({ confirmPassword: 'another lamp' }),
      fieldMistakes({ confirmPassword: passwordMismatch }),
    ],
    [
      'with a name that is too long',
      () => signup({ firstName: 'a'.repeat(61) }),
      fieldMistakes({ firstName: 'This text is too long. It can have at most 60 characters.' }),
    ],
  ],
};

/** On the page, the sign-up up to the code and then the code; in the API, both in one call. */
const verify: Operation = {
  name: 'signing up: the code',
  api: (input) => callApi(signupCall, { method: 'POST', body: json(input) }),
  page: async ({ fields: { otp, ...fields } }) => {
    const { cookies } = await signUpByPage(fields as Record<string, string>);
    const right = await clinic.code(String(fields.email));
    return enterCode(cookies, otp === 'right' ? right : String(otp ?? ''));
  },
  cases: [
    ['without a code', () => signup({ otp: '' }), fieldMistakes({ otp: 'Please enter the code' })],
    [
      'with a code of five digits',
      () => signup({ otp: '12345' }),
      fieldMistakes({ otp: 'The code has 6 digits' }),
    ],
    [
      'with a wrong code',
      async () => {
        const tried = await signupWithCode(newAddress());
        return { fields: { ...tried.fields, otp: wrongCodeFor(tried.fields.otp) } };
      },
      fieldMistakes({ otp: 'That code is incorrect. Tries left: 4' }),
    ],
    [
      'for an address that has an account',
      async () => {
        const { email } = await a.patient();
        await codeFor(clinic, email);
        return signup({ email });
      },
      fieldMistakes({ otp: 'That code is incorrect. Tries left: 4' }),
    ],
  ],
};

const sendCode: Operation = {
  name: 'asking for a code',
  api: (input) => callApi(sendOtpCall, { method: 'POST', body: json(input) }),
  page: ({ fields: { email } }) =>
    postPage(signupPage, {
      path: '/signup',
      fields: form({ ...emptyTry, fields: signup({ email: email as string }).fields }),
    }),
  cases: [
    ['for a new address', () => ({ fields: { email: newAddress() } }), success('OTP Sent Successfully')],
    [
      'for an address that has an account',
      () => ({ fields: { email: patient.email } }),
      success('OTP Sent Successfully'),
    ],
    ['for no address', () => ({ fields: {} }), fieldMistakes({ email: 'Please enter your e-mail address' })],
    [
      'for an address that is none',
      () => ({ fields: { email: 'asha@' } }),
      fieldMistakes({ email: 'Please enter a valid e-mail address' }),
    ],
  ],
};

describe('both channels store the same', () => {
  test('new account', async () => {
    const left = [];
    for (const channel of ['api', 'page'] as const) {
      const email = newAddress();
      const fields = signupFields({ email, countryCode: '+44', contactNumber: '7911123456' });
      if (channel === 'api') {
        await callApi(signupCall, { method: 'POST', body: { ...fields, otp: await codeFor(clinic, email) } });
      } else {
        const { cookies } = await signUpByPage(fields);
        expect(ofPage(await enterCode(cookies, await clinic.code(email)))).toEqual(
          success('Signup Successful, Please Login'),
        );
      }
      const [row] = await db().select().from(users).where(eq(users.email, email));
      left.push([row?.accountType, row?.firstName, row?.lastName, row?.contactNumber, row?.approved]);
    }
    expect(left[0]).toEqual(['Patient', 'Asha', 'Rao', '+447911123456', false]);
    expect(left[1]).toEqual(left[0]);
  });
});

describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(signUp, verify, sendCode))('%s %s', expectSameOutcome);
});
