import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db, execute } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as approvedPage from '~/routes/dashboard/admin/approved-expert';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import * as deleteReportPage from '~/routes/dashboard/delete-report';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as ofPatientPage from '~/routes/dashboard/previous-report';
import * as reviewedPage from '~/routes/dashboard/previous-reviewed-report';
import * as allReviewedPage from '~/routes/dashboard/previous-reviewed-reports';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import * as resetPage from '~/routes/guest/update-password';
import { passwordFields, postSettings, profileFields, rowOf } from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../../support/clinic';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import {
  apiRoute,
  callApi,
  type Fields,
  getPage,
  type PageAnswer,
  postPage,
  type RouteModule,
} from '../../support/requests';
import { codeFor, enterCode, newAddress, notThe, signUpByPage, signupFields } from '../../support/signups';

const changePasswordCall = apiRoute('auth/change-password');
const loginCall = apiRoute('auth/login');
const logoutCall = apiRoute('auth/logout');
const resetCall = apiRoute('auth/reset-password');
const resetTokenCall = apiRoute('auth/reset-password-token');
const sendOtpCall = apiRoute('auth/send-otp');
const signupCall = apiRoute('auth/signup');
const approveCall = apiRoute('expert/approve-expert');
const approvedCall = apiRoute('expert/get-approved-expert');
const pendingExpertCall = apiRoute('expert/get-pending-expert');
const deleteProfileCall = apiRoute('profile/delete-profile');
const pictureCall = apiRoute('profile/update-display-picture');
const profileCall = apiRoute('profile/update-profile');
const deleteReportCall = apiRoute('report/delete-report');
const allReviewedCall = apiRoute('report/get-all-reviewed-reports');
const pendingCall = apiRoute('report/get-pending-reports');
const reviewedCall = apiRoute('report/get-report-by-expertId');
const ofPatientCall = apiRoute('report/get-report-by-patientId');
const uploadCall = apiRoute('report/upload-report');

/** What went into an operation: who asked, what was typed, and which object it was about. */
type Try = { who: Somebody; fields: Record<string, string | File | undefined>; id: string };

/** How it went, whichever channel it went through. */
type Outcome = { done: string } | { fieldErrors: Record<string, string> } | { refused: string };

/** One outcome for pages and API calls, or two with the decision that sets them apart. */
type Expected = Outcome | { page: Outcome; api: Outcome; because: string };

type ApiAnswer = Awaited<ReturnType<typeof callApi>>;
type Case = [what: string, prepare: () => Partial<Try> | Promise<Partial<Try>>, expected: Expected];
type Operation = {
  name: string;
  api(input: Try): Promise<ApiAnswer>;
  page(input: Try): Promise<PageAnswer>;
  /**
   * What every refusal and mistake is answered with as its message (docs/requirements.md#messages).
   */
  says?: string;
  cases: Case[];
};

const nobody: Somebody = { id: '', email: '', firstName: '', lastName: '', token: '', cookie: '' };
const loginFirst = { refused: 'Please log in first' };
const wrongRole = { refused: 'Your account cannot open this page' };
const noReport = { refused: 'There is no such report here' };
const wrong = (fieldErrors: Record<string, string>) => ({ fieldErrors });
const done = (words: string) => ({ done: words });

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});
afterAll(() => clinic.close());

function ofApi({ json }: ApiAnswer): Outcome {
  if (json.success) return { done: json.message };
  return json.errors ? { fieldErrors: json.errors } : { refused: json.message };
}

function ofPage({ location, toast, fieldErrors, message }: PageAnswer): Outcome {
  // A page cannot say "log in first": it leads to the log-in page and back
  // (docs/requirements.md#identity).
  if (location?.startsWith('/login?next=')) return loginFirst;
  if (toast) return toast.type === 'success' ? { done: toast.message } : { refused: toast.message };
  const { '': ofForm, ...ofFields } = fieldErrors;
  return ofForm === undefined
    ? { fieldErrors: ofFields as Record<string, string> }
    : { refused: message ?? '' };
}

const json = ({ fields }: Try) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function form({ fields }: Try) {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) all.set(name, value);
  return all;
}

