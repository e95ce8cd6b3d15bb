import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as translatePage from '~/routes/dashboard/translate';
import * as translateList from '~/routes/dashboard/translate-list';
import { postSettings } from '../../support/accounts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { amendReviewOf, aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const getReports = apiRoute('report/get-report-by-patientId');

let clinic: Clinic;
let patient: Somebody;
let author: Somebody;
let translator: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  [patient, author, translator] = [
    await a.patient(),
    await an.expert(),
    await an.expert({ firstName: 'Lata' }),
  ];
  await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
  await postSettings(translator, 'languages', { en: 'on', ta: 'on' });
});
afterAll(() => clinic.close());

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
const ownReport = async (reportId: string) => {
  const { json } = await callApi(getReports, { token: patient.token, params: { patientId: patient.id } });
  const list = json.data as { _id: string; review: string; translations: Record<string, unknown>[] }[];
  return list.find(({ _id }) => _id === reportId);
};

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
    const result = await Promise.all([translate(translator, id, 'one'), translate(translator, id, 'two')]);
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
