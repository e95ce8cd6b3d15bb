import { beforeAll, describe, expect, test } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as myDataPage from '~/routes/dashboard/account/my-data';
import * as myProfile from '~/routes/dashboard/account/my-profile';
import * as secondFactorPage from '~/routes/dashboard/account/second-factor';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as approvedExpertPage from '~/routes/dashboard/admin/approved-expert';
import * as auditPage from '~/routes/dashboard/admin/audit';
import * as judgeExpertPage from '~/routes/dashboard/admin/change-expert-status';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import * as deletePage from '~/routes/dashboard/delete-report';
import * as givePage from '~/routes/dashboard/give-consent';
import * as home from '~/routes/dashboard/home';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as previousReport from '~/routes/dashboard/previous-report';
import * as reviewedPage from '~/routes/dashboard/previous-reviewed-report';
import * as allReviewedPage from '~/routes/dashboard/previous-reviewed-reports';
import * as reportSubmitted from '~/routes/dashboard/report-submitted';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as withdrawPage from '~/routes/dashboard/withdraw-consent';
import * as image from '~/routes/files/image';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import * as forgotPassword from '~/routes/guest/forgot-password';
import * as loginPage from '~/routes/guest/login';
import * as secondStepPage from '~/routes/guest/second-step';
import * as signupPage from '~/routes/guest/signup';
import * as updatePassword from '~/routes/guest/update-password';
import * as verifyEmail from '~/routes/guest/verify-email';
import {
  credentialFields,
  deleteAccountOf,
  passwordFields,
  pictureForm,
  postSettings,
  profileFields,
  saveCredentials,
  savePassword,
  savePicture,
  saveProfile,
} from '../../support/accounts';
import { a, an, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  apiStatus,
  exportStatus,
  fileStatus,
  pageOutcome,
  pictureStatus,
  visitOutcome,
} from '../../support/outcomes';
import {
  aReportOf,
  aReviewedReportOf,
  giveConsentFor,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import {
  approve,
  approveOnPage,
  deleteByApi,
  deleteOnPage,
  judgeByApi,
  judgeOnPage,
  pendingFor,
  reportsOf,
} from '../../support/visits';

const login = apiRoute('auth/login');
const logout = apiRoute('auth/logout');
const resetPassword = apiRoute('auth/reset-password');
const resetToken = apiRoute('auth/reset-password-token');
const sendOtp = apiRoute('auth/send-otp');
const signup = apiRoute('auth/signup');
const verifyOtp = apiRoute('auth/verify-otp');
const getApprovedExpert = apiRoute('expert/get-approved-expert');
const getPendingExpert = apiRoute('expert/get-pending-expert');
const getAllReviewed = apiRoute('report/get-all-reviewed-reports');
const getOpenings = apiRoute('report/get-openings');
const getReviewed = apiRoute('report/get-report-by-expertId');
const uploadApi = apiRoute('report/upload-report');

/** A patient with a waiting report, and one whose only report another expert has reviewed. */
let patient: Somebody;
let treated: Somebody;
let everybody: Record<(typeof everyColumn)[number], Somebody>;
let pendingId: string;
let reviewedId: string;

const columns = ['signed out', 'patient', 'other patient', 'unapproved', 'expert', 'admin'] as const;
/** A suspended expert has the rights of an unrelated patient unless a row says otherwise. */
const everyColumn = [...columns, 'suspended'] as const;

clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  treated = await a.patient();
  pendingId = (await aReportOf(patient))._id;
  reviewedId = (await aReviewedReportOf(treated, await an.expert()))._id;
  everybody = {
    'signed out': { id: '', email: '', firstName: '', lastName: '', token: '', cookie: '' },
    patient,
    'other patient': await a.patient(),
    unapproved: await an.unapprovedExpert(),
    expert: await an.expert(),
    admin: await an.admin(),
    suspended: await an.suspendedExpert(),
  };
});

