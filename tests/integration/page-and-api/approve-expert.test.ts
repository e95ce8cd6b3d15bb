import { afterAll, beforeAll, describe, test } from 'vitest';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import {
  casesOf,
  expectSameOutcome,
  fieldMistakes,
  json,
  loginFirst,
  nobody,
  type Operation,
  success,
  wrongRole,
} from '../../support/page-and-api';
import { apiRoute, callApi, type Fields, postPage } from '../../support/requests';

const approveCall = apiRoute('expert/approve-expert');

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});
afterAll(() => clinic.close());

const toApprove = async (who: Somebody, id?: string) => ({
  caller: who,
  fields: { expertId: id ?? (await an.unapprovedExpert()).id },
});
const noExpert = { refused: 'Expert not found' };

const approveExpert: Operation = {
  name: 'approving an expert',
  api: (input) => callApi(approveCall, { method: 'POST', token: input.caller.token, body: json(input) }),
  page: (input) =>
    postPage(approveExpertPage, {
      path: '/dashboard/approve-expert',
      cookie: input.caller.cookie,
      params: input.fields as Fields,
      fields: { isChecked: 'on', reason: 'I saw the certificate' },
    }),
  cases: [
    ['by an admin', () => toApprove(admin), success('Expert Approved!')],
    [
      'who is approved already',
      () => toApprove(admin, expert.id),
      { refused: 'This expert is already approved' },
    ],
    ['who is not there', () => toApprove(admin, 'none'), noExpert],
    ['who is a patient', () => toApprove(admin, patient.id), noExpert],
    [
      'without saying whom',
      () => ({ caller: admin, fields: {} }),
      fieldMistakes({ expertId: 'Please give the ID' }),
    ],
    ['by a patient', () => toApprove(patient), wrongRole],
    ['by an expert', () => toApprove(expert), wrongRole],
    ['signed out', () => toApprove(nobody), loginFirst],
  ],
};

describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(approveExpert))('%s %s', expectSameOutcome);
});
