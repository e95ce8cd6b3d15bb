import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as deleteReportPage from '~/routes/dashboard/delete-report';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import * as resetPage from '~/routes/guest/update-password';
import { passwordFields, postSettings, profileFields, rowOf } from '../../support/accounts';
import { a, an, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  casesOf,
  emptyTry,
  expectSameOutcome,
  fieldMistakes,
  form,
  json,
  loginFirst,
  nobody,
  noReport,
  type Operation,
  ofPage,
  success,
  type Try,
  wrongRole,
} from '../../support/page-and-api';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import {
  codeFor,
  enterCode,
  newAddress,
  signUpByPage,
  signupFields,
  wrongCodeFor,
} from '../../support/signups';

const clinic = clinicForFile();
let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

/** Sends the fields of a try to a call as JSON, or its form with `as`. */
const byCall =
  (path: string, { method = 'POST', as = json }: { method?: string; as?: typeof json | typeof form } = {}) =>
  (input: Try) =>
    callApi(apiRoute(path), { method, token: input.caller.token || undefined, body: as(input) });

const approveExpert: Operation = {
  name: 'approving an expert',
  api: byCall('expert/approve-expert'),
  page: ({ caller, fields }) =>
    postPage(approveExpertPage, {
      path: '/dashboard/approve-expert',
      cookie: caller.cookie,
      params: fields as Record<string, string>,
      fields: { isChecked: 'on', reason: 'I saw the certificate' },
    }),
  cases: [
    [
      'by an admin',
      async () => ({ caller: admin, fields: { expertId: (await an.unapprovedExpert()).id } }),
      success('Expert Approved!'),
    ],
    [
      'who is approved already',
      () => ({ caller: admin, fields: { expertId: expert.id } }),
      { refused: 'This expert is already approved' },
    ],
    [
      'who is a patient',
      () => ({ caller: admin, fields: { expertId: patient.id } }),
      { refused: 'Expert not found' },
    ],
    ['by an expert', () => ({ caller: expert, fields: { expertId: expert.id } }), wrongRole],
  ],
};

const logIn: Operation = {
  name: 'logging in',
  api: byCall('auth/login'),
  page: (input) => postPage(loginPage, { path: '/login', fields: form(input) }),
  cases: [
    [
      'with capitals in the address',
      () => ({ fields: { email: patient.email.toUpperCase(), password } }),
      success('Login Successful'),
    ],
    [
      'with a wrong password',
      () => ({ fields: { email: patient.email, password: 'not this one' } }),
      { refused: 'Login Failed' },
    ],
    [
      'without an address, and with too long a password',
      () => ({ fields: { password: 'x'.repeat(1025) } }),
      fieldMistakes({
        email: 'Please enter your e-mail address',
        password: 'This text is too long. It can have at most 1,024 characters.',
      }),
    ],
  ],
};

const logOut: Operation = {
  name: 'logging out',
  api: byCall('auth/logout'),
  page: ({ caller: { cookie } }) => postPage(logoutPage, { path: '/logout', cookie }),
  cases: [
    ['when signed in', async () => ({ caller: await a.patient() }), success('Logged out Successfully')],
  ],
};

const askForReset: Operation = {
  name: 'asking for a link for a new password',
  failureMessage: 'error while sending email',
  api: byCall('auth/reset-password-token'),
  page: (input) => postPage(forgotPage, { path: '/forgot-password', fields: form(input) }),
  cases: [
    ['for an unknown address', () => ({ fields: { email: newAddress() } }), success('Reset Email sent')],
    ['for no address', () => ({ fields: {} }), fieldMistakes({ email: 'Please enter your e-mail address' })],
  ],
};

/** Requests a link for an account, and fills the form that it opens. */
async function withLink(changes: Record<string, string> = {}) {
  const { email } = await a.patient();
  await callApi(apiRoute('auth/reset-password-token'), { method: 'POST', body: { email } });
  const token = /update-password\/([\w-]+)/.exec((await clinic.emails(email)).at(-1)?.text ?? '')?.[1];
  const chosen = 'another quiet river';
  return { fields: { token: token ?? 'no token', password: chosen, confirmPassword: chosen, ...changes } };
}

