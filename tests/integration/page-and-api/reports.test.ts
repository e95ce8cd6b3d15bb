import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportTypes } from '~/platform/enums';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as deleteReportPage from '~/routes/dashboard/delete-report';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { a, an, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import {
  casesOf,
  emptyTry,
  expectSameOutcome,
  fieldMistakes,
  form,
  loginFirst,
  missingFieldCases,
  nobody,
  noReport,
  type Operation,
  phoneNotInCountry,
  success,
} from '../../support/page-and-api';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

const deleteReportCall = apiRoute('report/delete-report');
const ofPatientCall = apiRoute('report/get-report-by-patientId');
const uploadCall = apiRoute('report/upload-report');

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});
afterAll(() => clinic.close());

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
const onlyOnPage = (fieldErrors: Record<string, string>) => ({
  page: fieldMistakes(fieldErrors),
  api: success('Report Submitted Succesfully'),
  because:
    'docs/requirements.md#entities, docs/requirements.md#reports-and-files. Another program need not send them',
});

const uploadReport: Operation = {
  name: 'uploading a report',
  api: (input) => callApi(uploadCall, { method: 'POST', token: input.caller.token, body: form(input) }),
  page: (input) =>
    postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: input.caller.cookie,
      fields: form(input),
    }),
  cases: [
    ['with everything right', () => upload(), success('Report Submitted Succesfully')],
    [
      'without a description',
      () => upload({ description: undefined }),
      success('Report Submitted Succesfully'),
    ],
    ...missingFieldCases((field) => upload({ [field]: undefined }), {
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
      fieldMistakes({ consent: 'You must agree before submitting.' }),
    ],
    [
      'with a type there is not',
      () => upload({ reportType: 'Horoscope' }),
      fieldMistakes({ reportType: `Please choose one of: ${reportTypes.join(', ')}` }),
    ],
    [
      'with a country code that is none',
      () => upload({ countryCode: 'x' }),
      fieldMistakes({ countryCode: 'Please give a country code such as +91' }),
    ],
    [
      'with a number of no country',
      () => upload({ phoneNumber: '12' }),
      fieldMistakes({ phoneNumber: phoneNotInCountry }),
    ],
    [
      'with too long a description',
      () => upload({ description: 'a'.repeat(2001) }),
      fieldMistakes({ description: 'This text is too long. It can have at most 2,000 characters.' }),
    ],
    [
      'with another kind of file',
      async () => upload({ report: await fixture('archive.zip') }),
      fieldMistakes({
        report: 'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
      }),
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

const toReview = async (who: Somebody, review: string | undefined = 'All is well') => ({
  caller: who,
  fields: { review },
  id: (await aReportOf(patient, { file: 'rash.png' }))._id,
});

const addReview: Operation = {
  name: 'writing a review',
  api: ({ caller: who, fields, id }) =>
    sendReview({ reportId: id, token: who.token, review: fields.review as string }),
  page: (input) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${input.id}`,
      params: { reportId: input.id },
      cookie: input.caller.cookie,
      fields: form(input),
    }),
  cases: [
    ['by an expert', () => toReview(expert), success('Review Added Successfully')],
    ['without words', () => toReview(expert, ''), fieldMistakes({ review: 'Review is required' })],
    ['of spaces', () => toReview(expert, '   '), fieldMistakes({ review: 'Review is required' })],
    [
      'that is too long',
      () => toReview(expert, 'a'.repeat(10_001)),
      fieldMistakes({ review: 'This text is too long. It can have at most 10,000 characters.' }),
    ],
    ['by a patient', () => toReview(patient), { refused: 'Only experts can add reviews' }],
    ['by an admin', () => toReview(admin), { refused: 'Only experts can add reviews' }],
    [
      'by an expert who is not approved',
      async () => toReview(await an.unapprovedExpert()),
      { refused: 'You do not have access to add a review. Please wait for admin approval.' },
    ],
    ['signed out', () => toReview(nobody), loginFirst],
    [
      'of a report that is not there',
      () => ({ caller: expert, fields: { review: 'x' }, id: 'none' }),
      noReport,
    ],
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
      { refused: 'This report has already been reviewed. Your review was not added.' },
    ],
  ],
};

const deleteReport: Operation = {
  name: 'deleting a report',
  api: ({ caller: who, id }) =>
    callApi(deleteReportCall, { method: 'DELETE', token: who.token, body: { reportId: id } }),
  page: ({ caller: who, id }) =>
    postPage(deleteReportPage, {
      path: `/dashboard/delete-report/${id}`,
      params: { reportId: id },
      cookie: who.cookie,
    }),
  cases: [
    ['of one’s own', () => toReview(patient), success('Report deleted Successfully')],
    ['of somebody else', async () => toReview(await a.patient()), noReport],
    ['of a patient, as an expert', () => toReview(expert), noReport],
    ['of a patient, as an admin', () => toReview(admin), noReport],
    ['that is not there', () => ({ caller: patient, id: 'none' }), noReport],
    ['signed out', () => toReview(nobody), loginFirst],
  ],
};

/** Strips links from a list: the API's are absolute and signed, a page's are paths. */
function withoutLinks(data: unknown) {
  return JSON.parse(JSON.stringify(data), (key, value) =>
    ['reportUrl', 'thumbnailUrl', 'image'].includes(key) ? undefined : value,
  ) as unknown[];
}

describe('both channels store the same', () => {
  test('report with all its fields', async () => {
    const left = [];
    for (const send of [uploadReport.api, uploadReport.page]) {
      const who = await a.patient();
      await send({ ...emptyTry, ...(await upload()), caller: who });
      const { json: list } = await callApi(ofPatientCall, {
        token: who.token,
        params: { patientId: who.id },
      });
      const [row] = withoutLinks(list.data) as Record<string, unknown>[];
      // The second one waits behind the first.
      const { _id, patient: _theirs, createdAt, updatedAt, consent, queue: _queue, ...fields } = row ?? {};
      // Only the time and the channel of the consent differ
      // (docs/requirements.md#reports-and-files).
      const { at: _when, door: _which, ...choice } = consent as Record<string, unknown>;
      left.push({ ...fields, given: choice });
    }
    expect(left[0]).toMatchObject({ reportType: 'ECG', description: 'Since Monday', status: 'Pending' });
    expect(left[1]).toEqual(left[0]);
  });
});

describe('the same input has the same outcome on pages and through the API', () => {
  test.each(casesOf(uploadReport, addReview, deleteReport))('%s %s', expectSameOutcome);
});
