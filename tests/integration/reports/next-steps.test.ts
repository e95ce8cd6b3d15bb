import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { allLanguages } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { nextSteps, specialists } from '~/platform/enums';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as amendPage from '~/routes/dashboard/amend-review';
import * as listPage from '~/routes/dashboard/pending-report';
import { describeStep } from '~/web/pipeline/step-words.server';
import { draftOf } from '../../support/claims';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { asOlderServer } from '../../support/older-server';
import { amendReviewOf, aReportOf, type Report, sendReview, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../../support/requests';
import { deleteByApi } from '../../support/visits';
import { unzip } from '../../support/zip';

const words = 'Your potassium is high. Please go to a hospital today and show them this.';
const helpline = '1800 123 456';

let patient: Somebody;
let doctor: Somebody;
clinicForFile();
beforeAll(async () => {
  setSettings({ ...getSettings(), HELPLINE: helpline });
  [patient, doctor] = [await a.patient(), await an.expert()];
});

type Step = {
  step: string;
  withinDays: number | null;
  by: string | null;
  specialist: string | null;
  speciality: string | null;
  isUncertain: boolean;
  sentence: string;
  earlier: string | null;
};
type StepFields = {
  nextStep?: string | null;
  withinDays?: number | string;
  specialist?: string;
  speciality?: string;
};

const review = (reportId: string, fields: StepFields = {}, text = words) =>
  sendReview({ reportId, token: doctor.token, review: text, ...fields });
async function aReviewWith(fields: StepFields = {}) {
  const { _id } = await aReportOf(patient, { file: 'rash.png' });
  expect((await review(_id, fields)).status).toBe(200);
  return _id;
}
async function stepOf(reportId: string, who = patient) {
  const { json } = await callApi(apiRoute('report/get-report'), { token: who.token, params: { reportId } });
  return (json.data as Report & { nextStep: Step | null }).nextStep;
}
const amend = async (reportId: string, fields: Parameters<typeof amendReviewOf>[2] & StepFields) =>
  (await amendReviewOf(doctor, reportId, { text: words, ...fields })).status;

describe('the next step of a review', () => {
  test('is shown with its date and speciality, and not if nothing was chosen', async () => {
    const id = await aReviewWith({ nextStep: 'seeSpecialist', withinDays: '१४', speciality: 'Cardiology' });
    const step = await stepOf(id);
    expect(step).toMatchObject({ step: 'seeSpecialist', withinDays: 14, speciality: 'Cardiology' });
    expect(step?.by).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(step?.sentence).toMatch(/specialist.*Cardiology.*by \d{2} \w{3} \d{4}/);
    for (const nothing of [{}, { nextStep: '' }, { nextStep: null }])
      expect(await stepOf(await aReviewWith(nothing))).toBeNull();
  });

  test.each<[what: string, fields: StepFields, text: string, field: string]>([
    ['days for "go today"', { nextStep: 'goToday', withinDays: 3 }, words, 'withinDays'],
    ['days for "none"', { nextStep: 'none', withinDays: 3 }, words, 'withinDays'],
    ['0 days', { nextStep: 'seeDoctor', withinDays: 0 }, words, 'withinDays'],
    ['366 days', { nextStep: 'seeDoctor', withinDays: 366 }, words, 'withinDays'],
    ['days without a step', { withinDays: 3 }, words, 'nextStep'],
    ['a speciality for a doctor', { nextStep: 'seeDoctor', speciality: 'Cardiology' }, words, 'speciality'],
    [
      'a listed specialist for a doctor',
      { nextStep: 'seeDoctor', specialist: 'Urology' },
      words,
      'specialist',
    ],
    ['an unknown specialist', { nextStep: 'seeSpecialist', specialist: 'Geriatrics' }, words, 'specialist'],
    ['a specialist without a step', { specialist: 'Urology' }, words, 'nextStep'],
    [
      'two kinds of specialist',
      { nextStep: 'seeSpecialist', specialist: 'Urology', speciality: 'Kidney stones' },
      words,
      'speciality',
    ],
    ['"go today" with 39 characters', { nextStep: 'goToday' }, 'x'.repeat(39), 'review'],
    ['an unknown step', { nextStep: 'sleep' }, words, 'nextStep'],
  ])('is refused: %s', async (_what, fields, text, field) => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    const { status, json } = await review(_id, fields, text);
    expect([status, Object.keys(json.errors as object)]).toEqual([422, [field]]);
  });

  test('keeps a listed specialist in English for older servers, and shows a kind of a newer one', async () => {
    const id = await aReviewWith({ nextStep: 'seeSpecialist', specialist: 'Cardiology' });
    expect(await stepOf(id)).toMatchObject({ specialist: 'Cardiology', speciality: 'Heart (cardiology)' });
    const ofReport = eq(reviewSteps.reportId, id);
    const [row] = await db().select().from(reviewSteps).where(ofReport);
    expect(row?.speciality).toBe('Cardiology');
    await execute(db().update(reviewSteps).set({ specialist: 'Geriatrics' }).where(ofReport));
    expect(await stepOf(id)).toMatchObject({ specialist: null, speciality: 'Cardiology' });
  });

  test('follows additions, corrections, a withdrawal and a second review', async () => {
    const id = await aReviewWith({ nextStep: 'repeatTest', withinDays: 30 });
    const by = (await stepOf(id))?.by;
    await amend(id, { kind: 'addition' });
    expect(await stepOf(id)).toMatchObject({ step: 'repeatTest', by });
    await amend(id, { version: 2, text: `${words} Corrected.` });
    expect(await stepOf(id)).toBeNull();
    expect(await amend(id, { version: 3, text: 'Too short', nextStep: 'goToday' })).toBe(422);
    await amend(id, { kind: 'addition', version: 3, nextStep: 'goToday' });
    expect(await stepOf(id)).toMatchObject({ step: 'goToday' });
    await amend(id, { version: 4, text: 'Short' });
    expect(await stepOf(id)).toMatchObject({ step: 'goToday', isUncertain: false });
    await amend(id, { version: 5, text: 'Better now', nextStep: 'seeDoctor' });
    expect(await stepOf(id)).toMatchObject({ step: 'seeDoctor', earlier: expect.stringContaining('today') });
    expect((await takeBackOf(doctor, id, 6)).status).toBe(200);
    expect(await stepOf(id)).toBeNull();
    await review(id, {}, 'A new review');
    expect(await stepOf(id)).toBeNull();
  });

  test('of an older server never shows a false step, and "go today" becomes a call', async () => {
    const id = await aReviewWith({ nextStep: 'goToday' });
    await asOlderServer(id, () => amend(id, { kind: 'addition' }));
    expect(await stepOf(id)).toMatchObject({ step: 'goToday', isUncertain: false });
    await asOlderServer(id, () => amend(id, { version: 2, text: 'It is 4.1' }));
    const uncertain = await stepOf(id);
    expect(uncertain).toMatchObject({ step: 'goToday', isUncertain: true });
    expect(uncertain?.sentence).toContain(helpline);
    expect(uncertain?.sentence).toMatch(/^The doctor said: .*today/);
    await asOlderServer(id, () => takeBackOf(doctor, id, 3));
    expect(await stepOf(id)).toBeNull();
    await asOlderServer(id, () => review(id));
    expect(await stepOf(id)).toBeNull();
  });

  test('cannot be given to a review that is taken back', async () => {
    const id = await aReviewWith();
    const fields = { kind: 'takenBack', text: undefined, reason: 'Mixed up', nextStep: 'none' };
    expect(await amend(id, fields)).toBe(422);
  });

  test('is stored sealed, leaves with its report, and stands in the archive of its owner', async () => {
    const owner = await a.patient();
    const { _id } = await aReportOf(owner, { file: 'rash.png' });
    await review(_id, { nextStep: 'seeSpecialist', specialist: 'Cardiology' });
    const answer = await openFile(apiRoute('profile/export-data'), {
      method: 'POST',
      token: owner.token,
      body: { password },
    });
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(JSON.parse(String(files.get('my-data.json'))).reports[0].steps).toMatchObject([
      { version: 1, step: 'seeSpecialist', specialist: 'Cardiology', speciality: 'Cardiology' },
    ]);
    expect(String(files.get('index.html'))).toContain(translate('en', 'step.seeSpecialist'));
    expect(String(files.get('index.html'))).toContain(translate('en', 'specialist.Cardiology'));
    expect((await deleteByApi(owner, _id)).status).toBe(200);
    expect(await db().$count(reviewSteps, eq(reviewSteps.reportId, _id))).toBe(0);
  });
});

