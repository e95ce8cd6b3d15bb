import { afterAll, beforeAll, describe, test } from 'vitest';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as resetPage from '~/routes/guest/update-password';
import { passwordFields, postSettings } from '../../support/accounts';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import {
  casesOf,
  emptyTry,
  expectSameOutcome,
  fieldMistakes,
  form,
  json,
  loginFirst,
  missingFieldCases,
  type Operation,
  passwordMismatch,
  passwordTooCommon,
  passwordTooShort,
  success,
  type Try,
} from '../../support/page-and-api';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { newAddress } from '../../support/signups';

const changePasswordCall = apiRoute('auth/change-password');
const resetCall = apiRoute('auth/reset-password');
const resetTokenCall = apiRoute('auth/reset-password-token');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

const askForReset: Operation = {
  name: 'asking for a link for a new password',
  failureMessage: 'error while sending email',
  api: (input) => callApi(resetTokenCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(forgotPage, { path: '/forgot-password', fields: form(input) }),
  cases: [
    ['for a known address', () => ({ fields: { email: patient.email } }), success('Reset Email sent')],
    ['for an unknown address', () => ({ fields: { email: newAddress() } }), success('Reset Email sent')],
    ['for no address', () => ({ fields: {} }), fieldMistakes({ email: 'Please enter your e-mail address' })],
    [
      'for an address that is none',
      () => ({ fields: { email: 'asha' } }),
      fieldMistakes({ email: 'Please enter a valid e-mail address' }),
    ],
  ],
};

/** Requests a link for an account; the token is what each case varies. */
async function withLink(changes: Record<string, string | undefined> = {}) {
  const { email } = await a.patient();
  await callApi(resetTokenCall, { method: 'POST', body: { email } });
  const token = /update-password\/([\w-]+)/.exec((await clinic.emails(email)).at(-1)?.text ?? '')?.[1];
  const chosen = 'another quiet river';
  return { fields: { token: token ?? 'no token', password: chosen, confirmPassword: chosen, ...changes } };
}

const reset: Operation = {
  name: 'choosing a new password with the link',
  failureMessage: 'Unable to reset password',
  api: (input) => callApi(resetCall, { method: 'POST', body: json(input) }),
  page: ({ fields: { token, ...fields } }) =>
    postPage(resetPage, {
      path: `/update-password/${token}`,
      params: { token: String(token) },
      fields: form({ ...emptyTry, fields }),
    }),
  cases: [
    ['with everything right', () => withLink(), success('password reset successfully')],
    ...missingFieldCases((field) => withLink({ [field]: undefined }), {
      password: 'Please enter a password',
      confirmPassword: 'Please enter the password again',
    }),
    [
      'with a short password',
      () => withLink({ password: 'short', confirmPassword: 'short' }),
      fieldMistakes({ password: passwordTooShort }),
    ],
    [
      'with a common password',
      () => withLink({ password: 'Password1', confirmPassword: 'Password1' }),
      fieldMistakes({ password: passwordTooCommon }),
    ],
    [
      'with two different passwords',
      () => withLink({ confirmPassword: 'another lamp' }),
      fieldMistakes({ confirmPassword: passwordMismatch }),
    ],
    ['with a link that is none', () => withLink({ token: 'x' }), { refused: 'Unable to reset password' }],
  ],
};

const newPassword = async (other: Record<string, string> = {}, left?: string) => {
  const fields: Try['fields'] = passwordFields(other);
  if (left) delete fields[left];
  return { caller: await a.patient(), fields };
};

const changePassword: Operation = {
  name: 'changing one’s password',
  api: (input) =>
    callApi(changePasswordCall, { method: 'POST', token: input.caller.token, body: json(input) }),
  page: (input) => postSettings(input.caller, 'password', form(input)),
  cases: [
    ['with everything right', () => newPassword(), success('Password Changed successfully')],
    ...missingFieldCases((field) => newPassword({}, field), {
      oldPassword: 'Please enter Current Password',
      newPassword: 'Please enter New Password',
      confirmNewPassword: 'Please enter Confirm Password',
    }),
    [
      'with a wrong current password',
      () => newPassword({ oldPassword: 'not this one' }),
      fieldMistakes({ oldPassword: 'This is not your current password' }),
    ],
    [
      'with a short new password',
      () => newPassword({ newPassword: 'short', confirmNewPassword: 'short' }),
      fieldMistakes({ newPassword: passwordTooShort }),
    ],
    [
      'with a common new password',
      () => newPassword({ newPassword: 'Password1', confirmNewPassword: 'Password1' }),
      fieldMistakes({ newPassword: passwordTooCommon }),
    ],
    [
      'with two different new passwords',
      () => newPassword({ confirmNewPassword: 'another lamp' }),
      fieldMistakes({ confirmNewPassword: passwordMismatch }),
    ],
    ['signed out', () => ({ fields: passwordFields() }), loginFirst],
  ],
};

describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(askForReset, reset, changePassword))('%s %s', expectSameOutcome);
});
