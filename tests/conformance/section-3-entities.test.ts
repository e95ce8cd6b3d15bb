import { eq } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { noGender } from '~/domain/identity/account-constants';
import { reportFields } from '~/domain/report/report-fields';
import { countriesIn } from '~/i18n/countries';
import { heldSignups } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { genders, reportTypes } from '~/platform/enums';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { passwordFields, saveProfile } from '../support/accounts';
import { a, an, fixture, password, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, type Entry, section } from '../support/conformance';
import { aReportOf, aReviewedReportOf, uploadFields } from '../support/reports';
import { postPage } from '../support/requests';
import { codeFor, enterCode, newAddress, signUpByPage, signupFields } from '../support/signups';
import { call, visit } from '../support/url-map';
import * as sights from './sights';

type Fields = Record<string, unknown>;

let patient: Somebody;
let expert: Somebody;
let user: Fields & { additionalDetails: Fields };
let pending: Fields;
let reviewed: Fields;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
  const { json } = await saveProfile(patient);
  user = json.profileDetails as typeof user;
  pending = await aReportOf(patient, { file: 'rash.png', description: 'Since Monday' });
  reviewed = await aReviewedReportOf(patient, expert);
});

const userHas = (field: string, value: unknown) => () => expect(user[field]).toEqual(value);
const detailIs = (field: string, value: unknown) => () =>
  expect(user.additionalDetails[field]).toEqual(value);
const isMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const aPath = expect.stringMatching(/^http:\/\/clinic\.test\/files\//);

/** Expects a call with exactly these fields to succeed. */
const expectSuccess = async (line: string, body: Fields, token?: string, params = {}) => {
  const { status, json } = await call(line, { body, token, params });
  expect([status, json.success, json.errors]).toEqual([200, true, undefined]);
};

const here = 'tests/conformance/section-3-entities.test.ts';

/** Lists the fields of a waiting report, as its patient gets them. */
const whileItWaits = (): Fields => ({
  _id: expect.any(String),
  reportType: 'Blood Test',
  reportUrl: aPath,
  // The thumbnail is drawn after the answer.
  thumbnailUrl: null,
  resourceType: 'image',
  pages: 1,
  pageNotes: [
    { page: 1, note: 'blurred' },
    { page: 1, note: 'small' },
  ],
  description: 'Since Monday',
  phoneNumber: '+919876543210',
  status: 'Pending',
  review: null,
  patient: { _id: patient.id, firstName: 'Lakshmi', lastName: 'Iyer', email: patient.email },
  expert: null,
  createdAt: isMoment,
  updatedAt: isMoment,
  reviewedAt: null,
  correctedAt: null,
  stepCheck: null,
  consent: expect.objectContaining({ given: true, wordingVersion: '2025-1', door: 'api', earlier: [] }),
  language: 'en',
  reviewLanguage: null,
  translations: [],
  queue: { before: 0, usualSeconds: null },
  progress: 'queued',
  urgent: false,
  urgentFor: null,
  dangerSigns: null,
  claim: null,
  version: 0,
  amendedAt: null,
  takenBackAt: null,
  versions: [],
  nextStep: null,
  doubtNote: null,
  doubtOver: null,
  questions: [],
  files: [],
  about: null,
});

section(3, 'Entities and their fields', {
  'User / Expert': [
    ['_id', () => expect(user._id).toBe(patient.id)],
    ['firstName', userHas('firstName', 'Lakshmi')],
    ['lastName', userHas('lastName', 'Iyer')],
    ['email', () => expect(user.email).toBe(patient.email)],
    ['image', userHas('image', aPath)],
    [
      'accountType (Patient, Expert, Admin)',
      async () => {
        const admin = await an.admin();
        for (const [person, type] of [
          [patient, 'Patient'],
          [expert, 'Expert'],
          [admin, 'Admin'],
        ] as const) {
          const { json } = await call('POST /auth/login', { body: { email: person.email, password } });
          expect(json.user).toMatchObject({ accountType: type });
        }
      },
    ],
    [
      'contactNumber (also read at user level by the settings form)',
      userHas('contactNumber', '+919812345678'),
    ],
    [
      'approved (boolean, relevant to experts)',
      userHas('approved', false),
      async () => {
        const { json } = await call('GET /expert/get-approved-expert', { token: expert.token });
        expect(json.data).toMatchObject([{ _id: expert.id, approved: true }]);
      },
    ],
    ['additionalDetails.about', detailIs('about', 'I teach at the village school.')],
    ['additionalDetails.gender', detailIs('gender', 'Female')],
    ['additionalDetails.contactNumber', detailIs('contactNumber', '+919812345678')],
    ['additionalDetails.dateOfBirth', detailIs('dateOfBirth', '1980-05-31')],
  ],
  Report: [
    [
      '_id (reportId is used for delete)',
      async () => {
        const { _id } = await aReportOf(patient, { file: 'rash.png' });
        await expectSuccess('DELETE /report/delete-report/:reportId?', { reportId: _id }, patient.token);
      },
    ],
    ['reportType', () => expect(pending.reportType).toBe('Blood Test')],
    [
      'report file (upload)',
      by('tests/integration/reports/upload-report.test.ts', '%s is taken from another program as %s'),
    ],
    ['reportUrl', () => expect(pending.reportUrl).toEqual(aPath)],
    [
      'resourceType (raw means PDF)',
      () => expect([reviewed.resourceType, pending.resourceType]).toEqual(['raw', 'image']),
    ],
    [
      'description (optional)',
      () => expect([pending.description, reviewed.description]).toEqual(['Since Monday', null]),
    ],
    ['phoneNumber', () => expect(pending.phoneNumber).toBe('+919876543210')],
    [
      'status (Reviewed or a pending value)',
      () => expect([reviewed.status, pending.status]).toEqual(['Reviewed', 'Pending']),
    ],
    ['review (text)', () => expect([reviewed.review, pending.review]).toEqual(['All is well', null])],
    [
      'patient (object with firstName, lastName, email)',
      () => {
        const { id: _id, firstName, lastName, email } = patient;
        // The current name, not the one from the sign-up.
        expect(reviewed.patient).toEqual({ _id, firstName: 'Lakshmi', lastName: 'Iyer', email });
        expect([firstName, lastName]).not.toContain('Lakshmi');
      },
    ],
    [
      'expert (an object with firstName and lastName; its id in one view)',
      () => {
        const { id: _id, firstName, lastName } = expert;
        expect(reviewed.expert).toMatchObject({ _id, firstName, lastName });
        expect(pending.expert).toBeNull();
      },
    ],
    ['createdAt', () => expect(pending.createdAt).toEqual(isMoment)],
    ['updatedAt', () => expect(pending.updatedAt).toEqual(isMoment)],
  ],
  'Report, each field of the API': Object.keys(reportFields).map(
    (field): Entry => [
      field,
      () => {
        const fields = whileItWaits();
        expect(
          Object.keys(fields),
          `Add the new field to whileItWaits in ${here}, with its value while a report waits`,
        ).toContain(field);
        expect(pending[field]).toEqual(fields[field]);
      },
    ],
  ),
  Lists: [
    [
      'Report types (13): Blood Test … COVID-19 Test',
      () => expect(reportTypes).toEqual(sights.reportTypes),
      () => expect(reportTypes).toHaveLength(13),
    ],
    [
      'each of them is taken',
      async () => {
        for (const reportType of reportTypes)
          await aReportOf(await a.patient(), { file: 'rash.png', reportType });
      },
    ],
    [
      'Gender options (6): Select, Male, Female, Non-Binary, Prefer not to say, Other',
      () => expect([noGender, ...genders]).toEqual(sights.genders),
      () => expect(sights.genders).toHaveLength(6),
    ],
    [
      'Country dial codes: a list of about 200 entries (country, code)',
      () => {
        const countries = countriesIn('en');
        expect(countries.length).toBeGreaterThan(190);
        for (const { value, label } of countries) {
          expect(value).toMatch(/^\+\d{1,4}( [A-Z]{2})?$/);
          expect(label).not.toBe('');
        }
      },
    ],
  ],
  'Client state': [
    [
      'auth state has signupData: held in the database, its key in a cookie (docs/requirements.md#identity)',
      by(
        'tests/integration/accounts/sign-up-secrets.test.ts',
        'lies in the database with the password hashed and the phone number encrypted',
      ),
    ],
    ['loading', by('tests/e2e/conformance.spec.ts', 'a form shows that it is being sent')],
    [
      'token: persists, in a cookie that scripts cannot read (docs/requirements.md#identity)',
      by(
        'tests/integration/log-in/log-in.test.ts',
        'opens the account on the page with the right password, with a cookie hidden from scripts',
      ),
    ],
    [
      'profile state has user',
      async () => {
        const { data } = await visit('/dashboard/my-profile', patient);
        expect(data).toMatchObject({ data: { _id: patient.id } });
      },
    ],
  ],
  'Payload shapes': [
    [
      'Signup: accountType, firstName, lastName, contactNumber, email, password, confirmPassword, otp',
      async () => {
        const email = newAddress();
        const { countryCode: _onThePage, ...fields } = signupFields({ email });
        await expectSuccess('POST /auth/signup', { ...fields, otp: await codeFor(clinic, email) });
      },
    ],
    [
      'Signup data held before verification: accountType, firstName, lastName, email, contactNumber, password',
      async () => {
        const email = newAddress();
        const { cookies } = await signUpByPage(signupFields({ email }));
        const [heldSignup] = await db().select().from(heldSignups).where(eq(heldSignups.email, email));
        expect(heldSignup).toMatchObject({
          accountType: 'Patient',
          firstName: 'Asha',
          lastName: 'Rao',
          email,
          contactNumber: '+919876543210',
          passwordHash: expect.stringContaining('argon2'),
        });
        expect((await enterCode(cookies, await clinic.code(email))).location).toBe('/login');
      },
    ],
    ['Login: email, password', () => expectSuccess('POST /auth/login', { email: patient.email, password })],
    [
      'Send code: email, checkUserPresent (always true)',
      () => expectSuccess('POST /auth/send-otp', { email: newAddress(), checkUserPresent: true }),
    ],
    [
      'Reset-password token request: email',
      () => expectSuccess('POST /auth/reset-password-token', { email: patient.email }),
    ],
    [
      'Reset password: password, confirmPassword, token',
      async () => {
        const { email } = await a.patient();
        await call('POST /auth/reset-password-token', { body: { email } });
        const text = (await clinic.emails(email)).at(-1)?.text ?? '';
        const token = /update-password\/([\w-]+)/.exec(text)?.[1];
        const chosen = 'another quiet river';
        await expectSuccess('POST /auth/reset-password', {
          password: chosen,
          confirmPassword: chosen,
          token,
        });
      },
    ],
    [
      'Change password: oldPassword, newPassword, confirmNewPassword',
      async () => expectSuccess('POST /auth/change-password', passwordFields(), (await a.patient()).token),
    ],
    [
      'Profile update: firstName, lastName, dateOfBirth, gender, contactNumber, about',
      async () => expect((await saveProfile(patient)).json.success).toBe(true),
    ],
    [
      'Upload form fields: report, reportType, description, phoneNumber, countryCode, consent',
      async () => {
        const fields = uploadFields(await fixture('rash.png'), { description: 'Since Monday' });
        expect([...fields.keys()].sort()).toEqual([
          'consent',
          'countryCode',
          'description',
          'phoneNumber',
          'report',
          'reportType',
        ]);
        const { location } = await postPage(uploadPage, { path: '/x', cookie: patient.cookie, fields });
        expect(location).toBe('/report-submitted');
      },
    ],
    [
      'Only report, reportType, description and phoneNumber are sent; countryCode and consent are not',
      async () => {
        const fields = { countryCode: undefined, consent: undefined, description: 'Since Tuesday' };
        expect(await aReportOf(patient, { file: 'rash.png', ...fields })).toMatchObject({
          description: 'Since Tuesday',
        });
      },
    ],
    [
      'Review: review',
      async () => {
        const { _id } = await aReportOf(patient, { file: 'rash.png' });
        await expectSuccess('POST /report/add-review/:reportId', { review: 'Rest' }, expert.token, {
          reportId: _id,
        });
      },
    ],
    [
      'Approve: expertId',
      async () => {
        const [admin, waiting] = [await an.admin(), await an.unapprovedExpert()];
        await expectSuccess('POST /expert/approve-expert', { expertId: waiting.id }, admin.token);
      },
    ],
    [
      'Delete report: reportId',
      async () => {
        const { _id } = await aReportOf(patient, { file: 'rash.png' });
        await expectSuccess('DELETE /report/delete-report/:reportId?', { reportId: _id }, patient.token);
      },
    ],
  ],
});