describe('on the page', () => {
  const send = (reportId: string, fields: Record<string, string>) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: doctor.cookie,
      fields: { review: words, language: 'en', correctedAt: '', ...fields },
    });

  test('fields that are hidden for the chosen step count as empty', async () => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    const hidden = { withinDays: '14', specialist: 'Urology', speciality: 'Cardiology' };
    await send(_id, { nextStep: 'goToday', ...hidden });
    expect(await stepOf(_id, doctor)).toMatchObject({
      ...{ step: 'goToday', withinDays: null, specialist: null, speciality: null },
    });
  });

  test('an undone review becomes a draft with its step, and the patient never saw it', async () => {
    setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    await send(_id, { nextStep: 'seeSpecialist', withinDays: '3', specialist: 'Urology', speciality: '' });
    expect(await stepOf(_id)).toBeNull();
    expect(await stepOf(_id, doctor)).toMatchObject({ step: 'seeSpecialist' });
    await postPage(listPage, {
      path: '/dashboard/pending-report/undo',
      params: { part: 'undo' },
      cookie: doctor.cookie,
      fields: { reportId: _id },
    });
    const draft = (await draftOf(doctor, _id)).json.data;
    expect(draft).toMatchObject({
      nextStep: { step: 'seeSpecialist', withinDays: 3, specialist: 'Urology', speciality: null },
    });
    const [row] = await db().select().from(reviewDrafts).where(eq(reviewDrafts.reportId, _id));
    expect(Object.keys(JSON.parse(row?.nextStep ?? ''))).toEqual([
      ...['step', 'withinDays', 'speciality', 'specialist'],
    ]);
    await send(_id, { nextStep: '', withinDays: '', speciality: '' });
    expect(await stepOf(_id, doctor)).toBeNull();
  });

  test('the same review with another step is not taken for the one that was sent', async () => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    await send(_id, {});
    expect((await send(_id, {})).toast?.type).toBe('success');
    expect((await send(_id, { nextStep: 'goToday' })).toast?.type).toBe('error');
  });

  test('a correction without a choice keeps "go today"', async () => {
    const id = await aReviewWith({ nextStep: 'goToday' });
    await postPage(amendPage, {
      path: `/dashboard/amend-review/${id}`,
      params: { reportId: id },
      cookie: doctor.cookie,
      fields: {
        ...{ reportId: id, kind: 'correction', text: 'It is 6.9', language: 'en', version: '1' },
        ...{ reasonCode: 'slip', reason: '', nextStep: '', withinDays: '', speciality: '' },
      },
    });
    expect(await stepOf(id)).toMatchObject({ step: 'goToday', isUncertain: false });
  });
});