const fresh = async () => (await aReportOf(patient, { file: 'rash.png' }))._id;
const withdrawn = async () => {
  const reportId = await fresh();
  await withdrawConsentFor(patient, reportId);
  return reportId;
};
/** Creates another account of the same kind, for actions that cannot be repeated. */
const another = async (who: Somebody): Promise<Somebody> => {
  const column = everyColumn.find((one) => everybody[one] === who);
  if (column === 'signed out') return who;
  if (column === 'suspended') return an.suspendedExpert();
  if (column === 'admin') return an.admin();
  if (column === 'expert') return an.expert();
  return column === 'unapproved' ? an.unapprovedExpert() : a.patient();
};
const login_ = '→ /login';
const home_ = '→ /dashboard/home';
const wrong = '→ /dashboard/home !';

type Answer = number | string;
type Row = [what: string, ask: (who: Somebody) => Promise<Answer>, cells: Answer[], suspended?: Answer];

const calls: Row[] = [
  [
    'upload-report',
    async ({ token }) =>
      apiStatus(callApi(uploadApi, { method: 'POST', token, body: uploadFields(await fixture('rash.png')) })),
    [401, 200, 200, 200, 200, 200],
  ],
  [
    'get-report-by-patientId of a patient whose report waits',
    (who) => apiStatus(reportsOf(patient.id, who)),
    [401, 200, 404, 404, 200, 200],
  ],
  [
    'get-report-by-patientId of a patient another expert has reviewed',
    (who) => apiStatus(reportsOf(treated.id, who)),
    [401, 404, 404, 404, 404, 200],
  ],
  [
    'get-report-by-patientId of oneself',
    (who) => apiStatus(reportsOf(who.id, who)),
    [401, 200, 200, 200, 200, 200],
  ],
  [
    'get-openings',
    ({ token }) => apiStatus(callApi(getOpenings, { token, params: { reportId: pendingId } })),
    [401, 200, 404, 404, 404, 200],
  ],
  [
    'delete-report',
    async (who) => apiStatus(deleteByApi(who, await fresh())),
    [401, 200, 404, 404, 404, 404],
  ],
  [
    'withdraw-consent',
    async (who) => apiStatus(withdrawConsentFor(who, await fresh())),
    [401, 200, 404, 404, 404, 404],
  ],
  [
    'give-consent',
    async (who) => apiStatus(giveConsentFor(who, await withdrawn())),
    [401, 200, 404, 404, 404, 404],
  ],
  [
    'the file of a report whose consent is withdrawn',
    async (who) => fileStatus(image, await withdrawn(), who),
    [401, 200, 404, 404, 404, 200],
  ],
  [
    'add-review to a report whose consent is withdrawn',
    async ({ token }) => apiStatus(sendReview({ reportId: await withdrawn(), token, review: 'Rest' })),
    [401, 403, 403, 403, 404, 403],
  ],
  ['export-data', (who) => exportStatus(who), [401, 200, 200, 200, 200, 200]],
  ['get-pending-reports', (who) => apiStatus(pendingFor(who)), [401, 403, 403, 200, 200, 200]],
  [
    'add-review',
    async ({ token }) => apiStatus(sendReview({ reportId: await fresh(), token, review: 'Rest' })),
    [401, 403, 403, 403, 200, 403],
  ],
  [
    'get-report-by-expertId',
    ({ token }) => apiStatus(callApi(getReviewed, { token })),
    [401, 403, 403, 200, 200, 200],
  ],
  [
    'get-all-reviewed-reports',
    ({ token }) => apiStatus(callApi(getAllReviewed, { token })),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'get-approved-expert',
    ({ token }) => apiStatus(callApi(getApprovedExpert, { token })),
    [401, 403, 403, 200, 200, 200],
  ],
  [
    'get-pending-expert',
    ({ token }) => apiStatus(callApi(getPendingExpert, { token })),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'approve-expert',
    async (who) => apiStatus(approve(who, (await an.unapprovedExpert()).id)),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'reject-expert',
    async (who) => apiStatus(judgeByApi(who, 'reject', (await an.unapprovedExpert()).id)),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'suspend-expert',
    async (who) => apiStatus(judgeByApi(who, 'suspend', (await an.expert()).id)),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'restore-expert',
    async (who) => apiStatus(judgeByApi(who, 'restore', (await an.suspendedExpert()).id)),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'get-approved-expert, the suspended ones',
    ({ token }) => apiStatus(callApi(getApprovedExpert, { token, path: '/x?standing=suspended' })),
    [401, 403, 403, 403, 403, 200],
  ],
  [
    'the file of a report that waits',
    (who) => fileStatus(raw, pendingId, who),
    [401, 200, 404, 404, 200, 200],
  ],
  [
    'the small picture of a report that waits',
    (who) => fileStatus(thumbnail, pendingId, who),
    [401, 200, 404, 404, 200, 200],
  ],
  [
    'the file of a report another expert has reviewed',
    (who) => fileStatus(raw, reviewedId, who),
    [401, 404, 404, 404, 404, 200],
  ],
  ['update-profile', (who) => apiStatus(saveProfile(who)), [401, 200, 200, 200, 200, 200]],
  ['update-display-picture', (who) => apiStatus(savePicture(who)), [401, 200, 200, 200, 200, 200]],
  ['update-credentials', (who) => apiStatus(saveCredentials(who)), [401, 403, 403, 200, 200, 403], 200],
  [
    'change-password',
    async (who) => apiStatus(savePassword(await another(who))),
    [401, 200, 200, 200, 200, 200],
  ],
  [
    'delete-profile',
    async (who) => apiStatus(deleteAccountOf(await another(who))),
    [401, 200, 200, 200, 200, 200],
  ],
  ['the picture of a patient', (who) => pictureStatus(patient.id, who), [401, 200, 404, 404, 404, 200]],
  ['one’s own picture', (who) => pictureStatus(who.id, who), [401, 200, 200, 200, 200, 200]],
  [
    'the picture of an approved expert',
    async (who) => pictureStatus((await an.expert()).id, who),
    [401, 404, 404, 200, 200, 200],
  ],
  [
    'the picture of a suspended expert',
    async (who) => pictureStatus((await an.suspendedExpert()).id, who),
    [401, 404, 404, 404, 404, 200],
  ],
  [
    'the picture of an expert who waits',
    async (who) => pictureStatus((await an.unapprovedExpert()).id, who),
    [401, 404, 404, 404, 404, 200],
  ],
  ...Object.entries({
    'send-otp': sendOtp,
    'verify-otp': verifyOtp,
    signup,
    login,
    'reset-password-token': resetToken,
    'reset-password': resetPassword,
  }).map(
    ([name, module]): Row => [
      `${name}, with nothing filled in`,
      ({ token }) => apiStatus(callApi(module, { method: 'POST', token, body: {} })),
      [422, 422, 422, 422, 422, 422],
    ],
  ),
];