const reset: Operation = {
  name: 'choosing a new password with the link',
  failureMessage: 'Unable to reset password',
  api: byCall('auth/reset-password'),
  page: ({ fields: { token, ...fields } }) =>
    postPage(resetPage, {
      path: `/update-password/${token}`,
      params: { token: String(token) },
      fields: form({ ...emptyTry, fields }),
    }),
  cases: [
    ['with everything right', () => withLink(), success('password reset successfully')],
    [
      'with two different passwords',
      () => withLink({ confirmPassword: 'another lamp' }),
      fieldMistakes({ confirmPassword: 'Password do not matched' }),
    ],
    ['with a link that is none', () => withLink({ token: 'x' }), { refused: 'Unable to reset password' }],
  ],
};

const changePassword: Operation = {
  name: 'changing one’s password',
  api: byCall('auth/change-password'),
  page: (input) => postSettings(input.caller, 'password', form(input)),
  cases: [
    [
      'with everything right',
      async () => ({ caller: await a.patient(), fields: passwordFields() }),
      success('Password Changed successfully'),
    ],
    [
      'with a wrong current password',
      async () => ({ caller: await a.patient(), fields: passwordFields({ oldPassword: 'not this one' }) }),
      fieldMistakes({ oldPassword: 'This is not your current password' }),
    ],
    ['signed out', () => ({ fields: passwordFields() }), loginFirst],
  ],
};

const signup = (other: Record<string, string | undefined> = {}) => ({
  fields: { ...signupFields({ email: newAddress(), otp: '123456' }), ...other },
});

/** Fills a sign-up with the right code from the mailbox; the page requests its own code. */
async function signupWithCode() {
  const email = newAddress();
  return { fields: { ...signupFields({ email }), otp: await codeFor(clinic, email) } };
}

const signUp: Operation = {
  name: 'signing up: the form',
  api: byCall('auth/signup'),
  page: (input) => postPage(signupPage, { path: '/signup', fields: form(input) }),
  cases: [
    [
      'with everything right',
      () => signupWithCode(),
      {
        page: success('OTP Sent Successfully'),
        api: success('Signup Successful, Please Login'),
        because: 'docs/requirements.md#states: the page asks for the code on a page of its own',
      },
    ],
    [
      'as an admin, without a name, and with nine digits',
      () => signup({ accountType: 'Admin', firstName: undefined, contactNumber: '987654321' }),
      fieldMistakes({
        accountType: 'Please choose Patient or Expert',
        firstName: 'Please enter your first name',
        contactNumber: 'The phone number must have exactly 10 digits',
      }),
    ],
  ],
};

