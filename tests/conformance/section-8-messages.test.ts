import { beforeAll, expect } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as resetPage from '~/routes/guest/update-password';
import {
  passwordFields,
  pictureForm,
  postSettings,
  profileFields,
  savePassword,
  savePicture,
  saveProfile,
} from '../support/accounts';
import { whileBroken, whileLacking } from '../support/broken';
import { a, an, fixture, password, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, section } from '../support/conformance';
import {
  cannotFetch,
  expectAnswer,
  expectFailure,
  expectSuccess,
  expectToast,
  fetchList,
} from '../support/messages';
import { aReportOf, sendReview, uploadFields } from '../support/reports';
import { postPage } from '../support/requests';
import { askForCode, codeFor, enterCode, newAddress, signUpByPage, signupFields } from '../support/signups';
import { call, visit, visitor } from '../support/url-map';
import {
  approve,
  approveOnPage,
  deleteByApi,
  deleteOnPage,
  logInByApi,
  logInByPage,
  logOutByApi,
} from '../support/visits';

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

const signup = (email = newAddress()) => signUpByPage(signupFields({ email }));
const askReset = (email: string) => postPage(forgotPage, { path: '/forgot-password', fields: { email } });
const askResetByApi = (email: string) => call('POST /auth/reset-password-token', { body: { email } });
const newPassword = { password: 'another quiet river', confirmPassword: 'another quiet river' };
const reset = (token: string, fields = newPassword) =>
  postPage(resetPage, { path: `/update-password/${token}`, params: { token }, fields });
async function linkOf({ email }: Somebody) {
  await askReset(email);
  return /update-password\/([\w-]+)/.exec((await clinic.emails(email)).at(-1)?.text ?? '')?.[1] ?? '';
}
const upload = async (who = patient) =>
  postPage(uploadPage, {
    path: '/dashboard/upload-report',
    cookie: who.cookie,
    fields: uploadFields(await fixture('rash.png')),
  });
const uploadByApi = async () =>
  call('POST /report/upload-report', { token: patient.token, body: uploadFields(await fixture('rash.png')) });
const freshReport = async () => (await aReportOf(patient, { file: 'rash.png' }))._id;
const review = async (reportId: string, who = expert, text = 'Rest', extraFields = {}) =>
  postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie: who.cookie,
    fields: { review: text, ...extraFields },
  });
const reviewByApi = async (reportId: string, { token } = expert) =>
  sendReview({ reportId, token, review: 'Rest' });
const deletion = { confirmation: 'DELETE', password };
const deleteByProgram = ({ token }: Somebody) => call('DELETE /profile/delete-profile', { token });
const pictureOnPage = async (who: Somebody) => postSettings(who, 'picture', await pictureForm());
/** Checks the message of an expert list that cannot be read; its table also names the caller. */
const cannotFetchExperts = (line: string, route: string, message: string) => async () => {
  // An empty list reads no row.
  await an.unapprovedExpert();
  await whileLacking('users', 'contact_number', () => expectAnswer(fetchList(line, admin), message, false));
  const page = await whileLacking('users', 'contact_number', () => visit(route, admin));
  expect([page.status, page.message]).toEqual([500, message]);
};

const patientsReports = 'GET /report/get-report-by-patientId/:patientId';

