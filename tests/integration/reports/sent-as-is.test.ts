import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as amendPage from '~/routes/dashboard/amend-review';
import * as askPage from '~/routes/dashboard/ask-patient';
import * as translatePage from '~/routes/dashboard/translate';
import { postSettings } from '../../support/accounts';
import { claimFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, aReviewedReportOf, type Report, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, type Fields, getPage, postPage } from '../../support/requests';

const getReport = apiRoute('report/get-report');

let patient: Somebody;
let doctor: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  await execute(db().update(users).set({ language: 'hi' }).where(eq(users.id, patient.id)));
});
beforeEach(async () => {
  doctor = await an.expert();
  await postSettings(doctor, 'languages', { en: 'on', hi: 'on' });
});

const english = 'Your iron is a little low. Take one tablet each morning.';
const hindi = 'आपका आयरन थोड़ा कम है। रोज़ सुबह एक गोली लें।';
const question =
  'This text is in Latin letters, but the language is हिन्दी. Please change one of the two, or send it as it is.';

const read = async (reportId: string) =>
  (await callApi(getReport, { token: patient.token, params: { reportId } })).json.data as Report & {
    questions: { text: string | null; language: string }[];
  };

/** Reads a report without its links, which end at another second in each answer. */
const readStored = async (reportId: string) => ({
  ...(await read(reportId)),
  reportUrl: undefined,
  thumbnailUrl: undefined,
});

type Form = {
  page: typeof addReviewPage | typeof amendPage | typeof translatePage | typeof askPage;
  path: string;
  call: string;
  prepare: () => Promise<string>;
  /** Builds the fields of the form, and of the call. */
  fields: (text: string, language?: string) => Record<string, string>;
  /** Finds the stored text and its language. */
  stored: (report: Awaited<ReturnType<typeof read>>) => unknown[];
};

const review: Form = {
  page: addReviewPage,
  path: 'add-review',
  call: 'report/add-review',
  prepare: async () => (await aReportOf(patient))._id,
  fields: (text, language = 'hi') => ({ review: text, language }),
  stored: (report) => [report.review, report.reviewLanguage],
};
const amendment: Form = {
  page: amendPage,
  path: 'amend-review',
  call: 'report/amend-review',
  prepare: async () => (await aReviewedReportOf(patient, doctor))._id,
  fields: (text, language = 'hi') => ({
    ...{ kind: 'correction', text, language, reasonCode: 'slip', version: '1' },
  }),
  stored: (report) => [report.review, report.reviewLanguage],
};
const translation: Form = {
  page: translatePage,
  path: 'translate',
  call: 'report/add-translation',
  prepare: async () => (await aReviewedReportOf(patient, doctor, english))._id,
  fields: (text) => ({ review: text, version: '1' }),
  stored: ({ translations: [first] }) => [first?.review, first?.language],
};
const questionToPatient: Form = {
  page: askPage,
  path: 'ask-patient',
  call: 'report/ask',
  prepare: async () => {
    const { _id } = await aReportOf(patient);
    await claimFor(doctor, _id);
    return _id;
  },
  fields: (text, language = 'hi') => ({ kind: 'detail', text, language }),
  stored: ({ questions: [first] }) => [first?.text, first?.language],
};

const forms = { review, amendment, translation, question: questionToPatient };

describe.each(Object.entries(forms))('the text of a %s in other letters than its language', (_name, form) => {
  const send = (reportId: string, fields: Fields) =>
    postPage(form.page, {
      path: `/dashboard/${form.path}/${reportId}`,
      params: { reportId },
      cookie: doctor.cookie,
      fields,
    });
  const call = (reportId: string, body: Record<string, unknown>) =>
    callApi(apiRoute(form.call), { method: 'POST', token: doctor.token, params: { reportId }, body });

  test('is asked about on the page before anything is stored, and nothing typed is lost', async () => {
    const reportId = await form.prepare();
    const before = await readStored(reportId);
    const fields = form.fields(english);
    const refusal = await send(reportId, fields);
    expect([refusal.status, refusal.fieldErrors]).toEqual([400, { sendAsIs: question }]);
    expect(refusal.data).toMatchObject({ lastResult: { initialValue: fields } });
    expect(await readStored(reportId)).toEqual(before);

    const sent = await send(reportId, { ...fields, sendAsIs: 'on' });
    expect([sent.status, sent.toast?.type]).toEqual([302, 'success']);
    expect(form.stored(await read(reportId))).toEqual([english, 'hi']);
  });

  test('is stored at once if text and language agree', async () => {
    const reportId = await form.prepare();
    expect((await send(reportId, form.fields(hindi))).status).toBe(302);
    expect(form.stored(await read(reportId))).toEqual([hindi, 'hi']);
  });

  test('is accepted by the API, unless the client asks for the check', async () => {
    const reportId = await form.prepare();
    const refused = await call(reportId, { ...form.fields(english), sendAsIs: false });
    expect([refused.status, refused.json.errors]).toEqual([422, { sendAsIs: question }]);
    expect((await call(reportId, form.fields(english))).status).toBe(200);
    expect(form.stored(await read(reportId))).toEqual([english, 'hi']);
  });
});

test('an addition is judged by the language of the review', async () => {
  const { _id } = await aReviewedReportOf(patient, doctor, english);
  const add = (text: string) =>
    postPage(amendPage, {
      path: `/dashboard/amend-review/${_id}`,
      params: { reportId: _id },
      cookie: doctor.cookie,
      fields: { kind: 'addition', text, language: 'hi', reasonCode: 'newFinding', version: '1' },
    });
  expect((await add(hindi)).fieldErrors).toEqual({
    sendAsIs:
      'This text is in Devanagari letters, but the language is English. Please change one of the two, or send it as it is.',
  });
  expect((await add(english)).status).toBe(302);
});

describe('the language of a new review', () => {
  const preset = async () => {
    const { _id: reportId } = await aReportOf(patient);
    const { data } = await getPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: doctor.cookie,
    });
    return (data as { writingLanguage: string }).writingLanguage;
  };
  const reviewIn = async (to: Somebody, language: string) => {
    const { _id: reportId } = await aReportOf(to);
    const body = { review: language === 'hi' ? hindi : english, language };
    await callApi(apiRoute('report/add-review'), {
      method: 'POST',
      token: doctor.token,
      params: { reportId },
      body,
    });
    return reportId;
  };

  test('is the patient’s if the doctor writes it, and else that of the page', async () => {
    expect(await preset()).toBe('hi');
    doctor = await an.expert();
    expect(await preset()).toBe('en');
  });

  test('is that of the doctor’s latest review for a patient of the same language', async () => {
    await reviewIn(patient, 'en');
    expect(await preset()).toBe('en');
    await reviewIn(patient, 'hi');
    await reviewIn(await a.patient(), 'en');
    expect(await preset()).toBe('hi');
  });

  test('is not that of a review that was taken back', async () => {
    const reportId = await reviewIn(patient, 'en');
    await takeBackOf(doctor, reportId);
    expect(await preset()).toBe('hi');
  });
});
