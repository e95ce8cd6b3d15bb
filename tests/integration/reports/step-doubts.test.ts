import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { requireFittingStep } from '~/domain/comparison/step-warnings.server';
import { markOf } from '~/domain/report/step-mark';
import type { LanguageCode } from '~/i18n/language-codes';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as amendPage from '~/routes/dashboard/amend-review';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, type Report } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const getReport = apiRoute('report/get-report');

let patient: Somebody;
let doctor: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});
beforeEach(async () => {
  doctor = await an.expert();
});

const urgent = 'This is a heart attack. Go to the hospital at once.';
const calm = 'All values are as they should be. Please eat more greens.';
const question = 'Your text says “heart attack”. The patient will first read: you need not do anything.';

const read = async (reportId: string) =>
  (await callApi(getReport, { token: patient.token, params: { reportId } })).json.data as Report;

type Fields = Record<string, string>;

/** A way in which a review gets its text, and its next step or the one it had. */
type Way = {
  page: typeof addReviewPage | typeof amendPage;
  path: string;
  call: string;
  textName: string;
  prepare: () => Promise<string>;
  fields: (text: string) => Fields;
};

const sendReview = async (fields: Fields) => {
  const { _id: reportId } = await aReportOf(patient);
  const body = { review: calm, ...fields };
  const call = { method: 'POST', token: doctor.token, params: { reportId }, body };
  await callApi(apiRoute('report/add-review'), call);
  return reportId;
};
const amendment = { page: amendPage, path: 'amend-review', call: 'report/amend-review', textName: 'text' };
const review = { page: addReviewPage, path: 'add-review', call: 'report/add-review', textName: 'review' };
const ofVersion1 = { reasonCode: 'newFinding', version: '1' };

const ways: Record<string, Way> = {
  'a review': {
    ...review,
    prepare: async () => (await aReportOf(patient))._id,
    fields: (text) => ({ review: text, nextStep: 'none' }),
  },
  'a review that opens the next report': {
    ...review,
    prepare: async () => (await aReportOf(patient))._id,
    fields: (text) => ({ review: text, nextStep: 'none', andNext: 'on' }),
  },
  'a correction': {
    ...amendment,
    prepare: () => sendReview({ nextStep: 'seeDoctor' }),
    fields: (text) => ({ ...ofVersion1, kind: 'correction', text, nextStep: 'none' }),
  },
  'an addition with a step': {
    ...amendment,
    prepare: () => sendReview({ nextStep: 'seeDoctor' }),
    fields: (text) => ({ ...ofVersion1, kind: 'addition', text, nextStep: 'none' }),
  },
  'an addition that keeps the step': {
    ...amendment,
    prepare: () => sendReview({ nextStep: 'none' }),
    fields: (text) => ({ ...ofVersion1, kind: 'addition', text }),
  },
};

describe.each(Object.entries(ways))(
  '%s whose text names an emergency, and whose step does not',
  (_name, way) => {
    const send = (reportId: string, fields: Fields) =>
      postPage(way.page, {
        path: `/dashboard/${way.path}/${reportId}`,
        params: { reportId },
        cookie: doctor.cookie,
        fields,
      });
    const call = (reportId: string, body: Record<string, unknown>) =>
      callApi(apiRoute(way.call), { method: 'POST', token: doctor.token, params: { reportId }, body });
    const markFor = (fields: Fields) => markOf({ ...fields, text: fields[way.textName] });

    test('is asked about once on the page, and another text asks again', async () => {
      const reportId = await way.prepare();
      const { review: before } = await read(reportId);
      const fields = way.fields(urgent);
      const asked = await send(reportId, fields);
      expect([asked.status, asked.fieldErrors]).toEqual([400, { stepConfirmed: question }]);
      expect(asked.data).toMatchObject({ lastResult: { initialValue: fields } });
      const tick = { stepConfirmed: markFor(fields) };
      const changed = await send(reportId, { ...way.fields(`${urgent} Now!`), ...tick });
      expect(changed.fieldErrors).toEqual({ stepConfirmed: question });
      expect((await read(reportId)).review).toBe(before);
      expect((await send(reportId, { ...fields, ...tick })).status).toBe(302);
      expect((await read(reportId)).review).toContain(urgent);
    });

    test('is sent at once if nothing is found', async () => {
      const reportId = await way.prepare();
      expect((await send(reportId, way.fields('Please eat more spinach.'))).status).toBe(302);
    });

    test('is accepted by the API with a warning, and without one if it is confirmed', async () => {
      const reportId = await way.prepare();
      const refused = await call(reportId, { ...way.fields(urgent), stepConfirmed: false });
      expect([refused.status, refused.json.errors]).toEqual([422, { stepConfirmed: question }]);
      const { status, json } = await call(reportId, way.fields(urgent));
      const found = { language: 'en', words: 'heart attack' };
      const warning = { code: 'text_names_emergency', message: question, ...found };
      expect([status, json.warnings]).toEqual([200, [warning]]);
      const confirmed = await call(await way.prepare(), { ...way.fields(urgent), stepConfirmed: true });
      expect([confirmed.status, confirmed.json.warnings]).toEqual([200, undefined]);
    });
  },
);

