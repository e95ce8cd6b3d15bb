import { count } from 'drizzle-orm';
import { heldSignups, users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as resendCode from '~/routes/guest/resend-code';
import * as signup from '~/routes/guest/signup';
import * as verifyEmail from '~/routes/guest/verify-email';
import type { Clinic } from './clinic';
import { apiRoute, callApi, type Fields, postPage } from './requests';

const sendOtp = apiRoute('auth/send-otp');
const apiSignup = apiRoute('auth/signup');

let serial = 0;

/** Returns an e-mail address that is not used yet. */
export function newAddress() {
  serial += 1;
  return `new${serial}@village.test`;
}

/** Builds a valid sign-up form; `overrides` replaces fields, and `undefined` leaves one out. */
export function signupFields(overrides: Record<string, string | undefined> = {}): Fields {
  const right = {
    accountType: 'Patient',
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@village.test',
    countryCode: '+91',
    contactNumber: '9876543210',
    password: 'a lamp in the window',
    confirmPassword: 'a lamp in the window',
    ...overrides,
  };
  return Object.fromEntries(Object.entries(right).filter(([, value]) => value !== undefined)) as Fields;
}

/** Requests a code from the API. */
export function askForCode(email: string, headers?: Record<string, string>) {
  return callApi(sendOtp, { method: 'POST', body: { email, checkUserPresent: true }, headers });
}

/** Requests a code from the API and reads it from the e-mail. */
export async function codeFor(clinic: Clinic, email: string) {
  await askForCode(email);
  return clinic.code(email);
}

export function signUpByApi(fields: Record<string, unknown>) {
  return callApi(apiSignup, { method: 'POST', body: fields });
}

export function signUpByPage(fields: Fields) {
  return postPage(signup, { path: '/signup', fields });
}

export function enterCode(cookie: string, otp: string) {
  return postPage(verifyEmail, { path: '/verify-email', cookie, fields: { otp } });
}

export function requestCodeAgain(cookie: string) {
  return postPage(resendCode, { path: '/resend-code', cookie });
}

/** Returns a code that differs from the right one. */
export const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');

export async function countAccounts() {
  const [row] = await db().select({ total: count() }).from(users);
  return row?.total;
}

export async function countHeldSignups() {
  const [row] = await db().select({ total: count() }).from(heldSignups);
  return row?.total;
}
