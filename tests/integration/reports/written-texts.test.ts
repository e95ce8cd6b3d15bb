import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as correctReportPage from '~/routes/dashboard/correct-report';
import { claimFor, draftOf, saveDraftFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { lettersOfLanguages } from '../../support/letters';
import { sendQuestion } from '../../support/questions';
import { aReportOf, aReviewedReportOf, type Report } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

const updateReport = apiRoute('report/update-report');
const getReport = apiRoute('report/get-report');
const closeQuestion = apiRoute('report/close-question');
const addReview = apiRoute('report/add-review');

let patient: Somebody;
let expert: Somebody;
let report: Report;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
  report = await aReportOf(patient);
  await claimFor(expert, report._id);
});

const about = { reportType: 'Blood Test', phoneNumber: '9876543210' };
const read = async () => {
  const { json } = await callApi(getReport, { token: patient.token, params: { reportId: report._id } });
  return json.data as Report & { questions: { text: string | null }[] };
};
const correct = async (body: Record<string, unknown> | FormData | URLSearchParams) => {
  const { status } = await callApi(updateReport, {
    method: 'PUT',
    token: patient.token,
    params: { reportId: report._id },
    body,
  });
  return status === 200 ? (await read()).description : status;
};

/** Letters of a language joined by separators, as a JSON body, a form and a multipart form. */
const writtenIn = (letters: string[]) => {
  const between = [
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '<',
    'µ',
    '°',
    '≤',
    '👩‍⚕️',
    '5',
  ];
  return fc
    .string({ unit: fc.constantFrom(...letters, ...between), minLength: 1, maxLength: 80 })
    .map((text) => `5 ${text} \u2066<5 g/dL\u2069.`);
};

test.each(Object.entries(lettersOfLanguages))(
  'a review, a description and a question in %s are stored as written',
  async (_language, letters) => {
    await fc.assert(
      fc.asyncProperty(writtenIn(letters), async (text) => {
        const parts = new FormData();
        for (const [name, value] of Object.entries({ ...about, description: text })) parts.set(name, value);
        expect(await correct({ ...about, description: text })).toBe(text);
        expect(await correct(new URLSearchParams({ ...about, description: text }))).toBe(text);
        expect(await correct(parts)).toBe(text);
        await saveDraftFor(expert, report._id, text);
        expect((await draftOf(expert, report._id)).json).toMatchObject({ data: { review: text } });
      }),
      { numRuns: 5 },
    );
    const [text = ''] = fc.sample(writtenIn(letters), 1);
    await claimFor(expert, report._id);
    await sendQuestion(expert, report._id, { kind: 'detail', text });
    expect((await read()).questions.at(-1)?.text).toBe(text);
    const params = { reportId: report._id };
    await callApi(closeQuestion, { method: 'POST', token: expert.token, params });
    await claimFor(expert, report._id);
  },
);

describe('line breaks', () => {
  const typed = 'Potassium 5\u000b9 is next week. Creatinine 1\u000c4 July.\u2028Na\u00851\u001f4';
  const storedText = 'Potassium 5\n9 is next week. Creatinine 1\n4 July.\nNa\n1 4';

  test('keep numbers apart in a form', async () => {
    await postPage(correctReportPage, {
      path: `/dashboard/correct-report/${report._id}`,
      cookie: patient.cookie,
      params: { reportId: report._id },
      fields: { ...about, countryCode: '+91', description: typed },
    });
    expect((await read()).description).toBe(storedText);
  });

  test('keep numbers apart in a review', async () => {
    const { review } = await aReviewedReportOf(patient, expert, typed);
    expect(review).toBe(storedText);
  });
});

describe('an API client', () => {
  test('gets an error for undeclared Latin-1, and nothing is stored', async () => {
    const before = (await read()).description;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(JSON.stringify({ ...about, description: '50 µg' }), 'latin1'));
        controller.close();
      },
    });
    const answer = await callApi(updateReport, {
      method: 'PUT',
      token: patient.token,
      params: { reportId: report._id },
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([answer.status, answer.json.code]).toEqual([400, 'unreadable_request']);
    expect(answer.json.message).toContain('not in UTF-8');
    expect((await read()).description).toBe(before);
  });

  test('gets an error for a query in Latin-1', async () => {
    const path = '/api/v1/report/get-pending-reports?q=Jos%E9';
    const list = apiRoute('report/get-pending-reports');
    const { status, json } = await callApi(list, { token: expert.token, path });
    expect([status, json.message]).toEqual([400, expect.stringContaining('not in UTF-8')]);
  });

  test('may send null for missing fields, and values in another case', async () => {
    const { _id } = await aReportOf(patient, { reportType: 'x-ray', consent: 'True' });
    const { json } = await callApi(getReport, { token: patient.token, params: { reportId: _id } });
    expect(json.data).toMatchObject({ reportType: 'X-Ray', consent: { given: true } });
    const nulls = { ...about, countryCode: null, description: null };
    expect(await correct({ ...nulls, description: 'Since Monday' })).toBe('Since Monday');
    expect(await correct(nulls)).toBe('Since Monday');
    const review = { review: 'Fine.', language: null, correctedAt: null };
    const added = await callApi(addReview, {
      method: 'POST',
      token: expert.token,
      params: { reportId: _id },
      body: review,
    });
    expect(added.status).toBe(200);
  });

  test('learns the possible values', async () => {
    const { status, json } = await callApi(updateReport, {
      method: 'PUT',
      token: patient.token,
      params: { reportId: report._id },
      body: { ...about, reportType: 'Horoscope' },
    });
    expect(status).toBe(422);
    expect(json.errors?.reportType).toMatch(/^Please choose one of: Blood Test, X-Ray, .*COVID-19 Test$/);
  });
});