const pages: Row[] = [
  ['the log-in page', (who) => visitOutcome(loginPage, who), [200, home_, home_, home_, home_, home_]],
  [
    'the second step of a log-in that nobody began',
    (who) => visitOutcome(secondStepPage, who),
    [login_, home_, home_, home_, home_, home_],
  ],
  ['the sign-up page', (who) => visitOutcome(signupPage, who), [200, home_, home_, home_, home_, home_]],
  [
    'the page for a forgotten password',
    (who) => visitOutcome(forgotPassword, who),
    [200, home_, home_, home_, home_, home_],
  ],
  [
    'the page for a new password',
    (who) => visitOutcome(updatePassword, who, { token: 'x' }),
    [200, home_, home_, home_, home_, home_],
  ],
  [
    'the code page without a held sign-up',
    (who) => visitOutcome(verifyEmail, who),
    ['→ /signup', home_, home_, home_, home_, home_],
  ],
  ['the dashboard', (who) => visitOutcome(home, who), [login_, 200, 200, 200, 200, 200]],
  ['one’s own profile', (who) => visitOutcome(myProfile, who), [login_, 200, 200, 200, 200, 200]],
  ['the settings', (who) => visitOutcome(settingsPage, who), [login_, 200, 200, 200, 200, 200]],
  [
    'one’s own second factor',
    (who) => visitOutcome(secondFactorPage, who),
    [login_, 200, 200, 200, 200, 200],
  ],
  ['uploading', (who) => visitOutcome(uploadPage, who), [`${login_} !`, 200, 200, 200, 200, 200]],
  [
    'the page after uploading',
    (who) => visitOutcome(reportSubmitted, who),
    [login_, 200, 200, 200, 200, 200],
  ],
  [
    'the page that asks before logging out',
    (who) => visitOutcome(logoutPage, who),
    ['→ /', 200, 200, 200, 200, 200],
  ],
  [
    'the reports of a patient whose report waits',
    (who) => visitOutcome(previousReport, who, { patientId: patient.id }),
    [login_, 200, 404, 404, 200, 200],
  ],
  [
    'the reports of a patient another expert has reviewed',
    (who) => visitOutcome(previousReport, who, { patientId: treated.id }),
    [login_, 404, 404, 404, 404, 200],
  ],
  [
    'the page that asks before deleting',
    (who) => visitOutcome(deletePage, who, { reportId: pendingId }),
    [login_, 200, 404, 404, 404, 404],
  ],
  [
    'the page that asks before withdrawing the consent',
    (who) => visitOutcome(withdrawPage, who, { reportId: pendingId }),
    [login_, 200, 404, 404, 404, 404],
  ],
  [
    'the page that asks before giving it again',
    (who) => visitOutcome(givePage, who, { reportId: pendingId }),
    [login_, 200, 404, 404, 404, 404],
  ],
  ['one’s own data', (who) => visitOutcome(myDataPage, who), [login_, 200, 200, 200, 200, 200]],
  ['the pending reports', (who) => visitOutcome(pendingPage, who), [login_, wrong, wrong, 200, 200, 200]],
  [
    'the page to write a review',
    (who) => visitOutcome(addReviewPage, who, { reportId: pendingId }),
    [login_, wrong, wrong, wrong, 200, wrong],
  ],
  ['the reviewed reports', (who) => visitOutcome(reviewedPage, who), [login_, wrong, wrong, 200, 200, 200]],
  [
    'all reviewed reports',
    (who) => visitOutcome(allReviewedPage, who),
    [login_, wrong, wrong, wrong, wrong, 200],
  ],
  ['the audit log', (who) => visitOutcome(auditPage, who), [login_, wrong, wrong, wrong, wrong, 200]],
  [
    'the approved experts',
    (who) => visitOutcome(approvedExpertPage, who),
    [login_, wrong, wrong, 200, 200, 200],
  ],
  [
    'the pending experts',
    (who) => visitOutcome(pendingExpertPage, who),
    [login_, wrong, wrong, wrong, wrong, 200],
  ],
  [
    'the page that asks whether an expert is let in',
    async ({ cookie }) => {
      const params = { expertId: everybody.unapproved.id };
      return pageOutcome(getPage(approveExpertPage, { path: '/x', cookie, params }));
    },
    [login_, wrong, wrong, wrong, wrong, 200],
  ],
  [
    'the page that asks why an expert is rejected',
    async ({ cookie }) => {
      const params = { expertId: everybody.unapproved.id };
      return pageOutcome(getPage(judgeExpertPage, { path: '/x?to=reject', cookie, params }));
    },
    [login_, wrong, wrong, wrong, wrong, 200],
  ],
];