/** On the page, the sign-up up to the code and then the code; in the API, both in one call. */
const verify: Operation = {
  name: 'signing up: the code',
  api: byCall('auth/signup'),
  page: async ({ fields: { otp, ...fields } }) => {
    const { cookies } = await signUpByPage(fields as Record<string, string>);
    return enterCode(cookies, String(otp ?? ''));
  },
  cases: [
    ['without a code', () => signup({ otp: '' }), fieldMistakes({ otp: 'Please enter the code' })],
    [
      'with a wrong code',
      async () => {
        const { fields } = await signupWithCode();
        return { fields: { ...fields, otp: wrongCodeFor(fields.otp) } };
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
  api: byCall('auth/send-otp'),
  page: ({ fields: { email } }) =>
    postPage(signupPage, {
      path: '/signup',
      fields: form({ ...emptyTry, fields: signup({ email: email as string }).fields }),
    }),
  cases: [
    [
      'for an address that has an account',
      () => ({ fields: { email: patient.email } }),
      success('OTP Sent Successfully'),
    ],
    [
      'for an address that is none',
      () => ({ fields: { email: 'asha@' } }),
      fieldMistakes({ email: 'Please enter a valid e-mail address' }),
    ],
  ],
};

const updateProfile: Operation = {
  name: 'saving one’s profile',
  api: byCall('profile/update-profile', { method: 'PUT' }),
  page: (input) => postSettings(input.caller, 'profile', form(input)),
  cases: [
    [
      'without a last name',
      () => ({ caller: patient, fields: { ...profileFields(), lastName: undefined } }),
      success('Profile Updated Successfully'),
    ],
    [
      'with a birth date to come, and Select as the gender',
      () => ({
        caller: patient,
        fields: { ...profileFields(), dateOfBirth: '2999-01-01', gender: 'Select' },
      }),
      fieldMistakes({
        dateOfBirth: 'Date of Birth cannot be in future',
        gender: 'Please select Your Gender',
      }),
    ],
    ['signed out', () => ({ fields: profileFields() }), loginFirst],
  ],
};

const updatePicture: Operation = {
  name: 'changing one’s picture',
  api: byCall('profile/update-display-picture', { method: 'PUT', as: form }),
  page: (input) => postSettings(input.caller, 'picture', form(input)),
  cases: [
    [
      'with a photo',
      async () => ({ caller: patient, fields: { displayPicture: await fixture('rash.png') } }),
      success('Display Picture Updated Successfully'),
    ],
    [
      'with another kind of file',
      async () => ({ caller: patient, fields: { displayPicture: await fixture('archive.zip') } }),
      fieldMistakes({
        displayPicture:
          'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
      }),
    ],
  ],
};

const upload = async (changes: Record<string, string | File | undefined> = {}) => ({
  caller: patient,
  fields: {
    reportType: 'ECG',
    countryCode: '+91',
    phoneNumber: '9876543210',
    description: 'Since Monday',
    consent: 'on',
    report: await fixture('rash.png'),
    ...changes,
  },
});

const uploadReport: Operation = {
  name: 'uploading a report',
  api: byCall('report/upload-report', { as: form }),
  page: (input) =>
    postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: input.caller.cookie,
      fields: form(input),
    }),
  cases: [
    [
      'without a description',
      () => upload({ description: undefined }),
      success('Report Submitted Succesfully'),
    ],
    [
      'without a country code and consent',
      () => upload({ countryCode: undefined, consent: undefined }),
      {
        page: fieldMistakes({
          countryCode: 'Country code is required',
          consent: 'You must agree before submitting.',
        }),
        api: success('Report Submitted Succesfully'),
        because:
          'docs/requirements.md#entities, docs/requirements.md#reports-and-files. Another program need not send them',
      },
    ],
    [
      'without a file and a type',
      () => upload({ report: undefined, reportType: undefined }),
      fieldMistakes({ report: 'Report file is required', reportType: 'Report Type is required' }),
    ],
    [
      'with a locked PDF',
      async () => upload({ report: await fixture('locked.pdf') }),
      fieldMistakes({
        report: 'This PDF is locked with a password. Please save it without one and choose it again.',
      }),
    ],
    ['signed out', async () => ({ ...(await upload()), caller: nobody }), loginFirst],
  ],
};

const toReview = async (who: Somebody, review = 'All is well') => ({
  caller: who,
  fields: { review },
  id: (await aReportOf(patient, { file: 'rash.png' }))._id,
});

const addReview: Operation = {
  name: 'writing a review',
  api: ({ caller, fields, id }) =>
    sendReview({ reportId: id, token: caller.token, review: fields.review as string }),
  page: (input) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${input.id}`,
      params: { reportId: input.id },
      cookie: input.caller.cookie,
      fields: form(input),
    }),
  cases: [
    ['by an expert', () => toReview(expert), success('Review Added Successfully')],
    ['of spaces', () => toReview(expert, '   '), fieldMistakes({ review: 'Review is required' })],
    ['by an admin', () => toReview(admin), { refused: 'Only experts can add reviews' }],
    [
      'of a report that is not there',
      () => ({ caller: expert, fields: { review: 'x' }, id: 'none' }),
      noReport,
    ],
    [
      'of a report that is reviewed',
      async () => ({
        ...(await toReview(expert, 'Something else')),
        id: (await aReviewedReportOf(patient, expert))._id,
      }),
      { refused: 'This report has already been reviewed. Your review was not added.' },
    ],
  ],
};

const deleteReport: Operation = {
  name: 'deleting a report',
  api: ({ caller, id }) =>
    callApi(apiRoute('report/delete-report'), {
      method: 'DELETE',
      token: caller.token,
      body: { reportId: id },
    }),
  page: ({ caller, id }) =>
    postPage(deleteReportPage, {
      path: `/dashboard/delete-report/${id}`,
      params: { reportId: id },
      cookie: caller.cookie,
    }),
  cases: [
    ['of one’s own', () => toReview(patient), success('Report deleted Successfully')],
    ['of a patient, as an admin', () => toReview(admin), noReport],
  ],
};

const deleteAccount: Operation = {
  name: 'deleting one’s account',
  api: byCall('profile/delete-profile', { method: 'DELETE' }),
  page: (input) => postSettings(input.caller, 'delete', form(input)),
  cases: [
    [
      'with nothing',
      async () => ({ caller: await a.patient() }),
      {
        page: fieldMistakes({
          confirmation: 'Please type the word shown above',
          password: 'Please enter your password',
        }),
        api: success('Profile Deleted Successfully'),
        because:
          'docs/requirements.md#pages. One click does not delete an account: the page asks for the word and the password',
      },
    ],
    [
      'with a wrong password',
      async () => ({
        caller: await a.patient(),
        fields: { confirmation: 'DELETE', password: 'not this one' },
      }),
      fieldMistakes({ password: 'This is not your current password' }),
    ],
    [
      'as the last admin',
      async () => {
        await execute(
          db().update(users).set({ accountType: 'Patient' }).where(eq(users.accountType, 'Admin')),
        );
        return { caller: await an.admin(), fields: { confirmation: 'DELETE', password } };
      },
      { refused: 'Your Account Could not Deleted,Please Try later' },
    ],
  ],
};

describe('a page and its call store the same', () => {
  test('account', async () => {
    const rows = [];
    for (const channel of ['api', 'page'] as const) {
      const email = newAddress();
      const fields = signupFields({ email, countryCode: '+44', contactNumber: '7911123456' });
      if (channel === 'api') {
        const body = { ...fields, otp: await codeFor(clinic, email) };
        await callApi(apiRoute('auth/signup'), { method: 'POST', body });
      } else {
        const { cookies } = await signUpByPage(fields);
        expect(ofPage(await enterCode(cookies, await clinic.code(email)))).toEqual(
          success('Signup Successful, Please Login'),
        );
      }
      const [row] = await db().select().from(users).where(eq(users.email, email));
      rows.push([row?.accountType, row?.firstName, row?.lastName, row?.contactNumber, row?.approved]);
    }
    expect(rows).toEqual(Array(2).fill(['Patient', 'Asha', 'Rao', '+447911123456', false]));
  });

  test('profile', async () => {
    const rows = [];
    for (const save of [updateProfile.api, updateProfile.page]) {
      const who = await a.patient();
      await save({ ...emptyTry, fields: profileFields({ contactNumber: '98123 45678' }), caller: who });
      const row = await rowOf(who.id);
      const { firstName, lastName, dateOfBirth, gender, contactNumber, about } = row ?? {};
      rows.push({ firstName, lastName, dateOfBirth, gender, contactNumber, about });
    }
    expect(rows[0]).toMatchObject({ contactNumber: '+919812345678' });
    expect(rows[1]).toEqual(rows[0]);
  });

  test('report with all its fields', async () => {
    const rows = [];
    for (const send of [uploadReport.api, uploadReport.page]) {
      const who = await a.patient();
      await send({ ...emptyTry, ...(await upload()), caller: who });
      const { json: list } = await callApi(apiRoute('report/get-report-by-patientId'), {
        token: who.token,
        params: { patientId: who.id },
      });
      const [row] = list.data as Record<string, unknown>[];
      // The second one waits behind the first. Links are signed for their reader.
      const { _id, patient: _theirs, createdAt, updatedAt, consent, queue: _queue, ...fields } = row ?? {};
      const { reportUrl: _file, thumbnailUrl: _picture, ...stored } = fields;
      // Only the time and the channel of the consent differ
      // (docs/requirements.md#reports-and-files).
      const { at: _when, door: _which, ...choice } = consent as Record<string, unknown>;
      rows.push({ ...stored, given: choice });
    }
    expect(rows[0]).toMatchObject({ reportType: 'ECG', description: 'Since Monday', status: 'Pending' });
    expect(rows[1]).toEqual(rows[0]);
  });
});

// Deleting the last admin comes last, as it leaves the clinic without one.
describe('the same input has the same outcome on pages and through the API', () => {
  test.each(
    casesOf(
      approveExpert,
      logIn,
      logOut,
      askForReset,
      reset,
      changePassword,
      signUp,
      verify,
      sendCode,
      updateProfile,
      updatePicture,
      uploadReport,
      addReview,
      deleteReport,
      deleteAccount,
    ),
  )('%s %s', expectSameOutcome);
});