/** Each field left out in turn: what is typed, and the sentence beside it. */
function eachMissing(
  prepare: (field: string) => Partial<Try> | Promise<Partial<Try>>,
  sentences: Record<string, string>,
): Case[] {
  return Object.entries(sentences).map(([field, sentence]) => [
    `without ${field}`,
    () => prepare(field),
    wrong({ [field]: sentence }),
  ]);
}

const signup = (other: Record<string, string | undefined> = {}) => ({
  fields: { ...signupFields({ email: newAddress(), otp: '123456' }), ...other },
});
/** With the right code in the mailbox; the page asks for its own. */
const signupWithCode = async (email: string, other = {}) => ({
  fields: { ...signupFields({ email }), otp: await codeFor(clinic, email), ...other },
});
const notInCountry = 'This is not a phone number of the chosen country';
const tenDigits = 'The phone number must have exactly 10 digits';
const short = 'The password needs at least 8 characters';
const long = 'The password may have at most 128 characters';
const common = 'This password is one of the most used, so it is easy to guess. Please choose another.';
const mismatch = 'Password do not matched';

const signUp: Operation = {
  name: 'signing up: the form',
  api: (input) => callApi(signupCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(signupPage, { path: '/signup', fields: form(input) }),
  cases: [
    [
      'with everything right',
      () => signupWithCode(newAddress()),
      {
        page: done('OTP Sent Successfully'),
        api: done('Signup Successful, Please Login'),
        because: 'docs/requirements.md#states: the page asks for the code on a page of its own',
      },
    ],
    ...eachMissing((field) => signup({ [field]: undefined }), {
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
      wrong({ accountType: 'Please choose Patient or Expert' }),
    ],
    [
      'with an address that is none',
      () => signup({ email: 'asha' }),
      wrong({ email: 'Please enter a valid e-mail address' }),
    ],
    [
      'with a country code that is none',
      () => signup({ countryCode: 'India' }),
      wrong({ countryCode: 'Please choose a country code' }),
    ],
    ['with nine digits', () => signup({ contactNumber: '987654321' }), wrong({ contactNumber: tenDigits })],
    [
      'with eleven digits',
      () => signup({ contactNumber: '98765432101' }),
      wrong({ contactNumber: tenDigits }),
    ],
    [
      'with a number of another country',
      () => signup({ contactNumber: '0000000000' }),
      wrong({ contactNumber: notInCountry }),
    ],
    [
      'with a short password',
      () => signup({ password: 'short', confirmPassword: 'short' }),
      wrong({ password: short }),
    ],
    [
      'with a long password',
      () => signup({ password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }),
      wrong({ password: long }),
    ],
    [
      'with a common password',
      () => signup({ password: 'Password1', confirmPassword: 'Password1' }),
      wrong({ password: common }),
    ],
    [
      'with two different passwords',
      () => signup({ confirmPassword: 'another lamp' }),
      wrong({ confirmPassword: mismatch }),
    ],
    [
      'with a name that is too long',
      () => signup({ firstName: 'a'.repeat(61) }),
      wrong({ firstName: 'This text is too long' }),
    ],
  ],
};

/** The page's sign-up up to the code, then the code; another program says both at once. */
const verify: Operation = {
  name: 'signing up: the code',
  api: (input) => callApi(signupCall, { method: 'POST', body: json(input) }),
  page: async ({ fields: { otp, ...fields } }) => {
    const { cookies } = await signUpByPage(fields as Record<string, string>);
    const right = await clinic.code(String(fields.email));
    return enterCode(cookies, otp === 'right' ? right : String(otp ?? ''));
  },
  cases: [
    ['without a code', () => signup({ otp: '' }), wrong({ otp: 'Please enter the code' })],
    ['with a code of five digits', () => signup({ otp: '12345' }), wrong({ otp: 'The code has 6 digits' })],
    [
      'with a wrong code',
      async () => {
        const tried = await signupWithCode(newAddress());
        return { fields: { ...tried.fields, otp: notThe(tried.fields.otp) } };
      },
      wrong({ otp: 'This code is not right. Tries left: 4' }),
    ],
    [
      'for an address that has an account',
      async () => {
        const { email } = await a.patient();
        await codeFor(clinic, email);
        return signup({ email });
      },
      wrong({ otp: 'This code is not right. Tries left: 4' }),
    ],
  ],
};

const sendCode: Operation = {
  name: 'asking for a code',
  api: (input) => callApi(sendOtpCall, { method: 'POST', body: json(input) }),
  page: ({ fields: { email } }) =>
    postPage(signupPage, {
      path: '/signup',
      fields: form({ ...none, fields: signup({ email: email as string }).fields }),
    }),
  cases: [
    ['for a new address', () => ({ fields: { email: newAddress() } }), done('OTP Sent Successfully')],
    [
      'for an address that has an account',
      () => ({ fields: { email: patient.email } }),
      done('OTP Sent Successfully'),
    ],
    ['for no address', () => ({ fields: {} }), wrong({ email: 'Please enter your e-mail address' })],
    [
      'for an address that is none',
      () => ({ fields: { email: 'asha@' } }),
      wrong({ email: 'Please enter a valid e-mail address' }),
    ],
  ],
};

const none: Try = { who: nobody, fields: {}, id: '' };

const login = (other: Record<string, string | undefined> = {}) => ({
  fields: { email: patient.email, password, ...other },
});

const logIn: Operation = {
  name: 'logging in',
  api: (input) => callApi(loginCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(loginPage, { path: '/login', fields: form(input) }),
  cases: [
    ['with the right password', () => login(), done('Login Successful')],
    [
      'with capitals in the address',
      () => login({ email: patient.email.toUpperCase() }),
      done('Login Successful'),
    ],
    ...eachMissing((field) => login({ [field]: undefined }), {
      email: 'Please enter your e-mail address',
      password: 'Please enter your password',
    }),
    ['with a wrong password', () => login({ password: 'not this one' }), { refused: 'Login Failed' }],
    ['with an unknown address', () => login({ email: newAddress() }), { refused: 'Login Failed' }],
    ['with an address that is none', () => login({ email: 'asha' }), { refused: 'Login Failed' }],
    [
      'with a password that is too long',
      () => login({ password: 'x'.repeat(1025) }),
      wrong({ password: 'This text is too long' }),
    ],
  ],
};

const logOut: Operation = {
  name: 'logging out',
  api: ({ who: { token } }) => callApi(logoutCall, { method: 'POST', token }),
  page: ({ who: { cookie } }) => postPage(logoutPage, { path: '/logout', cookie }),
  cases: [['when signed in', async () => ({ who: await a.patient() }), done('Logged out Successfully')]],
};

const askForReset: Operation = {
  name: 'asking for a link for a new password',
  says: 'error while sending email',
  api: (input) => callApi(resetTokenCall, { method: 'POST', body: json(input) }),
  page: (input) => postPage(forgotPage, { path: '/forgot-password', fields: form(input) }),
  cases: [
    ['for a known address', () => ({ fields: { email: patient.email } }), done('Reset Email sent')],
    ['for an unknown address', () => ({ fields: { email: newAddress() } }), done('Reset Email sent')],
    ['for no address', () => ({ fields: {} }), wrong({ email: 'Please enter your e-mail address' })],
    [
      'for an address that is none',
      () => ({ fields: { email: 'asha' } }),
      wrong({ email: 'Please enter a valid e-mail address' }),
    ],
  ],
};

/** Somebody with a link in the mailbox; the token is what the case is about. */
async function withLink(other: Record<string, string | undefined> = {}) {
  const { email } = await a.patient();
  await callApi(resetTokenCall, { method: 'POST', body: { email } });
  const token = /update-password\/([\w-]+)/.exec((await clinic.emails(email)).at(-1)?.text ?? '')?.[1];
  const chosen = 'another quiet river';
  return { fields: { token: token ?? 'no token', password: chosen, confirmPassword: chosen, ...other } };
}

const reset: Operation = {
  name: 'choosing a new password with the link',
  says: 'Unable to reset password',
  api: (input) => callApi(resetCall, { method: 'POST', body: json(input) }),
  page: ({ fields: { token, ...fields } }) =>
    postPage(resetPage, {
      path: `/update-password/${token}`,
      params: { token: String(token) },
      fields: form({ ...none, fields }),
    }),
  cases: [
    ['with everything right', () => withLink(), done('password reset successfully')],
    ...eachMissing((field) => withLink({ [field]: undefined }), {
      password: 'Please enter a password',
      confirmPassword: 'Please enter the password again',
    }),
    [
      'with a short password',
      () => withLink({ password: 'short', confirmPassword: 'short' }),
      wrong({ password: short }),
    ],
    [
      'with a common password',
      () => withLink({ password: 'Password1', confirmPassword: 'Password1' }),
      wrong({ password: common }),
    ],
    [
      'with two different passwords',
      () => withLink({ confirmPassword: 'another lamp' }),
      wrong({ confirmPassword: mismatch }),
    ],
    ['with a link that is none', () => withLink({ token: 'x' }), { refused: 'Unable to reset password' }],
  ],
};

const newPassword = async (other: Record<string, string> = {}, left?: string) => {
  const fields: Try['fields'] = passwordFields(other);
  if (left) delete fields[left];
  return { who: await a.patient(), fields };
};

const changePassword: Operation = {
  name: 'changing one’s password',
  api: (input) => callApi(changePasswordCall, { method: 'POST', token: input.who.token, body: json(input) }),
  page: (input) => postSettings(input.who, 'password', form(input)),
  cases: [
    ['with everything right', () => newPassword(), done('Password Changed successfully')],
    ...eachMissing((field) => newPassword({}, field), {
      oldPassword: 'Please enter Current Password',
      newPassword: 'Please enter New Password',
      confirmNewPassword: 'Please enter Confirm Password',
    }),
    [
      'with a wrong current password',
      () => newPassword({ oldPassword: 'not this one' }),
      wrong({ oldPassword: 'This is not your current password' }),
    ],
    [
      'with a short new password',
      () => newPassword({ newPassword: 'short', confirmNewPassword: 'short' }),
      wrong({ newPassword: short }),
    ],
    [
      'with a common new password',
      () => newPassword({ newPassword: 'Password1', confirmNewPassword: 'Password1' }),
      wrong({ newPassword: common }),
    ],
    [
      'with two different new passwords',
      () => newPassword({ confirmNewPassword: 'another lamp' }),
      wrong({ confirmNewPassword: mismatch }),
    ],
    ['signed out', () => ({ fields: passwordFields() }), loginFirst],
  ],
};

const profile = (other: Record<string, string | undefined> = {}) => ({
  who: patient,
  fields: { ...profileFields(), ...other },
});

const updateProfile: Operation = {
  name: 'saving one’s profile',
  api: (input) => callApi(profileCall, { method: 'PUT', token: input.who.token, body: json(input) }),
  page: (input) => postSettings(input.who, 'profile', form(input)),
  cases: [
    ['with everything right', () => profile(), done('Profile Updated Successfully')],
    ['without a last name', () => profile({ lastName: undefined }), done('Profile Updated Successfully')],
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
      wrong({ dateOfBirth: 'This is not a date of birth' }),
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
      wrong({ about: 'This text is too long' }),
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
    ['with a photo', () => picture('rash.png'), done('Display Picture Updated Successfully')],
    ['with a PDF', () => picture('two-pages.pdf'), done('Display Picture Updated Successfully')],
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
          'This kind of file cannot be read here. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
      }),
    ],
    [
      'with half a file',
      () => picture('truncated.gif'),
      wrong({ displayPicture: 'This file is not complete. Please choose it again, or take a new photo.' }),
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
      done('Profile Deleted Successfully'),
    ],
    [
      'with nothing',
      async () => ({ who: await a.patient() }),
      {
        page: wrong({
          confirmation: 'Please type DELETE in capital letters',
          password: 'Please enter your password',
        }),
        api: done('Profile Deleted Successfully'),
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

const upload = async (other: Record<string, string | File | undefined> = {}) => ({
  who: patient,
  fields: {
    reportType: 'ECG',
    countryCode: '+91',
    phoneNumber: '9876543210',
    description: 'Since Monday',
    consent: 'on',
    report: await fixture('rash.png'),
    ...other,
  },
});
const onlyOnPage = (fieldErrors: Record<string, string>) => ({
  page: wrong(fieldErrors),
  api: done('Report Submitted Succesfully'),
  because:
    'docs/requirements.md#entities, docs/requirements.md#reports-and-files. Another program need not send them',
});

const uploadReport: Operation = {
  name: 'uploading a report',
  api: (input) => callApi(uploadCall, { method: 'POST', token: input.who.token, body: form(input) }),
  page: (input) =>
    postPage(uploadPage, { path: '/dashboard/upload-report', cookie: input.who.cookie, fields: form(input) }),
  cases: [
    ['with everything right', () => upload(), done('Report Submitted Succesfully')],
    ['without a description', () => upload({ description: undefined }), done('Report Submitted Succesfully')],
    ...eachMissing((field) => upload({ [field]: undefined }), {
      reportType: 'Report Type is required',
      report: 'Report file is required',
      phoneNumber: 'Phone number is required',
    }),
    [
      'without a country code',
      () => upload({ countryCode: undefined }),
      onlyOnPage({ countryCode: 'Country code is required' }),
    ],
    [
      'without consent',
      () => upload({ consent: undefined }),
      onlyOnPage({ consent: 'You must agree before submitting.' }),
    ],
    [
      'with consent refused',
      () => upload({ consent: 'false' }),
      wrong({ consent: 'You must agree before submitting.' }),
    ],
    [
      'with a type there is not',
      () => upload({ reportType: 'Horoscope' }),
      wrong({ reportType: 'Report Type is required' }),
    ],
    [
      'with a country code that is none',
      () => upload({ countryCode: 'x' }),
      wrong({ countryCode: 'Country code is required' }),
    ],
    [
      'with a number of no country',
      () => upload({ phoneNumber: '12' }),
      wrong({ phoneNumber: notInCountry }),
    ],
    [
      'with too long a description',
      () => upload({ description: 'a'.repeat(2001) }),
      wrong({ description: 'This text is too long' }),
    ],
    [
      'with another kind of file',
      async () => upload({ report: await fixture('archive.zip') }),
      wrong({
        report: 'This kind of file cannot be read here. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
      }),
    ],
    [
      'with a locked PDF',
      async () => upload({ report: await fixture('locked.pdf') }),
      wrong({
        report: 'This PDF is locked with a password. Please save it without one and choose it again.',
      }),
    ],
    ['signed out', async () => ({ ...(await upload()), who: nobody }), loginFirst],
  ],
};

const toReview = async (who: Somebody, review: string | undefined = 'All is well') => ({
  who,
  fields: { review },
  id: (await aReportOf(patient, { file: 'rash.png' }))._id,
});

const addReview: Operation = {
  name: 'writing a review',
  api: ({ who, fields, id }) =>
    sendReview({ reportId: id, token: who.token, review: fields.review as string }),
  page: (input) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${input.id}`,
      params: { reportId: input.id },
      cookie: input.who.cookie,
      fields: form(input),
    }),
  cases: [
    ['by an expert', () => toReview(expert), done('Review Added Successfully')],
    ['without words', () => toReview(expert, ''), wrong({ review: 'Review is required' })],
    ['of spaces', () => toReview(expert, '   '), wrong({ review: 'Review is required' })],
    [
      'that is too long',
      () => toReview(expert, 'a'.repeat(10_001)),
      wrong({ review: 'This text is too long' }),
    ],
    ['by a patient', () => toReview(patient), { refused: 'Only experts can add reviews' }],
    ['by an admin', () => toReview(admin), { refused: 'Only experts can add reviews' }],
    [
      'by an expert who is not approved',
      async () => toReview(await an.unapprovedExpert()),
      { refused: 'You do not have access to add a review. Please wait for admin approval.' },
    ],
    ['signed out', () => toReview(nobody), loginFirst],
    ['of a report that is not there', () => ({ who: expert, fields: { review: 'x' }, id: 'none' }), noReport],
    [
      'of one’s own report',
      async () => ({ ...(await toReview(expert)), id: (await aReportOf(expert))._id }),
      { refused: 'You cannot review your own report.' },
    ],
    [
      'of a report that is reviewed',
      async () => ({
        ...(await toReview(expert, 'Something else')),
        id: (await aReviewedReportOf(patient, expert))._id,
      }),
      { refused: 'This report has been reviewed already. The first review stands.' },
    ],
  ],
};

const deleteReport: Operation = {
  name: 'deleting a report',
  api: ({ who, id }) =>
    callApi(deleteReportCall, { method: 'DELETE', token: who.token, body: { reportId: id } }),
  page: ({ who, id }) =>
    postPage(deleteReportPage, {
      path: `/dashboard/delete-report/${id}`,
      params: { reportId: id },
      cookie: who.cookie,
    }),
  cases: [
    ['of one’s own', () => toReview(patient), done('Report deleted Successfully')],
    ['of somebody else', async () => toReview(await a.patient()), noReport],
    ['of a patient, as an expert', () => toReview(expert), noReport],
    ['of a patient, as an admin', () => toReview(admin), noReport],
    ['that is not there', () => ({ who: patient, id: 'none' }), noReport],
    ['signed out', () => toReview(nobody), loginFirst],
  ],
};

const toApprove = async (who: Somebody, id?: string) => ({
  who,
  fields: { expertId: id ?? (await an.unapprovedExpert()).id },
});
const noExpert = { refused: 'There is no such expert here' };

const approveExpert: Operation = {
  name: 'approving an expert',
  api: (input) => callApi(approveCall, { method: 'POST', token: input.who.token, body: json(input) }),
  page: (input) =>
    postPage(approveExpertPage, {
      path: '/dashboard/approve-expert',
      cookie: input.who.cookie,
      params: input.fields as Fields,
      fields: { isChecked: 'on' },
    }),
  cases: [
    ['by an admin', () => toApprove(admin), done('Expert Approved!')],
    [
      'who is approved already',
      () => toApprove(admin, expert.id),
      { refused: 'This expert is approved already' },
    ],
    ['who is not there', () => toApprove(admin, 'none'), noExpert],
    ['who is a patient', () => toApprove(admin, patient.id), noExpert],
    ['without saying whom', () => ({ who: admin, fields: {} }), wrong({ expertId: 'This is not right' })],
    ['by a patient', () => toApprove(patient), wrongRole],
    ['by an expert', () => toApprove(expert), wrongRole],
    ['signed out', () => toApprove(nobody), loginFirst],
  ],
};

// Deleting the last admin comes last: it leaves the clinic without the one the others use.
const operations = [
  signUp,
  verify,
  sendCode,
  logIn,
  logOut,
  askForReset,
  reset,
  changePassword,
  updateProfile,
  updatePicture,
  uploadReport,
  addReview,
  deleteReport,
  approveExpert,
];

const all = [...operations, deleteAccount].flatMap(({ cases, ...operation }) =>
  cases.map(([what, prepare, expected]) => [operation.name, what, { operation, prepare, expected }] as const),
);

/** The lists of pages and API calls. */
type List = { name: string; call: RouteModule; page: RouteModule; params?: () => Record<string, string> };
const lists: List[] = [
  { name: 'the pending reports', call: pendingCall, page: pendingPage },
  { name: 'the reviewed reports', call: reviewedCall, page: reviewedPage },
  { name: 'all reviewed reports', call: allReviewedCall, page: allReviewedPage },
  {
    name: 'the reports of a patient',
    call: ofPatientCall,
    page: ofPatientPage,
    params: () => ({ patientId: patient.id }),
  },
  { name: 'the pending experts', call: pendingExpertCall, page: pendingExpertPage },
  { name: 'the approved experts', call: approvedCall, page: approvedPage },
];

/**
 * What a list shows, apart from links: another program's are whole and signed, a page's are paths.
 */
function withoutLinks(data: unknown) {
  return JSON.parse(JSON.stringify(data), (key, value) =>
    ['reportUrl', 'thumbnailUrl', 'image'].includes(key) ? undefined : value,
  ) as unknown[];
}

describe('the lists say the same on pages and through the API', () => {
  const viewers: Record<string, () => Promise<Somebody>> = {
    'the patient': async () => patient,
    'another patient': () => a.patient(),
    'an expert who is not approved': () => an.unapprovedExpert(),
    'an expert': async () => expert,
    'an admin': async () => admin,
    'a visitor': async () => nobody,
  };
  let seen = 0;
  beforeAll(async () => {
    await aReportOf(patient, { description: 'Since Monday' });
    await aReportOf(patient, { file: 'rash.png', reportType: 'X-Ray' });
    await aReviewedReportOf(patient, expert);
    await an.unapprovedExpert();
  });
  afterAll(() => expect(seen, 'rows that were compared').toBeGreaterThan(20));

  const rows = lists.flatMap((list) => Object.keys(viewers).map((who) => [list.name, who, list] as const));
  test.each(rows)('%s, as %s sees them', async (_name, who, list) => {
    const viewer = await (viewers[who] ?? (async () => nobody))();
    for (const query of ['', '?limit=1&page=2', '?q=Asha', '?reportType=X-Ray']) {
      const path = `/x${query}`;
      const params = list.params?.() ?? {};
      const api = await callApi(list.call, { token: viewer.token, path, params });
      const page = await getPage(list.page, { cookie: viewer.cookie, path, params });
      if (api.json.success) {
        const { data, meta } = page.data as { data: unknown[]; meta: { total: number } };
        // Of a list that has fewer pages the page shows the last one, and another program nothing.
        const total = (api.json.meta as { total: number }).total;
        const isBehind = query.includes('page=2') && total < 2;
        expect(meta.total, query).toBe(total);
        if (!isBehind) expect(withoutLinks(data), query).toEqual(withoutLinks(api.json.data));
        seen += data.length;
      } else if (api.status === 404) {
        // Another person's list and one that is not there are the not-found page.
        expect(page.status, query).toBe(404);
      } else {
        expect(ofPage(page), query).toEqual({ refused: api.json.message });
      }
    }
  });
});

describe('what was done at one channel is the same as at the other', () => {
  test('a report with all it says', async () => {
    const left = [];
    for (const send of [uploadReport.api, uploadReport.page]) {
      const who = await a.patient();
      await send({ ...none, ...(await upload()), who });
      const { json: list } = await callApi(ofPatientCall, {
        token: who.token,
        params: { patientId: who.id },
      });
      const [row] = withoutLinks(list.data) as Record<string, unknown>[];
      const { _id, patient: _theirs, createdAt, updatedAt, consent, ...rest } = row ?? {};
      // When and through which channel it was given is the one thing that differs
      // (docs/requirements.md#reports-and-files).
      const { at: _when, door: _which, ...given } = consent as Record<string, unknown>;
      left.push({ ...rest, given });
    }
    expect(left[0]).toMatchObject({ reportType: 'ECG', description: 'Since Monday', status: 'Pending' });
    expect(left[1]).toEqual(left[0]);
  });

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

  test('an account that was opened', async () => {
    const left = [];
    for (const channel of ['api', 'page'] as const) {
      const email = newAddress();
      const fields = signupFields({ email, countryCode: '+44', contactNumber: '7911123456' });
      if (channel === 'api') {
        await callApi(signupCall, { method: 'POST', body: { ...fields, otp: await codeFor(clinic, email) } });
      } else {
        const { cookies } = await signUpByPage(fields);
        expect(ofPage(await enterCode(cookies, await clinic.code(email)))).toEqual(
          done('Signup Successful, Please Login'),
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
  test.each(all)('%s %s', async (_name, _what, { operation, prepare, expected }) => {
    const api = await operation.api({ ...none, ...(await prepare()) });
    const page = await operation.page({ ...none, ...(await prepare()) });
    const both = 'because' in expected ? expected : { api: expected, page: expected };
    expect({ api: ofApi(api), page: ofPage(page) }).toEqual({ api: both.api, page: both.page });
    if (operation.says && !api.json.success) {
      expect([api.json.message, page.message]).toEqual([operation.says, operation.says]);
    }
  });
});
