import { beforeAll, expect } from 'vitest';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as forgotPage from '~/routes/guest/forgot-password';
import * as resetPage from '~/routes/guest/update-password';
import { postSettings } from '../support/accounts';
import { whileBroken } from '../support/broken';
import { a, an, password, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, section } from '../support/conformance';
import { aReportOf, aReviewedReportOf } from '../support/reports';
import { postPage } from '../support/requests';
import { enterCode, newAddress, signUpByPage, signupFields } from '../support/signups';
import { visit, visitor } from '../support/url-map';
import { approveOnPage, deleteOnPage, logInByPage } from '../support/visits';

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

const spec = 'tests/e2e/conformance.spec.ts';

/** Starts a sign-up that waits for its code. */
async function beginSignUp() {
  const email = newAddress();
  const answer = await signUpByPage(signupFields({ email }));
  return { email, answer, code: await clinic.code(email) };
}

/** Requests a link to reset the password and returns its token. */
async function linkOf({ email }: Somebody) {
  const requested = await postPage(forgotPage, { path: '/forgot-password', fields: { email } });
  const text = (await clinic.emails(email)).at(-1)?.text ?? '';
  return { requested, token: /update-password\/([\w-]+)/.exec(text)?.[1] ?? '' };
}

const listOf = async (route: string, { cookie }: Somebody, params = {}) =>
  ((await visit(route, { cookie }, { params })).data as { data: { _id: string; status?: string }[] }).data;

const ownReports = (who: Somebody) =>
  listOf('/dashboard/previous-report/:patientId', who, { patientId: who.id });

section(4, 'States and transitions', {
  Auth: [
    [
      'logged out (no token)',
      async () => expect((await visit('/dashboard/home', visitor)).location).toMatch(/^\/login/),
    ],
    ['or logged in (token)', async () => expect((await visit('/dashboard/home', patient)).status).toBe(200)],
    [
      "A loading flag is set during every auth call, with a 'Loading...' toast",
      by(spec, 'a form shows that it is being sent'),
    ],
  ],
  Signup: [
    [
      'submit stores signup data and requests a code, then goes to /verify-email',
      async () => {
        const { answer, code } = await beginSignUp();
        expect(answer.location).toBe('/verify-email');
        expect(code).toMatch(/^\d{6}$/);
        expect((await visit('/verify-email', { cookie: answer.cookies })).status).toBe(200);
      },
    ],
    [
      'Successful verification completes signup and goes to /login',
      async () => {
        const { email, answer, code } = await beginSignUp();
        expect((await enterCode(answer.cookies, code)).location).toBe('/login');
        expect((await logInByPage(email, 'a lamp in the window')).location).toBe('/dashboard/home');
      },
    ],
    [
      'Signup failure goes to /signup',
      async () => {
        const { answer, code } = await beginSignUp();
        const { location } = await whileBroken('users', () => enterCode(answer.cookies, code));
        expect(location?.split('?')[0]).toBe('/signup');
      },
    ],
  ],
  'Login and logout': [
    [
      'Login success stores token and user, then goes to /dashboard/home',
      async () => {
        const { location, cookies } = await logInByPage(patient.email);
        expect(location).toBe('/dashboard/home');
        expect((await visit('/dashboard/my-profile', { cookie: cookies })).data).toMatchObject({
          data: { email: patient.email },
        });
      },
    ],
    [
      "Logout clears token and user, shows 'Logged out Successfully', goes to /",
      async () => {
        const { cookies } = await logInByPage(patient.email);
        const { location, toast } = await postPage(logoutPage, { path: '/logout', cookie: cookies });
        expect([location, toast?.message]).toEqual(['/', 'Logged out Successfully']);
        expect((await visit('/dashboard/home', { cookie: cookies })).location).toMatch(/^\/login/);
      },
    ],
    [
      'Deleting a profile also logs out',
      async () => {
        const { cookie } = await a.patient();
        await postSettings({ cookie }, 'delete', { confirmation: 'DELETE', password });
        expect((await visit('/dashboard/home', { cookie })).location).toMatch(/^\/login/);
      },
    ],
  ],
  'Password reset': [
    [
      'the form',
      async () =>
        expect((await visit('/forgot-password', visitor)).data).toMatchObject({ sentTo: undefined }),
    ],
    [
      "then the 'Check Your Email' state (a local flag becomes true)",
      async () => {
        const { requested } = await linkOf(patient);
        expect(requested.location).toBe('/forgot-password');
        const { data } = await visit('/forgot-password', { cookie: requested.cookies });
        expect(data).toMatchObject({ sentTo: patient.email });
      },
    ],
    [
      'with resend',
      async () => {
        const before = (await clinic.emails(patient.email)).length;
        await linkOf(patient);
        await linkOf(patient);
        expect((await clinic.emails(patient.email)).length).toBe(before + 2);
      },
    ],
    [
      'Reset success goes to /confirmation',
      async () => {
        const { token } = await linkOf(await a.patient());
        const chosen = { password: 'another quiet river', confirmPassword: 'another quiet river' };
        const path = `/update-password/${token}`;
        expect((await postPage(resetPage, { path, params: { token }, fields: chosen })).location).toBe(
          '/confirmation',
        );
      },
    ],
  ],
  Report: [
    [
      'pending until an expert submits a review, then Reviewed',
      async () => {
        const her = await a.patient();
        await aReportOf(her, { file: 'rash.png' });
        expect(await ownReports(her)).toMatchObject([{ status: 'Pending' }]);
        await aReviewedReportOf(her, expert);
        expect((await ownReports(her)).map(({ status }) => status).sort()).toEqual(['Pending', 'Reviewed']);
      },
    ],
    ['Pending shows yellow, reviewed green', by(spec, 'each status has its colour')],
    [
      'After adding a review the expert returns to /dashboard/pending-report',
      by(
        'tests/integration/reports/add-review.test.ts',
        'written on the page reaches the patient, signed, and the expert goes back to the list',
      ),
    ],
    [
      'Deleting a report removes it from the on-screen list',
      async () => {
        const her = await a.patient();
        const { _id } = await aReportOf(her, { file: 'rash.png' });
        const { location } = await deleteOnPage(her, _id);
        expect(location).toBe(`/dashboard/previous-report/${her.id}`);
        expect(await ownReports(her)).toEqual([]);
      },
    ],
  ],
  'Expert account': [
    [
      'unapproved (approved false) until an admin approves',
      async () => {
        const doctor = await an.unapprovedExpert();
        expect((await visit('/dashboard/home', doctor)).data).toMatchObject({ viewer: { approved: false } });
        await approveOnPage(admin, doctor.id);
        expect((await visit('/dashboard/home', doctor)).data).toMatchObject({ viewer: { approved: true } });
      },
    ],
    [
      'the approved expert leaves the pending list, and the pending list is reloaded after approval',
      async () => {
        const doctor = await an.unapprovedExpert();
        const ids = async () => (await listOf('/dashboard/pending-expert', admin)).map(({ _id }) => _id);
        expect(await ids()).toContain(doctor.id);
        expect((await approveOnPage(admin, doctor.id)).location).toBe('/dashboard/pending-expert');
        expect(await ids()).not.toContain(doctor.id);
      },
    ],
  ],
});
