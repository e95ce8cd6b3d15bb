import { beforeAll, expect } from 'vitest';
import { a, an, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, section } from '../support/conformance';
import { aReportOf, aReviewedReportOf, sendReview } from '../support/reports';
import type { Params } from '../support/requests';
import { newAddress, signUpByApi, signUpByPage, signupFields } from '../support/signups';
import { call, visit } from '../support/url-map';
import { approve, deleteByApi, pendingFor, reportsOf } from '../support/visits';

type Row = { _id: string } & Record<string, unknown>;

let people: Record<'patient' | 'unapproved' | 'expert' | 'admin', Somebody>;
let pendingId: string;
clinicForFile();
beforeAll(async () => {
  people = {
    patient: await a.patient({ firstName: 'Canaryname' }),
    unapproved: await an.unapprovedExpert(),
    expert: await an.expert(),
    admin: await an.admin(),
  };
  pendingId = (await aReportOf(people.patient, { file: 'rash.png', phoneNumber: '9123456780' }))._id;
  await aReviewedReportOf(people.patient, people.expert);
});

const spec = 'tests/e2e/conformance.spec.ts';

async function rowsOf(line: string, { token }: Somebody) {
  const { status, json } = await call(line, { token });
  expect([line, status]).toEqual([line, 200]);
  return json.data as Row[];
}

/** Checks that only these people may make a call; all others are refused. */
const only = (line: string, allowed: (keyof typeof people)[]) => async () => {
  for (const [role, { token }] of Object.entries(people)) {
    const { status } = await call(line, { token });
    expect([role, status]).toEqual([role, allowed.some((one) => one === role) ? 200 : 403]);
  }
};

const opensFor =
  (route: string, params: Params = {}) =>
  async () => {
    for (const [role, person] of Object.entries(people)) {
      expect([role, (await visit(route, person, { params })).status]).toEqual([role, 200]);
    }
  };

