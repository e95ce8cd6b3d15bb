import { beforeAll, expect } from 'vitest';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { passwordFields, pictureForm, profileFields } from '../support/accounts';
import { a, an, fixture, password, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, type Entry, section } from '../support/conformance';
import { aReportOf, aReviewedReportOf, uploadFields } from '../support/reports';
import { type Fields, type Params, postPage } from '../support/requests';
import { codeFor, newAddress, signupFields } from '../support/signups';
import { call } from '../support/url-map';

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
  await aReviewedReportOf(patient, expert);
  await an.unapprovedExpert();
});

type CallOptions = { token?: string; body?: Fields | FormData | Record<string, unknown>; params?: Params };

/** Checks a call of the table: its method and path, its input, and the keys of its answer. */
const answers =
  (
    line: string,
    prepare: () => CallOptions | Promise<CallOptions>,
    reads: Record<string, unknown>,
    words?: string,
  ) =>
  async () => {
    const { status, json } = await call(line, await prepare());
    expect([status, json.success]).toEqual([200, true]);
    expect(json.message).toEqual(words ?? expect.any(String));
    expect(json).toMatchObject(reads);
  };

/** Checks that a call is refused without its bearer token; a page's cookie does not replace it. */
const wantsBearer =
  (line: string, params: Params = {}) =>
  async () => {
    for (const token of [undefined, 'dead']) {
      const { status, json, headers } = await call(line, { token, params });
      expect([status, json.success, headers.get('WWW-Authenticate')]).toEqual([401, false, 'Bearer']);
    }
  };

/** Checks that a path serves no other method. */
const only =
  (line: string, params: Params = {}) =>
  async () => {
    const [method, route] = line.split(' ');
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (other === method) continue;
      expect([other, (await call(`${other} ${route}`, { params })).status]).toEqual([other, 405]);
    }
  };

const aList = { data: expect.any(Array) };
const text = expect.any(String);

async function resetOf() {
  const { email } = await a.patient();
  await call('POST /auth/reset-password-token', { body: { email } });
  const letter = (await clinic.emails(email)).at(-1)?.text ?? '';
  return /update-password\/([\w-]+)/.exec(letter)?.[1];
}

const chosen = 'another quiet river';
const freshReport = async () => (await aReportOf(patient, { file: 'rash.png' }))._id;
const ofPatient = () => ({ token: patient.token, params: { patientId: patient.id } });

const auth: Entry[] = [
  [
    'POST /auth/send-otp: email, checkUserPresent',
    answers('POST /auth/send-otp', () => ({ body: { email: newAddress(), checkUserPresent: true } }), {}),
    only('POST /auth/send-otp'),
  ],
  [
    'POST /auth/signup: accountType, firstName, lastName, contactNumber, email, password, confirmPassword, otp',
    answers(
      'POST /auth/signup',
      async () => {
        const email = newAddress();
        const { countryCode: _onThePage, ...fields } = signupFields({ email });
        return { body: { ...fields, otp: await codeFor(clinic, email) } };
      },
      {},
    ),
    only('POST /auth/signup'),
  ],
  [
    'POST /auth/login: email, password; response token, user',
    answers('POST /auth/login', () => ({ body: { email: patient.email, password } }), {
      token: text,
      user: { _id: text, email: text },
    }),
    only('POST /auth/login'),
  ],
  [
    'POST /auth/reset-password-token: email',
    answers('POST /auth/reset-password-token', () => ({ body: { email: patient.email } }), {}),
    only('POST /auth/reset-password-token'),
  ],
  [
    'POST /auth/reset-password: password, confirmPassword, token',
    answers(
      'POST /auth/reset-password',
      async () => ({ body: { password: chosen, confirmPassword: chosen, token: await resetOf() } }),
      {},
    ),
    only('POST /auth/reset-password'),
  ],
  [
    'POST /auth/change-password: oldPassword, newPassword, confirmNewPassword; reads success, message',
    answers(
      'POST /auth/change-password',
      async () => ({ token: (await a.patient()).token, body: passwordFields() }),
      {},
    ),
    only('POST /auth/change-password'),
  ],
  ['/auth/change-password: bearer token', wantsBearer('POST /auth/change-password')],
];

