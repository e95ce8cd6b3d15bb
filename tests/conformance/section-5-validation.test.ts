import { beforeAll, expect } from 'vitest';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as loginPage from '~/routes/guest/login';
import * as resetPage from '~/routes/guest/update-password';
import { passwordFields, postSettings, profileFields, savePassword, saveProfile } from '../support/accounts';
import { a, an, fixture, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, section } from '../support/conformance';
import { aReportOf, countReports, uploadFields } from '../support/reports';
import { type Fields, postPage, type RouteModule } from '../support/requests';
import {
  countHeldSignups,
  enterCode,
  newAddress,
  signUpByApi,
  signUpByPage,
  signupFields,
} from '../support/signups';
import { call, visit, visitor } from '../support/url-map';

let patient: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
});

type Given = Record<string, string | undefined>;

const without = (fields: Given): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/**
 * Returns the message beside one field of the sign-up, the same on the page and in the API;
 * undefined if the field is valid.
 */
async function ofSignup(field: string, input: Given) {
  const fields = signupFields({ email: newAddress(), ...input });
  const [page, api] = [await signUpByPage(fields), await signUpByApi({ ...fields, otp: '123456' })];
  expect(api.json.errors?.[field]).toBe(page.fieldErrors[field]);
  return page.fieldErrors[field];
}

/** Returns the message beside one field of the profile. */
async function ofProfile(field: string, input: Given) {
  const fields = without(profileFields(input));
  const [page, api] = [await postSettings(patient, 'profile', fields), await saveProfile(patient, fields)];
  expect(api.json.errors?.[field]).toBe(page.fieldErrors[field]);
  return page.fieldErrors[field];
}

/** Returns the message beside one field of a password change. */
async function ofPassword(field: string, input: Given) {
  const fields = without({ ...passwordFields(), ...input });
  const [page, api] = [await postSettings(patient, 'password', fields), await savePassword(patient, fields)];
  expect(api.json.errors?.[field]).toBe(page.fieldErrors[field]);
  return page.fieldErrors[field];
}

/** Returns the message beside one field of the upload page. */
async function ofUpload(field: string, given: Given, file: string | undefined = 'rash.png') {
  const fields = uploadFields(file ? await fixture(file) : undefined, given);
  const { fieldErrors } = await postPage(uploadPage, { path: '/x', cookie: patient.cookie, fields });
  return fieldErrors[field];
}

const isRequired =
  (ask: typeof ofSignup, field: string, sentence: unknown = expect.any(String)) =>
  async () => {
    expect(await ask(field, { [field]: undefined })).toEqual(sentence);
    expect(await ask(field, { [field]: '' })).toEqual(sentence);
  };

const missing = (module: RouteModule, field: string, fields: Fields) => async () => {
  const { fieldErrors } = await postPage(module, { path: '/x', params: { token: 'x' }, fields });
  expect(fieldErrors[field]).toEqual(expect.any(String));
};