describe('in ten languages', () => {
  const facts = {
    by: null,
    specialist: null,
    speciality: null,
    doctor: 'Meera Nair',
    isUncertain: false,
    replacesGoToday: false,
  };

  test.each(allLanguages)('each step has its own sentence in %s, beside the English one', (language) => {
    const told = nextSteps.map((step) => describeStep(language, { ...facts, step }));
    expect(new Set(told.map(({ sentence }) => sentence)).size).toBe(nextSteps.length);
    expect(new Set(told.map(({ title }) => title)).size).toBe(nextSteps.length);
    for (const [at, { sentence, sentenceInEnglish, uncheckedNote }] of told.entries()) {
      expect(sentence).toBe(translate(language, `step.${nextSteps[at] ?? 'none'}`, { name: facts.doctor }));
      expect(sentenceInEnglish).toMatch(/^[\x20-\x7e]+$/);
      expect(uncheckedNote).toContain(helpline);
    }
    const [none, , , , goToday] = told;
    expect(none?.sentence).toMatch(/Meera Nair.*112/);
    expect(goToday?.sentence).toContain('112');
    const uncertain = describeStep(language, { ...facts, step: 'goToday', isUncertain: true });
    expect(uncertain.sentence).toContain(helpline);
    expect(uncertain.title).not.toBe(goToday?.title);
    const kinds = specialists.map(
      (specialist) => describeStep(language, { ...facts, step: 'seeSpecialist', specialist }).sentence,
    );
    expect(new Set(kinds).size).toBe(specialists.length);
    if (language !== 'en')
      expect(kinds.join(), 'the kind of specialist stays in English').not.toMatch(/[a-z]/i);
  });
});