section(6, 'Roles and permissions', {
  Patient: [
    ['upload reports', async () => expect((await aReportOf(people.patient)).status).toBe('Pending')],
    [
      'view own previous reports',
      async () => expect((await reportsOf(people.patient.id, people.patient)).status).toBe(200),
      async () => expect((await reportsOf(people.patient.id, await a.patient())).status).toBe(404),
    ],
    [
      'delete own previous reports',
      async () => {
        const { _id } = await aReportOf(people.patient, { file: 'rash.png' });
        expect((await deleteByApi(await a.patient(), _id)).status).toBe(404);
        expect((await deleteByApi(people.patient, _id)).status).toBe(200);
      },
    ],
    ['profile', async () => expect((await visit('/dashboard/my-profile', people.patient)).status).toBe(200)],
    [
      'settings',
      async () => expect((await visit('/dashboard/settings/:part?', people.patient)).status).toBe(200),
    ],
    [
      'nothing of experts and admins',
      async () => {
        for (const line of [
          'GET /report/get-pending-reports',
          'GET /report/get-report-by-expertId',
          'GET /report/get-all-reviewed-reports',
          'GET /expert/get-approved-expert',
          'GET /expert/get-pending-expert',
        ]) {
          expect([line, (await call(line, { token: people.patient.token })).status]).toEqual([line, 403]);
        }
      },
    ],
  ],
  Expert: [
    ['pending reports', only('GET /report/get-pending-reports', ['unapproved', 'expert', 'admin'])],
    [
      'add reviews',
      async () => {
        const reportId = (await aReportOf(people.patient, { file: 'rash.png' }))._id;
        for (const [role, status] of [
          ['patient', 403],
          ['unapproved', 403],
          ['admin', 403],
          ['expert', 200],
        ] as const) {
          const answer = await sendReview({ reportId, token: people[role].token, review: 'Rest' });
          expect([role, answer.status]).toEqual([role, status]);
        }
      },
    ],
    [
      'previous reviewed reports',
      only('GET /report/get-report-by-expertId', ['unapproved', 'expert', 'admin']),
    ],
    ['approved experts', only('GET /expert/get-approved-expert', ['unapproved', 'expert', 'admin'])],
    [
      'An expert with approved false sees patient name masked as ******',
      async () => {
        const { json, text } = await pendingFor(people.unapproved);
        const row = (json.data as Row[]).find(({ _id }) => _id === pendingId);
        expect(row?.patient).toMatchObject({ firstName: '******', lastName: '' });
        expect(text).not.toContain('Canaryname');
      },
      by(spec, 'each role sees its screens of the requirements'),
    ],
    [
      'and phone as **********',
      async () => {
        const { json, text } = await pendingFor(people.unapproved);
        const row = (json.data as Row[]).find(({ _id }) => _id === pendingId);
        expect(row?.phoneNumber).toBe('**********');
        expect(text).not.toContain('9123456780');
      },
    ],
    [
      "and Add Review shows 'You do not have access to add a review. Please wait for admin approval.'",
      async () => {
        const params = { reportId: pendingId };
        const words = 'You do not have access to add a review. Please wait for admin approval.';
        const { toast } = await visit('/dashboard/add-review/:reportId', people.unapproved, { params });
        expect(toast).toEqual({ type: 'error', message: words });
        const token = people.unapproved.token;
        expect((await sendReview({ reportId: pendingId, token, review: 'Rest' })).json.message).toBe(words);
      },
    ],
  ],
  Admin: [
    [
      'approve pending experts',
      async () => {
        const { id } = await an.unapprovedExpert();
        for (const role of ['patient', 'unapproved', 'expert'] as const) {
          expect((await approve(people[role], id)).status).toBe(403);
        }
        expect((await approve(people.admin, id)).status).toBe(200);
      },
    ],
    ['list pending experts', only('GET /expert/get-pending-expert', ['admin'])],
    [
      'list approved experts',
      async () => {
        const ids = (await rowsOf('GET /expert/get-approved-expert', people.admin)).map(({ _id }) => _id);
        expect(ids).toContain(people.expert.id);
        expect(ids).not.toContain(people.unapproved.id);
      },
    ],
    [
      'pending reports (no Add Review)',
      async () => {
        const rows = await rowsOf('GET /report/get-pending-reports', people.admin);
        expect(rows.find(({ _id }) => _id === pendingId)).toMatchObject({
          patient: { firstName: 'Canaryname' },
          phoneNumber: '+919123456780',
        });
      },
      by(spec, 'each role sees its screens of the requirements'),
    ],
    [
      'reviewed reports with Expert ID column',
      async () => {
        const [row] = await rowsOf('GET /report/get-report-by-expertId', people.admin);
        expect(row).toMatchObject({ expert: { _id: people.expert.id } });
      },
      by(spec, 'each role sees its screens of the requirements'),
    ],
    [
      'all reviewed reports with expert and patient names',
      only('GET /report/get-all-reviewed-reports', ['admin']),
      async () => {
        const [row] = await rowsOf('GET /report/get-all-reviewed-reports', people.admin);
        expect(row).toMatchObject({ expert: { firstName: 'Meera' }, patient: { firstName: 'Canaryname' } });
      },
    ],
  ],
  Everybody: [
    [
      'Signup allows only Patient or Expert',
      async () => {
        for (const accountType of ['Admin', 'admin', 'Doctor']) {
          const fields = signupFields({ email: newAddress(), accountType });
          const errors = { accountType: 'Please choose Patient or Expert' };
          expect((await signUpByPage(fields)).fieldErrors).toEqual(errors);
          expect((await signUpByApi({ ...fields, otp: '123456' })).json.errors).toEqual(errors);
        }
        for (const accountType of ['Patient', 'Expert']) {
          const { location } = await signUpByPage(signupFields({ email: newAddress(), accountType }));
          expect(location).toBe('/verify-email');
        }
      },
    ],
    ['All roles share Home', opensFor('/dashboard/home')],
    ['All roles share My Profile', opensFor('/dashboard/my-profile')],
    ['All roles share Settings', opensFor('/dashboard/settings/:part?')],
    [
      'Server-side enforcement: on pages and through the API (docs/requirements.md#permissions)',
      by('tests/integration/page-and-api/page-and-call.test.ts', '%s %s'),
      by('tests/integration/page-and-api/lists.test.ts', '%s, as %s sees them'),
      by('tests/integration/permissions/permissions.test.ts', '%s, %s: %s'),
    ],
  ],
});