section(8, 'Error catalogue', {
  Errors: [
    [
      "Send code 'Could not Send OTP'",
      expectFailure(
        'codes',
        () => askForCode(newAddress()),
        () => signup(),
        'Could not Send OTP',
      ),
    ],
    [
      "Signup 'Signup Failed' (user returns to /signup)",
      async () => {
        const email = newAddress();
        const { cookies } = await signup(email);
        const code = await clinic.code(email);
        const page = await whileBroken('users', () => enterCode(cookies, code));
        expect(page.toast).toEqual({ type: 'error', message: 'Signup Failed' });
        expect(page.location).toMatch(/^\/signup/);
        const body = { ...signupFields({ email }), otp: code };
        await whileBroken('users', () =>
          expectAnswer(call('POST /auth/signup', { body }), 'Signup Failed', false),
        );
      },
    ],
    [
      "Login 'Login Failed'",
      () => expectAnswer(logInByApi(patient.email, 'not this one'), 'Login Failed', false),
      () => expectToast(logInByPage(patient.email, 'not this one'), 'Login Failed', 'error'),
      expectFailure(
        'sessions',
        () => logInByApi(patient.email),
        () => logInByPage(patient.email),
        'Login Failed',
      ),
    ],
    [
      "Reset email request 'error while sending email' (always)",
      () => expectAnswer(askResetByApi('asha'), 'error while sending email', false),
      () => expectToast(askReset('asha'), 'error while sending email', 'error'),
      expectFailure(
        'outbox',
        () => askResetByApi(patient.email),
        () => askReset(patient.email),
        'error while sending email',
      ),
    ],
    [
      "Reset password 'Unable to reset password' (always)",
      () =>
        expectAnswer(
          call('POST /auth/reset-password', { body: { ...newPassword, token: 'x' } }),
          'Unable to reset password',
          false,
        ),
      () => expectToast(reset('x'), 'Unable to reset password', 'error'),
      async () => {
        const token = await linkOf(await a.patient());
        const other = { ...newPassword, confirmPassword: 'another lamp' };
        await expectToast(reset(token, other), 'Unable to reset password', 'error');
      },
      expectFailure(
        'password_resets',
        () => call('POST /auth/reset-password', { body: { ...newPassword, token: 'x' } }),
        () => reset('x'),
        'Unable to reset password',
      ),
    ],
    [
      "Not logged in on upload 'Please login first to upload report'",
      () =>
        expectToast(
          visit('/dashboard/upload-report', visitor),
          'Please login first to upload report',
          'error',
        ),
    ],
    [
      "Password mismatch 'Password do not matched'",
      async () => {
        const fields = signupFields({ email: newAddress(), confirmPassword: 'another lamp' });
        await expectToast(signUpByPage(fields), 'Password do not matched', 'error');
      },
    ],
    [
      "Profile update 'Could not Update Profile'",
      expectFailure(
        'audit',
        () => saveProfile(patient),
        () => postSettings(patient, 'profile', profileFields()),
        'Could not Update Profile',
      ),
    ],
    [
      "Profile delete 'Could not Delete Profile'",
      expectFailure(
        'consents',
        () => deleteByProgram(patient),
        () => postSettings(patient, 'delete', deletion),
        'Could not Delete Profile',
      ),
    ],
    [
      "Profile delete: also 'Your Account Could not Deleted,Please Try later'",
      by('tests/integration/page-and-api/page-and-call.test.ts', '%s %s'),
      by(
        'tests/integration/accounts/delete-account.test.ts',
        'cannot be deleted, and one remains if the last two delete their accounts at once',
      ),
    ],
    [
      "Upload 'Could not Uplaod Report'",
      expectFailure('consents', uploadByApi, () => upload(), 'Could not Uplaod Report'),
    ],
    [
      'server message shown for upload',
      async () => {
        const body = uploadFields(await fixture('archive.zip'));
        const { json } = await call('POST /report/upload-report', { token: patient.token, body });
        expect(json.message).toMatch(/^We cannot open this kind of file/);
      },
    ],
    [
      'server message shown for delete',
      () => expectAnswer(deleteByApi(patient, 'none'), 'Report not found', false),
      () => expectToast(deleteOnPage(patient, 'none'), 'Report not found', 'error'),
    ],
    [
      'server message shown for password change',
      () =>
        expectAnswer(
          savePassword(patient, passwordFields({ oldPassword: 'not this one' })),
          'This is not your current password',
          false,
        ),
    ],
    [
      "Fetch report 'Could not fetch the report'",
      cannotFetch(
        'GET /report/get-report-by-expertId',
        '/dashboard/previous-reviewed-report',
        () => expert,
        'report_days',
        'Could not fetch the report',
      ),
    ],
    [
      "Fetch report 'Could not fetchd the report'",
      cannotFetch(
        patientsReports,
        '/dashboard/previous-report/:patientId',
        () => patient,
        'reports',
        'Could not fetchd the report',
        () => ({ patientId: patient.id }),
      ),
    ],
    [
      "Delete report 'Could not Delete Report'",
      expectFailure(
        'reports',
        () => deleteByApi(patient, 'some-report'),
        () => deleteOnPage(patient, 'some-report'),
        'Could not Delete Report',
      ),
    ],
    [
      "Pending reports 'Could Not Fetch PEnding report'",
      cannotFetch(
        'GET /report/get-pending-reports',
        '/dashboard/pending-report/:part?',
        () => expert,
        'report_days',
        'Could Not Fetch PEnding report',
      ),
    ],
    [
      "Add review 'Could Not Add Review'",
      async () => {
        const id = await freshReport();
        await expectFailure(
          'outbox',
          () => reviewByApi(id),
          () => review(id),
          'Could Not Add Review',
        )();
      },
    ],
    [
      "Add review: also 'Failed to submit review'",
      async () => {
        const id = await freshReport();
        await review(id);
        const again = await review(id, expert, 'Rest, and drink');
        expect([again.toast?.type, again.more]).toEqual(['error', 'Failed to submit review']);
      },
    ],
    [
      "All reviewed reports 'Could not fetch all Reports'",
      cannotFetch(
        'GET /report/get-all-reviewed-reports',
        '/dashboard/previous-reviewed-reports',
        () => admin,
        'reports',
        'Could not fetch all Reports',
      ),
    ],
    [
      "Experts 'Could not fetch pending expert'",
      cannotFetchExperts(
        'GET /expert/get-pending-expert',
        '/dashboard/pending-expert',
        'Could not fetch pending expert',
      ),
    ],
    [
      "Experts 'Could not fetch Approved expert'",
      cannotFetchExperts(
        'GET /expert/get-approved-expert',
        '/dashboard/approved-expert',
        'Could not fetch Approved expert',
      ),
    ],
    [
      "Approve failure: server message toast and alert 'Approval failed'",
      async () => {
        const { id } = await an.unapprovedExpert();
        await expectFailure(
          'audit',
          () => approve(admin, id),
          () => approveOnPage(admin, id),
          'Approval failed',
        )();
        await approve(admin, id);
        const again = await approveOnPage(admin, id);
        expect([again.toast?.message, again.more]).toEqual([
          'This expert is already approved',
          'Approval failed',
        ]);
      },
    ],
    [
      "Unapproved expert reviewing 'You do not have access to add a review. Please wait for admin approval.'",
      async () => {
        const words = 'You do not have access to add a review. Please wait for admin approval.';
        const [id, doctor] = [await freshReport(), await an.unapprovedExpert()];
        await expectAnswer(reviewByApi(id, doctor), words, false);
        await expectToast(review(id, doctor), words, 'error');
      },
    ],
    [
      "Non-expert at Add Review 'Only experts can add reviews'",
      async () => {
        const id = await freshReport();
        for (const who of [patient, admin]) {
          await expectAnswer(reviewByApi(id, who), 'Only experts can add reviews', false);
          await expectToast(review(id, who), 'Only experts can add reviews', 'error');
        }
      },
    ],
    [
      "404 'Error - 404 the Page you are look is not found'",
      by('tests/e2e/conformance.spec.ts', 'a visitor sees the screens of the requirements'),
    ],
    [
      'Display picture failure: only logged; settled, it has words too',
      expectFailure(
        'audit',
        () => savePicture(patient),
        () => pictureOnPage(patient),
        'Could not update the display picture',
      ),
    ],
  ],
  'Success messages': [
    [
      "'OTP Sent Successfully'",
      expectSuccess(
        () => askForCode(newAddress()),
        () => signup(),
        'OTP Sent Successfully',
      ),
    ],
    [
      "'Signup Successful, Please Login'",
      async () => {
        const email = newAddress();
        const body = { ...signupFields({ email }), otp: await codeFor(clinic, email) };
        await expectAnswer(call('POST /auth/signup', { body }), 'Signup Successful, Please Login', true);
        const otherAddress = newAddress();
        const { cookies } = await signup(otherAddress);
        const code = await clinic.code(otherAddress);
        await expectToast(enterCode(cookies, code), 'Signup Successful, Please Login', 'success');
      },
    ],
    [
      "'Login Successful'",
      expectSuccess(
        () => logInByApi(patient.email),
        () => logInByPage(patient.email),
        'Login Successful',
      ),
    ],
    [
      "'Reset Email sent'",
      expectSuccess(
        () => askResetByApi(patient.email),
        () => askReset(patient.email),
        'Reset Email sent',
      ),
    ],
    [
      "'password reset successfully'",
      async () => {
        const [firstToken, secondToken] = [await linkOf(await a.patient()), await linkOf(await a.patient())];
        const body = { ...newPassword, token: firstToken };
        await expectAnswer(call('POST /auth/reset-password', { body }), 'password reset successfully', true);
        await expectToast(reset(secondToken), 'password reset successfully', 'success');
      },
    ],
    [
      "'Logged out Successfully'",
      async () => {
        const who = await a.patient();
        await expectAnswer(logOutByApi(who.token), 'Logged out Successfully', true);
        const answer = postPage(logoutPage, { path: '/logout', cookie: who.cookie });
        await expectToast(answer, 'Logged out Successfully', 'success');
      },
    ],
    [
      "'Display Picture Updated Successfully'",
      expectSuccess(
        () => savePicture(patient),
        () => pictureOnPage(patient),
        'Display Picture Updated Successfully',
      ),
    ],
    [
      "'Profile Updated Successfully'",
      expectSuccess(
        () => saveProfile(patient),
        () => postSettings(patient, 'profile', profileFields()),
        'Profile Updated Successfully',
      ),
    ],
    [
      "'Password Changed successfully'",
      async () => {
        const [firstPatient, secondPatient] = [await a.patient(), await a.patient()];
        await expectAnswer(savePassword(firstPatient), 'Password Changed successfully', true);
        const answer = postSettings(secondPatient, 'password', passwordFields());
        await expectToast(answer, 'Password Changed successfully', 'success');
      },
    ],
    [
      "'Profile Deleted Successfully'",
      async () => {
        await expectAnswer(deleteByProgram(await a.patient()), 'Profile Deleted Successfully', true);
        const answer = postSettings(await a.patient(), 'delete', deletion);
        await expectToast(answer, 'Profile Deleted Successfully', 'success');
      },
    ],
    [
      "'Report Submitted Succesfully'",
      expectSuccess(uploadByApi, () => upload(), 'Report Submitted Succesfully'),
    ],
    [
      "'Report Fetched Successfully'",
      () =>
        expectAnswer(
          fetchList(patientsReports, patient, { patientId: patient.id }),
          'Report Fetched Successfully',
          true,
        ),
      () =>
        expectAnswer(
          fetchList('GET /report/get-report-by-expertId', expert),
          'Report Fetched Successfully',
          true,
        ),
    ],
    [
      "'Report deleted Successfully'",
      async () => {
        await expectAnswer(deleteByApi(patient, await freshReport()), 'Report deleted Successfully', true);
        await expectToast(
          deleteOnPage(patient, await freshReport()),
          'Report deleted Successfully',
          'success',
        );
      },
    ],
    [
      "'Review Added Successfully'",
      async () => {
        await expectAnswer(reviewByApi(await freshReport()), 'Review Added Successfully', true);
        await expectToast(review(await freshReport()), 'Review Added Successfully', 'success');
      },
    ],
    [
      "'Review submitted successfully'",
      async () => {
        const done = review(await freshReport(), expert, 'Rest', { andNext: 'on' });
        await expectToast(done, 'Review submitted successfully', 'success');
      },
    ],
    [
      "alert 'Expert Approved!'",
      async () => {
        await expectAnswer(approve(admin, (await an.unapprovedExpert()).id), 'Expert Approved!', true);
        const answer = approveOnPage(admin, (await an.unapprovedExpert()).id);
        await expectToast(answer, 'Expert Approved!', 'success');
      },
    ],
    [
      'A loading toast shows during each call',
      by('tests/e2e/conformance.spec.ts', 'a form shows that it is being sent'),
    ],
  ],
});