const list = '→ /dashboard/previous-report/…';
const forms: Row[] = [
  [
    'saving one’s profile',
    (who) => pageOutcome(postSettings(who, 'profile', profileFields())),
    [login_, ...Array(5).fill('→ /dashboard/my-profile')],
  ],
  [
    'saving one’s registration',
    (who) => pageOutcome(postSettings(who, 'credentials', credentialFields())),
    [login_, wrong, wrong, '→ /dashboard/settings/credentials', '→ /dashboard/settings/credentials', wrong],
    '→ /dashboard/settings/credentials',
  ],
  [
    'saving one’s picture',
    async (who) => pageOutcome(postSettings(who, 'picture', await pictureForm())),
    [login_, ...Array(5).fill('→ /dashboard/settings')],
  ],
  [
    'changing one’s password',
    async (who) => pageOutcome(postSettings(await another(who), 'password', passwordFields())),
    [login_, ...Array(5).fill('→ /dashboard/settings')],
  ],
  [
    'deleting one’s account',
    async (who) =>
      pageOutcome(postSettings(await another(who), 'delete', { confirmation: 'DELETE', password })),
    [login_, ...Array(5).fill('→ /')],
  ],
  [
    'sending a report',
    async ({ cookie }) =>
      pageOutcome(
        postPage(uploadPage, { path: '/x', cookie, fields: uploadFields(await fixture('rash.png')) }),
      ),
    [login_, ...Array(5).fill('→ /report-submitted')],
  ],
  [
    'deleting a report',
    async (who) => String(await pageOutcome(deleteOnPage(who, await fresh()))).replace(who.id || '-', '…'),
    [login_, list, `${list} !`, `${list} !`, `${list} !`, `${list} !`],
  ],
  [
    'withdrawing the consent for a report',
    async (who) => {
      const call = { path: '/x', cookie: who.cookie, params: { reportId: await fresh() } };
      return String(await pageOutcome(postPage(withdrawPage, call))).replace(who.id || '-', '…');
    },
    [login_, list, `${list} !`, `${list} !`, `${list} !`, `${list} !`],
  ],
  [
    'writing a review',
    async ({ cookie }) => {
      const params = { reportId: await fresh() };
      return pageOutcome(postPage(addReviewPage, { path: '/x', cookie, params, fields: { review: 'Rest' } }));
    },
    [login_, wrong, wrong, wrong, '→ /dashboard/pending-report', wrong],
  ],
  [
    'approving an expert',
    async (who) => pageOutcome(approveOnPage(who, (await an.unapprovedExpert()).id)),
    [login_, wrong, wrong, wrong, wrong, '→ /dashboard/pending-expert'],
  ],
  [
    'rejecting an expert',
    async (who) => pageOutcome(judgeOnPage(who, 'reject', (await an.unapprovedExpert()).id)),
    [login_, wrong, wrong, wrong, wrong, '→ /dashboard/pending-expert'],
  ],
  [
    'suspending an expert',
    async (who) => {
      const { id } = await an.expert();
      return String(await pageOutcome(judgeOnPage(who, 'suspend', id))).replace(id, '…');
    },
    [login_, wrong, wrong, wrong, wrong, '→ /dashboard/judge-expert/…'],
  ],
  [
    'restoring an expert',
    async (who) => pageOutcome(judgeOnPage(who, 'restore', (await an.suspendedExpert()).id)),
    [login_, wrong, wrong, wrong, wrong, '→ /dashboard/approved-expert'],
  ],
];

