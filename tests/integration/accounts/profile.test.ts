import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { genders } from '~/platform/enums';
import * as profilePage from '~/routes/dashboard/account/my-profile';
import * as settingsPage from '~/routes/dashboard/account/settings';
import { postSettings, profileFields, rowOf, saveProfile } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { rawDatabase } from '../../support/raw';
import { apiRoute, callApi, getPage } from '../../support/requests';
import {
  askForCode,
  codeFor,
  newAddress,
  signUpByApi,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

const verifyOtp = apiRoute('auth/verify-otp');

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});
afterEach(() => {
  vi.useRealTimers();
});

const phoneOf = async ({ id }: Somebody) => (await rowOf(id))?.contactNumber;
const setPhone = ({ id }: Somebody, contactNumber: string | null) =>
  execute(db().update(users).set({ contactNumber }).where(eq(users.id, id)));

describe('saving the profile', () => {
  test('returns the whole updated account to an API client', async () => {
    const { status, json } = await saveProfile(patient);
    expect([status, json.success, json.message]).toEqual([200, true, 'Profile Updated Successfully']);
    expect(json.profileDetails).toEqual({
      _id: patient.id,
      firstName: 'Lakshmi',
      lastName: 'Iyer',
      email: patient.email,
      image: expect.stringMatching(/^http:\/\/clinic\.test\/files\/picture\//),
      accountType: 'Patient',
      contactNumber: '+919812345678',
      approved: false,
      credentials: null,
      additionalDetails: {
        about: 'I teach at the village school.',
        gender: 'Female',
        contactNumber: '+919812345678',
        dateOfBirth: '1980-05-31',
      },
    });
    expect(json.data).toEqual(json.profileDetails);
  });

  test('leads from the page to the profile, which shows the change', async () => {
    const answer = await postSettings(patient, 'profile', profileFields({ about: 'I keep bees.' }));
    expect([answer.status, answer.location]).toEqual([302, '/dashboard/my-profile']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Profile Updated Successfully' });
    const page = await getPage(profilePage, { path: '/dashboard/my-profile', cookie: patient.cookie });
    expect(page.data).toMatchObject({
      data: { firstName: 'Lakshmi', image: null, additionalDetails: { about: 'I keep bees.' } },
    });
  });

  test('accepts an empty last name', async () => {
    expect((await saveProfile(patient, profileFields({ lastName: '' }))).status).toBe(200);
    expect((await rowOf(patient.id))?.lastName).toBe('');
  });

  test('stores the birth date and the phone number encrypted', async () => {
    await saveProfile(patient, profileFields({ dateOfBirth: '1971-11-07', contactNumber: '9811122233' }));
    const onDisk = await rawDatabase();
    expect(onDisk).not.toContain('1971-11-07');
    expect(onDisk).not.toContain('9811122233');
  });

  test('changes no other column of the account', async () => {
    const expert = await an.unapprovedExpert();
    const forbiddenFields = {
      approved: 'true',
      accountType: 'Admin',
      email: 'x@clinic.test',
      id: patient.id,
    };
    await saveProfile(expert, profileFields(forbiddenFields));
    expect(await rowOf(expert.id)).toMatchObject({
      approved: false,
      accountType: 'Expert',
      email: expert.email,
      firstName: 'Lakshmi',
    });
  });
});

describe('a mistake in the profile is shown beside its field', () => {
  const birth = 'Please enter your Date of Birth.';
  const noDay = 'Please enter a valid date of birth';
  const gender = 'Please select Your Gender';
  const number = 'Invalid Contact Number';
  test.each([
    ['firstName', undefined, 'Please enter Your First Name'],
    ['firstName', '  ', 'Please enter Your First Name'],
    ['dateOfBirth', undefined, birth],
    ['dateOfBirth', '2023-02-29', noDay],
    ['dateOfBirth', '31/05/1980', noDay],
    ['dateOfBirth', '1899-12-31', noDay],
    ['dateOfBirth', '9999-01-01', 'Date of Birth cannot be in future'],
    ['gender', undefined, gender],
    ['gender', 'Select', gender],
    ['gender', 'Dragon', `Please choose one of: ${genders.join(', ')}`],
    ['contactNumber', undefined, 'Please enter your Contact Number.'],
    ['contactNumber', '987654321', number],
    ['contactNumber', '9876543210123', number],
    ['contactNumber', '98765abcde', number],
    ['contactNumber', '999999999999', number],
    ['about', undefined, 'Please enter your About.'],
    ['about', 'a'.repeat(1001), 'This text is too long. It can have at most 1,000 characters.'],
  ])('%s %s', async (field, value, sentence) => {
    const api = await saveProfile(patient, profileFields({ [field]: value }));
    expect([api.status, api.json.errors]).toEqual([422, { [field]: sentence }]);
    const page = await postSettings(patient, 'profile', profileFields({ [field]: value }));
    expect([page.status, page.fieldErrors]).toEqual([400, { [field]: sentence }]);
    expect(page.typed).toEqual(profileFields({ [field]: value }));
  });

  test('all of the mistakes at once', async () => {
    const { status, json } = await saveProfile(patient, {});
    expect(status).toBe(422);
    expect(Object.keys(json.errors ?? {}).sort()).toEqual([
      'about',
      'contactNumber',
      'dateOfBirth',
      'firstName',
      'gender',
    ]);
  });
});

test('a birth date of today is accepted and one of tomorrow refused, in the clinic’s time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-03-05T18:29:00Z'));
  const { token } = await a.patient();
  const bornOn = async (dateOfBirth: string) =>
    (await saveProfile({ token }, profileFields({ dateOfBirth }))).status;
  expect([await bornOn('2026-03-05'), await bornOn('2026-03-06')]).toEqual([200, 422]);
  vi.setSystemTime(new Date('2026-03-05T18:30:00Z'));
  expect([await bornOn('2026-03-06'), await bornOn('2026-03-07')]).toEqual([200, 422]);
});

