import { afterAll, beforeAll, describe, test } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as loginPage from '~/routes/guest/login';
import { a, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import {
  casesOf,
  expectSameOutcome,
  fieldMistakes,
  form,
  json,
  missingFieldCases,
  type Operation,
  success,
} from '../../support/page-and-api';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { newAddress } from '../../support/signups';

const loginCall = apiRoute('auth/login');
const logoutCall = apiRoute('auth/logout');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

const login = (other: Record<string, string | undefined> = {}) => ({
  fields: { email: patient.email, password, ...other },
});

const logIn: Operation = {
  name: 'logging in',
  api: (input) => callApi(loginCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(loginPage, { path: '/login', fields: form(input) }),
  cases: [
    ['with the right password', () => login(), success('Login Successful')],
    [
      'with capitals in the address',
      () => login({ email: patient.email.toUpperCase() }),
      success('Login Successful'),
    ],
    ...missingFieldCases((field) => login({ [field]: undefined }), {
      email: 'Please enter your e-mail address',
      password: 'Please enter your password',
    }),
    ['with a wrong password', () => login({ password: 'not this one' }), { refused: 'Login Failed' }],
    ['with an unknown address', () => login({ email: newAddress() }), { refused: 'Login Failed' }],
    ['with an address that is none', () => login({ email: 'asha' }), { refused: 'Login Failed' }],
    [
      'with a password that is too long',
      () => login({ password: 'x'.repeat(1025) }),
      fieldMistakes({ password: 'This text is too long. It can have at most 1,024 characters.' }),
    ],
  ],
};

const logOut: Operation = {
  name: 'logging out',
  api: ({ caller: { token } }) => callApi(logoutCall, { method: 'POST', token }),
  page: ({ caller: { cookie } }) => postPage(logoutPage, { path: '/logout', cookie }),
  cases: [
    ['when signed in', async () => ({ caller: await a.patient() }), success('Logged out Successfully')],
  ],
};

describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(logIn, logOut))('%s %s', expectSameOutcome);
});
