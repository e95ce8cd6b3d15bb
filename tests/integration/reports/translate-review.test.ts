import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as translatePage from '~/routes/dashboard/translate';
import * as translateList from '~/routes/dashboard/translate-list';
import { rootLoader } from '~/web/pages/root-data.server';
import { postSettings } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { amendReviewOf, aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const getReports = apiRoute('report/get-report-by-patientId');
const translateRoute = apiRoute('report/add-translation');

let patient: Somebody;
let author: Somebody;
let translator: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, author, translator] = [
    await a.patient(),
    await an.expert(),
    await an.expert({ firstName: 'Lata' }),
  ];
  await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
  await postSettings(translator, 'languages', { en: 'on', ta: 'on' });
});

const path = '/dashboard/translate';
const waitingFor = async ({ cookie }: Somebody) => {
  const { data } = (await getPage(translateList, { path, cookie })).data as { data: { _id: string }[] };
  return data.map(({ _id }) => _id);
};
const translate = ({ cookie }: Somebody, reportId: string, review = 'எல்லாம் நலம்', version = '1') =>
  postPage(translatePage, {
    path: `${path}/${reportId}`,
    params: { reportId },
    cookie,
    fields: { review, version },
  });
const aReviewToTranslate = async () => (await aReviewedReportOf(patient, author, 'All is well'))._id;
type ReportWithTranslations = {
  _id: string;
  review: string;
  translations: Record<string, unknown>[];
  versions: { createdAt: string; translations: Record<string, unknown>[] }[];
};
const ownReport = async (reportId: string) => {
  const { json } = await callApi(getReports, { token: patient.token, params: { patientId: patient.id } });
  const list = json.data as ReportWithTranslations[];
  return list.find(({ _id }) => _id === reportId);
};

const hasMenuEntry = async ({ cookie }: Somebody) => {
  const request = new Request('http://clinic.test/', { headers: { Cookie: cookie } });
  return (await rootLoader({ request, params: {}, context: {} })).data.person?.translates;
};

test('stands in the menu of the experts who can translate one that waits, and of those who have before', async () => {
  const [newcomer, reader] = [await an.expert(), await an.expert()];
  await postSettings(newcomer, 'languages', { en: 'on', ta: 'on' });
  await postSettings(reader, 'languages', { en: 'on' });
  expect(await hasMenuEntry(newcomer), 'nothing waits').toBeUndefined();
  const id = await aReviewToTranslate();
  expect(await hasMenuEntry(newcomer)).toBe(true);
  for (const other of [reader, author, patient]) expect(await hasMenuEntry(other)).toBeUndefined();
  await translate(translator, id);
  expect(await hasMenuEntry(newcomer), 'nothing waits any more').toBeUndefined();
  expect(await hasMenuEntry(translator), 'they have translated before').toBe(true);
});

describe('a review that its patient cannot read', () => {
  test('waits for the experts who read both languages, and for nobody else', async () => {
    const id = await aReviewToTranslate();
    expect(await waitingFor(translator)).toContain(id);
    expect(await waitingFor(author), 'an expert who has set neither language').toEqual([]);
    expect((await translate(author, id)).toast?.type).toBe('error');
    expect((await ownReport(id))?.translations).toEqual([]);
  });

  test('is shown to them without anything of the patient', async () => {
    const reportId = await aReviewToTranslate();
    const { data } = await getPage(translatePage, {
      path: `${path}/${reportId}`,
      params: { reportId },
      cookie: translator.cookie,
    });
    const { viewer: _own, ...pageData } = data as Record<string, unknown>;
    expect(JSON.stringify(pageData)).toContain('All is well');
    for (const own of [patient.id, patient.email, patient.lastName, patient.firstName]) {
      expect(JSON.stringify(pageData)).not.toContain(own);
    }
  });

  test('gets a signed translation beside the unchanged text, and an e-mail in the patient’s language', async () => {
    const id = await aReviewToTranslate();
    expect((await translate(translator, id)).toast?.message).toBe('Translation sent');
    expect(await ownReport(id)).toMatchObject({
      review: 'All is well',
      reviewLanguage: 'en',
      expert: { _id: author.id },
      translations: [{ language: 'ta', review: 'எல்லாம் நலம்', expert: { _id: translator.id } }],
    });
    expect(await waitingFor(translator)).not.toContain(id);
    const recorded = await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
    expect(recorded.map(({ action }) => action)).toContain('review.translated');
    const letter = (await clinic.emails(patient.email)).at(-1);
    expect(letter?.subject).toMatch(/[\u0b80-\u0bff]/);
    expect(letter?.text).not.toContain('எல்லாம் நலம்');
  });

  test('is translated once, by the faster expert', async () => {
    const id = await aReviewToTranslate();
    const result = await Promise.all([
      translate(translator, id, 'First'),
      translate(translator, id, 'Other'),
    ]);
    expect(result.map(({ toast }) => toast?.type).sort()).toEqual(['error', 'success']);
    expect((await ownReport(id))?.translations).toHaveLength(1);
    expect((await translate(translator, id)).toast?.message).toBe(
      'Someone has already translated this review',
    );
  });

  test('refuses an empty translation, and nothing is lost', async () => {
    const id = await aReviewToTranslate();
    const answer = await translate(translator, id, ' ');
    expect(answer.status).toBe(400);
    expect(answer.fieldErrors.review).toBe('Please write the translation');
  });

  test('stays on the page if it was changed meanwhile, and the next try names the new version', async () => {
    const id = await aReviewToTranslate();
    await amendReviewOf(author, id, { text: 'All is very well' });
    const late = await translate(translator, id);
    expect([late.status, late.location, late.message]).toEqual([
      409,
      null,
      'This review has changed in the meantime. Please read it again.',
    ]);
    expect((await ownReport(id))?.translations).toEqual([]);
    expect((await translate(translator, id, 'மிக நலம்', '2')).toast?.type).toBe('success');
    expect((await ownReport(id))?.translations).toMatchObject([{ review: 'மிக நலம்' }]);
  });

  test('is deleted with its report', async () => {
    const id = await aReviewToTranslate();
    await translate(translator, id);
    await execute(db().delete(reports).where(eq(reports.id, id)));
    expect(await waitingFor(translator)).not.toContain(id);
  });
});