const profile: Entry[] = [
  [
    'Update display picture: PUT, multipart with displayPicture file; reads success, message, data (updated user)',
    answers(
      'PUT /profile/update-display-picture',
      async () => ({ token: patient.token, body: await pictureForm() }),
      { data: { _id: text, image: text } },
    ),
    only('PUT /profile/update-display-picture'),
  ],
  ['Update display picture: bearer', wantsBearer('PUT /profile/update-display-picture')],
  [
    'Update profile: PUT, JSON of firstName, lastName, dateOfBirth, gender, contactNumber, about; reads success, profileDetails',
    answers('PUT /profile/update-profile', () => ({ token: patient.token, body: profileFields() }), {
      profileDetails: { firstName: 'Lakshmi', additionalDetails: { gender: 'Female' } },
    }),
    only('PUT /profile/update-profile'),
  ],
  ['Update profile: bearer', wantsBearer('PUT /profile/update-profile')],
  [
    'Delete profile: DELETE, no body',
    answers('DELETE /profile/delete-profile', async () => ({ token: (await a.patient()).token }), {}),
    only('DELETE /profile/delete-profile'),
  ],
  ['Delete profile: bearer', wantsBearer('DELETE /profile/delete-profile')],
  [
    'Delete profile: then logs out',
    async () => {
      const { token, id } = await a.patient();
      await call('DELETE /profile/delete-profile', { token });
      const requested = { token, params: { patientId: id } };
      expect((await call('GET /report/get-report-by-patientId/:patientId', requested)).status).toBe(401);
    },
  ],
];

const pathOfPatient = '/report/get-report-by-patientId/:patientId';
const report: Entry[] = [
  [
    'Upload: POST multipart (report, reportType, description, phoneNumber); reads success, message, data',
    answers(
      'POST /report/upload-report',
      async () => {
        const given = { countryCode: undefined, consent: undefined, description: 'Since Monday' };
        return { token: patient.token, body: uploadFields(await fixture('rash.png'), given) };
      },
      { data: { _id: text, description: 'Since Monday', status: 'Pending' } },
    ),
    only('POST /report/upload-report'),
  ],
  ['Upload: bearer', wantsBearer('POST /report/upload-report')],
  [
    'Upload: on success goes to /report-submitted',
    async () => {
      const fields = uploadFields(await fixture('rash.png'));
      const { location } = await postPage(uploadPage, { path: '/x', cookie: patient.cookie, fields });
      expect(location).toBe('/report-submitted');
    },
  ],
  [
    'Reports by patient: GET with {patientId} appended to the path; reads success, message, data',
    answers(`GET ${pathOfPatient}`, ofPatient, aList),
    only(`GET ${pathOfPatient}`, { patientId: 'x' }),
  ],
  ['Reports by patient: bearer', wantsBearer(`GET ${pathOfPatient}`, { patientId: 'x' })],
  [
    'Delete report: DELETE with body reportId',
    answers(
      'DELETE /report/delete-report/:reportId?',
      async () => ({ token: patient.token, body: { reportId: await freshReport() } }),
      {},
    ),
    only('DELETE /report/delete-report/:reportId?'),
  ],
  ['Delete report: bearer', wantsBearer('DELETE /report/delete-report/:reportId?')],
  [
    'Pending reports: GET; reads success, data',
    answers('GET /report/get-pending-reports', () => ({ token: expert.token }), aList),
    only('GET /report/get-pending-reports'),
  ],
  [
    'Pending reports: no auth header shown; settled, it needs one (docs/requirements.md#permissions)',
    wantsBearer('GET /report/get-pending-reports'),
  ],
  [
    'Add review: POST with {reportId} appended, body review',
    answers(
      'POST /report/add-review/:reportId',
      async () => ({
        token: expert.token,
        params: { reportId: await freshReport() },
        body: { review: 'Rest' },
      }),
      { data: { review: 'Rest', status: 'Reviewed' } },
    ),
    only('POST /report/add-review/:reportId', { reportId: 'x' }),
  ],
  ['Add review: bearer', wantsBearer('POST /report/add-review/:reportId', { reportId: 'x' })],
  [
    'Add review: then goes to /dashboard/pending-report',
    by(
      'tests/integration/reports/add-review.test.ts',
      'written on the page reaches the patient, signed, and the expert goes back to the list',
    ),
  ],
  [
    'Reports by expert (reviewed by current user): GET; reads success, message, data',
    answers('GET /report/get-report-by-expertId', () => ({ token: expert.token }), aList),
    only('GET /report/get-report-by-expertId'),
    async () => {
      const { json } = await call('GET /report/get-report-by-expertId', { token: expert.token });
      const emptyList = await call('GET /report/get-report-by-expertId', {
        token: (await an.expert()).token,
      });
      expect(json.data).not.toEqual([]);
      expect(emptyList.json.data).toEqual([]);
    },
  ],
  ['Reports by expert: bearer', wantsBearer('GET /report/get-report-by-expertId')],
  [
    "All reviewed reports: GET; reads success, message ('Successfully fetched the report'), data (array)",
    answers(
      'GET /report/get-all-reviewed-reports',
      () => ({ token: admin.token }),
      aList,
      'Successfully fetched the report',
    ),
    only('GET /report/get-all-reviewed-reports'),
  ],
  ['All reviewed reports: bearer', wantsBearer('GET /report/get-all-reviewed-reports')],
];

