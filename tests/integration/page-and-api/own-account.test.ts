import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { postSettings, profileFields, rowOf } from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../../support/clinic';
import {
  casesOf,
  eachMissing,
  expectSameOutcome,
  form,
  json,
  loginFirst,
  nobody,
  none,
  type Operation,
  success,
  wrong,
} from '../../support/page-and-api';
import { apiRoute, callApi } from '../../support/requests';

const deleteProfileCall = apiRoute('profile/delete-profile');
const pictureCall = apiRoute('profile/update-display-picture');
const profileCall = apiRoute('profile/update-profile');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

const profile = (other: Record<string, string | undefined> = {}) => ({
  who: patient,
  fields: { ...profileFields(), ...other },
});

const updateProfile: Operation = {
  name: 'saving one’s profile',
  api: (input) => callApi(profileCall, { method: 'PUT', token: input.who.token, body: json(input) }),
  page: (input) => postSettings(input.who, 'profile', form(input)),
  cases: [
    ['with everything right', () => profile(), success('Profile Updated Successfully')],
    ['without a last name', () => profile({ lastName: undefined }), success('Profile Updated Successfully')],
    ...eachMissing((field) => profile({ [field]: undefined }), {
      firstName: 'Please enter Your First Name',
      dateOfBirth: 'Please enter your Date of Birth.',
      gender: 'Please select Your Gender',
      contactNumber: 'Please enter your Contact Number.',
      about: 'Please enter your About.',
    }),
    [
      'with a birth date to come',
      () => profile({ dateOfBirth: '2999-01-01' }),
      wrong({ dateOfBirth: 'Date of Birth cannot be in future' }),
    ],
    [
      'with a birth date that is no day',
      () => profile({ dateOfBirth: '2001-02-30' }),
      wrong({ dateOfBirth: 'Please enter a valid date of birth' }),
    ],
    [
      'with Select as the gender',
      () => profile({ gender: 'Select' }),
      wrong({ gender: 'Please select Your Gender' }),
    ],
    [
      'with nine digits',
      () => profile({ contactNumber: '987654321' }),
      wrong({ contactNumber: 'Invalid Contact Number' }),
    ],
    [
      'with thirteen digits',
      () => profile({ contactNumber: '9876543210123' }),
      wrong({ contactNumber: 'Invalid Contact Number' }),
    ],
    [
      'with too long a text about oneself',
      () => profile({ about: 'a'.repeat(1001) }),
      wrong({ about: 'This text is too long. It can have at most 1,000 characters.' }),
    ],
    ['signed out', () => ({ fields: profileFields() }), loginFirst],
  ],
};

const picture = async (name: string) => ({
  who: patient,
  fields: { displayPicture: await fixture(name) },
});

const updatePicture: Operation = {
  name: 'changing one’s picture',
  api: (input) => callApi(pictureCall, { method: 'PUT', token: input.who.token, body: form(input) }),
  page: (input) => postSettings(input.who, 'picture', form(input)),
  cases: [
    ['with a photo', () => picture('rash.png'), success('Display Picture Updated Successfully')],
    ['with a PDF', () => picture('two-pages.pdf'), success('Display Picture Updated Successfully')],
    [
      'without a file',
      () => ({ who: patient, fields: {} }),
      wrong({ displayPicture: 'Please select a picture' }),
    ],
    [
      'with another kind of file',
      () => picture('archive.zip'),
      wrong({
        displayPicture:
          'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
      }),
    ],
    [
      'with half a file',
      () => picture('truncated.gif'),
      wrong({ displayPicture: 'This file is incomplete. Please choose it again, or take a new photo.' }),
    ],
    ['signed out', async () => ({ ...(await picture('rash.png')), who: nobody }), loginFirst],
  ],
};

const requested =
  'docs/requirements.md#pages. One click does not delete an account: the page asks for the word and the password';

const deleteAccount: Operation = {
  name: 'deleting one’s account',
  api: (input) => callApi(deleteProfileCall, { method: 'DELETE', token: input.who.token, body: json(input) }),
  page: (input) => postSettings(input.who, 'delete', form(input)),
  cases: [
    [
      'with the word and the password',
      async () => ({ who: await a.patient(), fields: { confirmation: 'DELETE', password } }),
      success('Profile Deleted Successfully'),
    ],
    [
      'with nothing',
      async () => ({ who: await a.patient() }),
      {
        page: wrong({
          confirmation: 'Please type DELETE in capital letters',
          password: 'Please enter your password',
        }),
        api: success('Profile Deleted Successfully'),
        because: requested,
      },
    ],
    [
      'with a wrong password',
      async () => ({ who: await a.patient(), fields: { confirmation: 'DELETE', password: 'not this one' } }),
      wrong({ password: 'This is not your current password' }),
    ],
    [
      'as the last admin',
      async () => {
        await execute(
          db().update(users).set({ accountType: 'Patient' }).where(eq(users.accountType, 'Admin')),
        );
        return { who: await an.admin(), fields: { confirmation: 'DELETE', password } };
      },
      { refused: 'Your Account Could not Deleted,Please Try later' },
    ],
    ['signed out', () => ({ fields: { confirmation: 'DELETE', password } }), loginFirst],
  ],
};

describe('both channels store the same', () => {
  test('a profile', async () => {
    const left = [];
    for (const save of [updateProfile.api, updateProfile.page]) {
      const who = await a.patient();
      await save({ ...none, fields: profileFields({ contactNumber: '98123 45678' }), who });
      const row = await rowOf(who.id);
      left.push([
        row?.firstName,
        row?.lastName,
        row?.dateOfBirth,
        row?.gender,
        row?.contactNumber,
        row?.about,
      ]);
    }
    expect(left[0]).toContain('+919812345678');
    expect(left[1]).toEqual(left[0]);
  });
});

// Deleting the last admin comes last, as it leaves the clinic without one.
describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(updateProfile, updatePicture, deleteAccount))('%s %s', expectSameOutcome);
});