section(5, 'Validation rules', {
  Signup: [
    ...['accountType', 'firstName', 'lastName', 'email', 'contactNumber', 'password', 'confirmPassword'].map(
      (field) => [`all fields required: ${field}`, isRequired(ofSignup, field)] as const,
    ),
    [
      'email must be a valid format',
      async () => {
        for (const email of ['asha', 'asha@', '@village.test', 'a b@village.test']) {
          expect(await ofSignup('email', { email })).toBe('Please enter a valid e-mail address');
        }
      },
    ],
    [
      'phone exactly 10 digits',
      async () => {
        for (const contactNumber of ['987654321', '98765432101', '98765x3210']) {
          expect(await ofSignup('contactNumber', { contactNumber })).toBe(
            'The phone number must have exactly 10 digits',
          );
        }
      },
    ],
    [
      "password and confirmPassword must match, otherwise 'Password do not matched'",
      async () =>
        expect(await ofSignup('confirmPassword', { confirmPassword: 'another lamp' })).toBe(
          'Password do not matched',
        ),
    ],
    [
      'and nothing is submitted',
      async () => {
        const before = await countHeldSignups();
        await signUpByPage(signupFields({ email: newAddress(), confirmPassword: 'another lamp' }));
        expect(await countHeldSignups()).toBe(before);
      },
      by(
        'tests/e2e/toasts.spec.ts',
        'with script two different passwords are reported before anything is sent',
      ),
    ],
  ],
  'Login, forgot and reset forms: required fields only': [
    ['Login: email', missing(loginPage, 'email', { password: 'x' })],
    ['Login: password', missing(loginPage, 'password', { email: 'asha@village.test' })],
    ['Forgot: email', missing(forgotPage, 'email', {})],
    ['Reset: password', missing(resetPage, 'password', { confirmPassword: 'a lamp in the window' })],
    ['Reset: confirmPassword', missing(resetPage, 'confirmPassword', { password: 'a lamp in the window' })],
  ],
  'Verify code': [
    [
      'six single characters',
      async () => {
        const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
        for (const otp of ['12345', '1234567', 'abcdef']) {
          expect((await enterCode(cookies, otp)).fieldErrors.otp).toBe('The code has 6 digits');
        }
      },
      by(
        'tests/e2e/code-boxes.spec.ts',
        'each digit of a code goes into its own box, and can be mended by keyboard',
      ),
    ],
  ],
  Profile: [
    [
      "firstName required ('Please enter Your First Name')",
      isRequired(ofProfile, 'firstName', 'Please enter Your First Name'),
    ],
    [
      "dateOfBirth required ('Please enter your Date of Birth.')",
      isRequired(ofProfile, 'dateOfBirth', 'Please enter your Date of Birth.'),
    ],
    [
      "and not after today ('Date of Birth cannot be in future')",
      async () =>
        expect(await ofProfile('dateOfBirth', { dateOfBirth: '2999-01-01' })).toBe(
          'Date of Birth cannot be in future',
        ),
      by(
        'tests/integration/accounts/profile.test.ts',
        'a birth date of today is accepted and one of tomorrow refused, in the clinic’s time zone',
      ),
    ],
    [
      "gender required ('Please select Your Gender')",
      isRequired(ofProfile, 'gender', 'Please select Your Gender'),
    ],
    [
      "contactNumber required ('Please enter your Contact Number.')",
      isRequired(ofProfile, 'contactNumber', 'Please enter your Contact Number.'),
    ],
    [
      "min length 10 ('Invalid Contact Number')",
      async () =>
        expect(await ofProfile('contactNumber', { contactNumber: '987654321' })).toBe(
          'Invalid Contact Number',
        ),
    ],
    [
      "max length 12 ('Invalid Contact Number')",
      async () =>
        expect(await ofProfile('contactNumber', { contactNumber: '9876543210123' })).toBe(
          'Invalid Contact Number',
        ),
    ],
    [
      "about required ('Please enter your About.')",
      isRequired(ofProfile, 'about', 'Please enter your About.'),
    ],
    [
      'lastName optional',
      async () => expect(await ofProfile('lastName', { lastName: undefined })).toBeUndefined(),
    ],
  ],
  'Password change': [
    [
      "oldPassword ('Please enter Current Password') required",
      isRequired(ofPassword, 'oldPassword', 'Please enter Current Password'),
    ],
    [
      "newPassword ('Please enter New Password') required",
      isRequired(ofPassword, 'newPassword', 'Please enter New Password'),
    ],
    [
      "confirmNewPassword ('Please enter Confirm Password') required",
      isRequired(ofPassword, 'confirmNewPassword', 'Please enter Confirm Password'),
    ],
  ],
  Upload: [
    ["'Report Type is required'", isRequired(ofUpload, 'reportType', 'Report Type is required')],
    [
      "'Report file is required'",
      async () => expect(await ofUpload('report', {}, '')).toBe('Report file is required'),
    ],
    ["'Country code is required'", isRequired(ofUpload, 'countryCode', 'Country code is required')],
    ["'Phone number is required'", isRequired(ofUpload, 'phoneNumber', 'Phone number is required')],
    [
      "'You must agree before submitting.' (consent)",
      async () =>
        expect(await ofUpload('consent', { consent: undefined })).toBe('You must agree before submitting.'),
    ],
    [
      'Description optional',
      async () => {
        expect(await ofUpload('description', { description: undefined })).toBeUndefined();
        expect(await ofUpload('description', { description: '' })).toBeUndefined();
      },
    ],
    [
      'File types .pdf and images',
      async () => {
        for (const name of ['blood-test.pdf', 'xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif']) {
          expect(await ofUpload('report', {}, name), name).toBeUndefined();
        }
        expect(await ofUpload('report', {}, 'archive.zip')).toMatch(/^We cannot open this kind of file/);
      },
    ],
    [
      'each mistake keeps the report out',
      async () => {
        const before = await countReports();
        await ofUpload('consent', { consent: undefined });
        await ofUpload('report', {}, '');
        expect(await countReports()).toBe(before);
      },
    ],
    [
      'Upload-report entry requires a logged-in user',
      async () => {
        expect((await visit('/dashboard/upload-report', visitor)).location).toMatch(/^\/login/);
        const body = uploadFields(await fixture('rash.png'));
        expect((await call('POST /report/upload-report', { body })).status).toBe(401);
      },
    ],
  ],
  Review: [
    [
      "'Review is required'",
      async () => {
        const reportId = (await aReportOf(patient, { file: 'rash.png' }))._id;
        for (const fields of [{}, { review: '' }, { review: '  ' }] as Fields[]) {
          const params = { reportId };
          const page = await postPage(addReviewPage, { path: '/x', params, cookie: expert.cookie, fields });
          const api = await call('POST /report/add-review/:reportId', {
            token: expert.token,
            params,
            body: fields,
          });
          expect([page.fieldErrors.review, api.json.errors?.review]).toEqual(
            Array(2).fill('Review is required'),
          );
        }
      },
    ],
  ],
  'Server-side validation': [
    [
      "each response's success flag and message",
      by('tests/integration/page-and-api/page-and-call.test.ts', '%s %s'),
    ],
  ],
});