const experts: Entry[] = [
  [
    'Pending experts /expert/get-pending-expert: GET; reads success, message, data (array)',
    answers('GET /expert/get-pending-expert', () => ({ token: admin.token }), aList),
    only('GET /expert/get-pending-expert'),
  ],
  [
    'Approve /expert/approve-expert: POST, body expertId; reads success, message',
    answers(
      'POST /expert/approve-expert',
      async () => ({ token: admin.token, body: { expertId: (await an.unapprovedExpert()).id } }),
      {},
    ),
    only('POST /expert/approve-expert'),
  ],
  ['Approve: message shown in a toast', by('tests/integration/page-and-api/page-and-call.test.ts', '%s %s')],
  [
    'Approved experts /expert/get-approved-expert: GET; reads success, message, data (array)',
    answers('GET /expert/get-approved-expert', () => ({ token: expert.token }), aList),
    only('GET /expert/get-approved-expert'),
  ],
];

section(7, 'The calls it makes', {
  General: [
    ['under /api/v1', by('tests/integration/pipeline/openapi.test.ts', 'describes every call')],
    [
      'Responses are read as success (boolean) and message',
      by('tests/e2e/journey-api.spec.ts', 'another program walks the whole journey through the API'),
      async () => {
        const { json } = await call('POST /auth/login', { body: { email: 'x', password: 'y' } });
        expect(json).toEqual({ success: false, message: 'Login Failed', code: 'wrong_password' });
      },
    ],
    [
      'Authenticated calls carry an Authorization bearer token header',
      wantsBearer('GET /expert/get-pending-expert'),
      wantsBearer('POST /expert/approve-expert'),
      wantsBearer('GET /expert/get-approved-expert'),
    ],
    [
      'Verify-code path: settled, POST /auth/verify-otp (docs/requirements.md#api)',
      async () => {
        const email = newAddress();
        const otp = await codeFor(clinic, email);
        expect((await call('POST /auth/verify-otp', { body: { email, otp } })).json.success).toBe(true);
      },
      only('POST /auth/verify-otp'),
    ],
  ],
  Auth: auth,
  Profile: profile,
  Report: report,
  Expert: experts,
});
