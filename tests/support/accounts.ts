import { eq } from 'drizzle-orm';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import * as settingsPage from '~/routes/dashboard/account/settings';
import { fixture, password, type Somebody } from './clinic';
import { apiRoute, callApi, type Fields, postPage } from './requests';

const changePassword = apiRoute('auth/change-password');
const deleteProfile = apiRoute('profile/delete-profile');
const updateCredentials = apiRoute('profile/update-credentials');
const updatePicture = apiRoute('profile/update-display-picture');
const updateProfile = apiRoute('profile/update-profile');

type Caller = Pick<Somebody, 'token'>;

/** Builds a valid profile form; `overrides` replaces fields, and `undefined` leaves one out. */
export function profileFields(overrides: Record<string, string | undefined> = {}): Fields {
  const right = {
    firstName: 'Lakshmi',
    lastName: 'Iyer',
    dateOfBirth: '1980-05-31',
    gender: 'Female',
    contactNumber: '9812345678',
    about: 'I teach at the village school.',
    ...overrides,
  };
  return Object.fromEntries(Object.entries(right).filter(([, value]) => value !== undefined)) as Fields;
}

export function saveProfile({ token }: Caller, fields: Record<string, unknown> = profileFields()) {
  return callApi(updateProfile, { method: 'PUT', token, body: fields });
}

/** Builds the credentials of a doctor; `overrides` replaces fields. */
export const credentialFields = (overrides: Fields = {}): Fields => ({
  registrationNumber: 'MMC/2011/04217',
  council: 'Maharashtra Medical Council',
  qualification: 'MD',
  ...overrides,
});

export function saveCredentials({ token }: Caller, fields: Record<string, unknown> = credentialFields()) {
  return callApi(updateCredentials, { method: 'PUT', token, body: fields });
}

/** Builds a form with a display picture: a fixture by name, or any file. */
export async function pictureForm(file: string | File | undefined = 'rash.png') {
  const form = new FormData();
  const picture = typeof file === 'string' ? await fixture(file) : file;
  if (picture) form.set('displayPicture', picture);
  return form;
}

export async function savePicture({ token }: Caller, file: string | File = 'rash.png') {
  return callApi(updatePicture, { method: 'PUT', token, body: await pictureForm(file) });
}

export const freshPassword = 'another quiet river';

/** Builds a valid password form; `overrides` replaces fields. */
export const passwordFields = (overrides: Fields = {}): Fields => ({
  oldPassword: password,
  newPassword: freshPassword,
  confirmNewPassword: freshPassword,
  ...overrides,
});

export function savePassword({ token }: Caller, fields: Record<string, unknown> = passwordFields()) {
  return callApi(changePassword, { method: 'POST', token, body: fields });
}

export function deleteAccountOf({ token }: Caller, body?: Record<string, unknown>) {
  return callApi(deleteProfile, { method: 'DELETE', token, body });
}

/** Sends one of the forms of the settings page. */
export function postSettings(
  { cookie }: Pick<Somebody, 'cookie'>,
  part: string,
  fields: Fields | FormData = {},
) {
  return postPage(settingsPage, { path: `/dashboard/settings/${part}`, params: { part }, cookie, fields });
}

/** Reads the row of an account, or undefined. */
export async function rowOf(id: string) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  return row;
}