describe.each([
  ['a call of another program', calls],
  ['a page', pages],
  ['a form', forms],
])('permissions: %s', (_door, rows) => {
  const cells = rows.flatMap(([what, ask, answers, suspended]) => {
    const all = [...answers, suspended ?? answers[columns.indexOf('other patient')]];
    return everyColumn.map((column, at) => [what, column, all[at], ask] as const);
  });
  test.each(cells)('%s, %s: %s', async (_what, column, expected, ask) => {
    expect(await ask(everybody[column])).toBe(expected);
  });
});

describe('a change of rights', () => {
  test('leaves an expert the patients they reviewed, even if no report of theirs waits', async () => {
    const [her, expert] = [await a.patient(), await an.expert()];
    const { _id } = await aReviewedReportOf(her, expert);
    expect(await fileStatus(raw, _id, expert)).toBe(200);
    expect((await reportsOf(her.id, expert)).status).toBe(200);
    expect(await fileStatus(raw, _id, await an.expert())).toBe(404);
  });

  test('takes effect at the next request after a log-out', async () => {
    const somebody = await an.admin();
    expect((await pendingFor(somebody)).status).toBe(200);
    await callApi(logout, { method: 'POST', token: somebody.token });
    expect((await pendingFor(somebody)).status).toBe(401);
    expect(await fileStatus(raw, pendingId, somebody)).toBe(401);
  });
});