describe('the numbers of a translation', () => {
  const original = 'Take 0.5 mg for 2 weeks.';
  const right = '2 வாரங்களுக்கு 0.5 மி.கி எடுக்கவும்.';
  const wrong = '2 வாரங்களுக்கு 5 மி.கி எடுக்கவும்.';
  const aReview = async (text = original) => (await aReviewedReportOf(patient, author, text))._id;
  const translationsOf = async (id: string) => (await ownReport(id))?.translations;
  const send = (reportId: string, body: Record<string, unknown>) =>
    callApi(translateRoute, { method: 'POST', token: translator.token, params: { reportId }, body });
  const post = (reportId: string, fields: Record<string, string>) =>
    postPage(translatePage, {
      path: `${path}/${reportId}`,
      params: { reportId },
      cookie: translator.cookie,
      fields: { version: '1', ...fields },
    });

  test('have to be ticked on the page if they differ, and the text is kept', async () => {
    const id = await aReview();
    const answer = await post(id, { review: wrong });
    expect([answer.status, answer.fieldErrors.numbersChecked]).toEqual([
      400,
      'Correct these, or tick that you have checked them',
    ]);
    expect(JSON.stringify(answer.data)).toContain(wrong);
    expect(await translationsOf(id)).toEqual([]);
    expect((await post(id, { review: wrong, numbersChecked: 'on' })).toast?.type).toBe('success');
    expect(await translationsOf(id)).toMatchObject([{ review: wrong, hasUncheckedNumbers: false }]);
  });

  test('need no tick if they agree', async () => {
    const id = await aReview();
    expect((await post(id, { review: right })).toast?.type).toBe('success');
    expect(await translationsOf(id)).toMatchObject([{ review: right, hasUncheckedNumbers: false }]);
  });

  test('are stored as unchecked if an API client does not mention them', async () => {
    const id = await aReview();
    expect((await send(id, { review: wrong })).status).toBe(200);
    expect(await translationsOf(id)).toMatchObject([{ review: wrong, hasUncheckedNumbers: true }]);
    const agreeing = await aReview();
    await send(agreeing, { review: right });
    expect(await translationsOf(agreeing)).toMatchObject([{ hasUncheckedNumbers: false }]);
  });

  test('are confirmed by an API client with true, and refused with false', async () => {
    const id = await aReview();
    const refused = await send(id, { review: wrong, numbersChecked: false });
    expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([422, ['numbersChecked']]);
    expect((await send(id, { review: wrong, numbersChecked: true })).status).toBe(200);
    expect(await translationsOf(id)).toMatchObject([{ hasUncheckedNumbers: false }]);
  });

  test('are compared with the version that was translated, also after later changes', async () => {
    const id = await aReview();
    await amendReviewOf(author, id, { kind: 'addition', text: 'Then 1 mg.' });
    const [, day] = /\[(.+)\]/.exec((await ownReport(id))?.review ?? '') ?? [];
    await send(id, { review: `${right}\n\n[${day}] பிறகு 1 மி.கி.`, version: 2 });
    expect(await translationsOf(id)).toMatchObject([{ hasUncheckedNumbers: false }]);
    await amendReviewOf(author, id, { kind: 'correction', text: 'Take 50 mg.', version: 2 });
    expect(await translationsOf(id), 'the correction has no translation yet').toEqual([]);
    const versions = (await ownReport(id))?.versions ?? [];
    expect(versions.map(({ translations }) => translations)).toMatchObject([
      [],
      [{ hasUncheckedNumbers: false }],
      [],
    ]);
    await send(id, { review: '5 மி.கி எடுக்கவும்.', version: 3 });
    expect(await translationsOf(id)).toMatchObject([{ hasUncheckedNumbers: true }]);
  });
});

test('a review written in the patient’s language needs no translation', async () => {
  const reportId = (await aReportOf(patient, { file: 'rash.png' }))._id;
  await postPage(addReviewPage, {
    path: '/x',
    params: { reportId },
    cookie: author.cookie,
    fields: { review: 'நலம்', language: 'ta' },
  });
  expect(await ownReport(reportId)).toMatchObject({ reviewLanguage: 'ta', translations: [] });
  expect(await waitingFor(translator)).not.toContain(reportId);
});