test('the page says that a language without a checked list is not compared', async () => {
  const { _id: reportId } = await aReportOf(patient);
  const { data } = await getPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie: doctor.cookie,
  });
  const { uncheckedLanguages } = data as { uncheckedLanguages: string[] };
  expect(uncheckedLanguages.sort()).toEqual(['bn', 'gu', 'hi', 'kn', 'ml', 'mr', 'ta', 'te', 'ur']);
  const body = { review: 'आपकी जाँच सामान्य है।', language: 'hi', nextStep: 'none' };
  const call = { method: 'POST', token: doctor.token, params: { reportId }, body };
  const { json } = await callApi(apiRoute('report/add-review'), call);
  expect(json.warnings).toEqual([
    { code: 'not_compared', message: expect.stringMatching(/^Not compared in हिन्दी/), language: 'hi' },
  ]);
});

describe('words that name an emergency', () => {
  const none = { step: 'none', withinDays: null, specialist: null, speciality: null } as const;
  const find = (
    text: string,
    language: LanguageCode,
    step: Parameters<typeof requireFittingStep>[0] = none,
  ) =>
    requireFittingStep(step, { text, language }, { sentence: (key) => key }).warnings?.find(
      ({ words }) => words,
    )?.words;

  it.each<[LanguageCode, string, string, string]>([
    ['en', 'Please see a doctor immediately.', 'There is no sign of a stroke.', 'immediately'],
    ['hi', 'तुरंत अस्पताल जाएँ।', 'फ्रैक्चर नहीं है।', 'तुरंत'],
    ['mr', 'ताबडतोब डॉक्टरांकडे जा.', 'फ्रॅक्चर नाही.', 'ताबडतोब'],
    ['bn', 'এখনই হাসপাতালে যান।', 'ফ্র্যাকচার নেই।', 'এখনই'],
    ['gu', 'તરત હોસ્પિટલ જાઓ.', 'ફ્રેક્ચર નથી.', 'તરત'],
    ['ta', 'உடனே மருத்துவமனைக்குச் செல்லுங்கள்.', 'எலும்பு முறிவு இல்லை.', 'உடனே'],
    ['te', 'వెంటనే ఆసుపత్రికి వెళ్ళండి.', 'ఫ్రాక్చర్ లేదు.', 'వెంటనే'],
    ['kn', 'ತಕ್ಷಣ ಆಸ್ಪತ್ರೆಗೆ ಹೋಗಿ.', 'ಮುರಿತ ಇಲ್ಲ.', 'ತಕ್ಷಣ'],
    ['ml', 'ഉടൻ ആശുപത്രിയിൽ പോകുക.', 'ഒടിവ് ഇല്ല.', 'ഉടൻ'],
    ['ur', 'فوراً ہسپتال جائیں۔', 'فریکچر نہیں ہے۔', 'فورا'],
  ])('are found in %s, and not where an illness is ruled out', (language, sentence, ruledOut, words) => {
    expect(find(sentence, language)).toBe(words);
    expect(find(ruledOut, language)).toBeUndefined();
  });

  it.each([
    ['Do not go home, go to the hospital.', 'hospital'],
    ['यह ठीक है, पर heart attack हो सकता है।', 'heart attack'],
    ['Your report of today is fine.', undefined],
    ['It is not urgent.', undefined],
  ])('in “%s”', (text, words) => {
    expect(find(text, /[a-z]/.test(text[0] ?? '') ? 'en' : 'hi')).toBe(words);
  });

  it('are compared with `none` and with more than seven days', () => {
    const within = (withinDays: number | null) =>
      ({ step: 'seeDoctor', withinDays, specialist: null, speciality: null }) as const;
    const words = [within(8), within(7), within(null), null].map((step) => find(urgent, 'en', step));
    expect(words).toEqual(['heart attack', undefined, undefined, undefined]);
  });
});