describe('the phone number', () => {
  test.each([
    '+919876543210',
    '+12025550123',
    '+447911123456',
    '+819012345678',
    '+61412345678',
    '+6591234567',
    '+911234567890',
  ])('stays as it is when the form is saved untouched: %s', async (stored) => {
    await setPhone(patient, stored);
    const { data } = await getPage(settingsPage, { path: '/dashboard/settings', cookie: patient.cookie });
    const { contactNumber } = (data as { typed: { contactNumber: string } }).typed;
    expect(contactNumber).toMatch(/^\d{10,12}$/);
    expect((await saveProfile(patient, profileFields({ contactNumber }))).status).toBe(200);
    expect(await phoneOf(patient)).toBe(stored);
  });

  test('is an Indian number by default', async () => {
    const admin = await an.admin();
    expect((await rowOf(admin.id))?.contactNumber).toBeNull();
    await saveProfile(admin);
    expect(await phoneOf(admin)).toBe('+919812345678');
  });
});

test('an unknown part of the settings is the not-found page', async () => {
  const nowhere = { path: '/x', params: { part: 'horoscope' }, cookie: patient.cookie };
  expect((await getPage(settingsPage, nowhere)).status).toBe(404);
  expect((await postSettings(patient, 'horoscope')).status).toBe(404);
  expect((await postSettings(patient, 'constructor')).status).toBe(404);
});

describe('checking a code', () => {
  const ask = (email: string, otp: string) => callApi(verifyOtp, { method: 'POST', body: { email, otp } });

  test('leaves a right code valid after any number of checks', async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    for (let requested = 0; requested < 7; requested += 1)
      expect((await ask(email, otp)).json.success).toBe(true);
    expect((await signUpByApi(signupFields({ email, otp }))).status).toBe(200);
    expect((await ask(email, otp)).status).toBe(422);
  });

  test('costs a try if the code is wrong, and refuses even the right code after five', async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    const first = await ask(email, wrongCodeFor(otp));
    expect([first.status, first.json.errors]).toEqual([
      422,
      { otp: 'That code is incorrect. Tries left: 4' },
    ]);
    expect((await ask(email, otp)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => ask(email, wrongCodeFor(otp))));
    expect(guesses.filter(({ json }) => /Tries left|no longer/.test(json.message))).toHaveLength(20);
    expect((await ask(email, otp)).status).toBe(422);
    expect((await signUpByApi(signupFields({ email, otp }))).status).toBe(422);
  });

  test('gives the same answer for an address with an account and one that requested no code', async () => {
    const unknown = await ask(newAddress(), '123456');
    const email = newAddress();
    const free = await ask(email, '123456');
    expect(unknown.text).toBe(free.text);
    await askForCode(patient.email);
    await askForCode(email);
    const answer = await ask(patient.email, '123456');
    expect([answer.status, answer.json.message]).toEqual([422, 'That code is incorrect. Tries left: 4']);
  });
});
