import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as homePage from '~/routes/dashboard/home';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as listPage from '~/routes/dashboard/previous-report';
import * as translateList from '~/routes/dashboard/translate-list';
import { postSettings } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  amendReviewOf,
  aReportOf,
  giveConsentFor,
  type Report,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import { pendingFor, reportsOf } from '../../support/visits';
import { unzip } from '../../support/zip';

const addTranslation = apiRoute('report/add-translation');
const exportData = apiRoute('profile/export-data');
const getReport = apiRoute('report/get-report');
const openings = apiRoute('report/get-openings');
const ofExpert = apiRoute('report/get-report-by-expertId');
const takeBackReview = apiRoute('report/take-back-review');
const toTranslate = apiRoute('report/get-reviews-to-translate');

let author: Somebody;
let translator: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [author, translator, admin] = [await an.expert(), await an.expert(), await an.admin()];
  await postSettings(translator, 'languages', { en: 'on', ta: 'on' });
});

const words = ['Canary of the review', 'Canary of the correction', 'Canary in Tamil', 'Canary of the reason'];
const canariesIn = (text: string) => words.filter((canary) => text.includes(canary));

/** Reads everything a user can read about a report and its patient, as one text. */
async function readAll(who: Somebody, patient: Somebody, reportId: string) {
  const { token, cookie } = who;
  const params = { patientId: patient.id, reportId };
  const answers = await Promise.all([
    ...[getReport, openings, ofExpert, toTranslate].map((call) => callApi(call, { token, params })),
    reportsOf(patient.id, who),
    pendingFor(who),
    getPage(listPage, { path: `/dashboard/previous-report/${patient.id}`, params, cookie }),
    getPage(homePage, { path: '/dashboard/home', cookie }),
    getPage(pendingPage, { path: '/dashboard/pending-report', cookie }),
    getPage(translateList, { path: '/dashboard/translate', cookie }),
    getPage(addReviewPage, { path: `/dashboard/add-review/${reportId}`, params, cookie }),
  ]);
  return answers.map(({ text }) => text).join('\n');
}

/** Reads the text of an account's data archive, all files together. */
async function archiveOf({ token }: Somebody) {
  const answer = await openFile(exportData, { method: 'POST', token, body: { password } });
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  return ['index.html', 'my-data.json'].map((name) => files.get(name)?.toString('utf8')).join('\n');
}

const translate = (who: Somebody, reportId: string, review: string, version?: number) =>
  callApi(addTranslation, {
    method: 'POST',
    token: who.token,
    params: { reportId },
    body: { review, version },
  });
const reportOf = async (who: Somebody, reportId: string) =>
  (await callApi(getReport, { token: who.token, params: { reportId } })).json.data as Report;
const idsOf = (json: Record<string, unknown>) => (json.data as Report[]).map(({ _id }) => _id);

describe('a review of the wrong report, corrected, translated and then taken back', () => {
  let patient: Somebody;
  let reportId: string;
  beforeEach(async () => {
    patient = await a.patient();
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    reportId = (await aReportOf(patient))._id;
    await aReportOf(patient, { file: 'scan.webp' });
    await sendReview({ reportId, token: author.token, review: words[0] ?? '' });
    await amendReviewOf(author, reportId, { text: words[1] });
    expect((await translate(translator, reportId, words[2] ?? '', 2)).status).toBe(200);
    expect(canariesIn(await readAll(patient, patient, reportId))).toEqual(words.slice(0, 3));
    expect(canariesIn(await archiveOf(patient))).toEqual(words.slice(0, 3));
    const { status } = await amendReviewOf(author, reportId, {
      kind: 'takenBack',
      reasonCode: 'wrongReport',
      reason: words[3],
      version: 2,
    });
    expect(status).toBe(200);
  });

  test('returns the report to its old place, without a reviewer', async () => {
    const pending = idsOf((await pendingFor(await an.expert())).json);
    const ofPatient = idsOf((await reportsOf(patient.id, patient)).json);
    expect(pending.filter((id) => ofPatient.includes(id))).toEqual([reportId, ofPatient[0]]);
    expect(await reportOf(patient, reportId)).toMatchObject({
      status: 'Pending',
      progress: 'queued',
      review: null,
      reviewLanguage: null,
      expert: null,
      reviewedAt: null,
      amendedAt: null,
      takenBackAt: expect.any(String),
      translations: [],
      version: 3,
      versions: [
        { number: 1, kind: 'review', review: null, translations: [] },
        { number: 2, kind: 'correction', review: null, translations: [] },
        { number: 3, kind: 'takenBack', review: null, reason: null, reasonCode: 'wrongReport' },
      ],
    });
    expect(idsOf((await callApi(ofExpert, { token: author.token })).json)).not.toContain(reportId);
  });

  test('shows its patient and every expert none of its words on pages, in calls, e-mails or archives', async () => {
    for (const who of [patient, author, translator, await an.expert(), await an.unapprovedExpert()])
      expect(canariesIn(await readAll(who, patient, reportId))).toEqual([]);
    expect(canariesIn(await archiveOf(patient))).toEqual([]);
    expect(canariesIn(JSON.stringify(await clinic.emails()))).toEqual([]);
  });

  test('stays in its author’s archive, without the patient', async () => {
    const archive = await archiveOf(author);
    expect(canariesIn(archive)).toEqual([words[0], words[1], words[3]]);
    for (const own of [patient.id, patient.email, patient.lastName]) expect(archive).not.toContain(own);
    expect(canariesIn(await archiveOf(translator))).toEqual([words[2]]);
  });

  test('is found by admins, with its words and their translations', async () => {
    expect(canariesIn(await readAll(admin, patient, reportId))).toEqual(words);
    expect(await reportOf(admin, reportId)).toMatchObject({
      review: null,
      versions: [
        { review: words[0] },
        { review: words[1], translations: [{ language: 'ta', review: words[2] }] },
        { review: null, reason: words[3], expert: { _id: author.id } },
      ],
    });
  });

  test('is announced by e-mail to its patient and to the admins, who get a case number', async () => {
    const number = `${reportId.slice(0, 4)}-${reportId.slice(4, 8)}`.toUpperCase();
    // E-mails that wait together are sent at the same time, in no order.
    expect(await clinic.emails(admin.email)).toContainEqual(
      expect.objectContaining({
        subject: 'A review was taken back',
        text: expect.stringContaining(number),
      }),
    );
    const toPatient = await clinic.emails(patient.email);
    expect(toPatient.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/[\u0b80-\u0bff]/));
    for (const { text } of await clinic.emails(admin.email))
      for (const own of [patient.firstName, patient.lastName, patient.email, 'Blood'])
        expect(text).not.toContain(own);
    const lines = await db().select().from(audit).where(eq(audit.objectId, reportId));
    expect(lines.filter(({ action }) => action === 'review.takenBack')).toMatchObject([
      { actorId: author.id },
    ]);
  });

  test('stays hidden when another doctor’s review is corrected and translated', async () => {
    const colleague = await an.expert();
    await sendReview({ reportId, token: colleague.token, review: 'The right words' });
    expect(await reportOf(patient, reportId)).toMatchObject({
      status: 'Reviewed',
      review: 'The right words',
      version: 4,
      takenBackAt: null,
      translations: [],
    });
    expect(idsOf((await callApi(toTranslate, { token: translator.token })).json)).toContain(reportId);
    // A translation of an earlier version is refused, with or without that version's number.
    for (const version of [undefined, 1, 2, 3])
      expect((await translate(translator, reportId, words[2] ?? '', version)).status).toBe(409);
    expect((await translate(translator, reportId, 'The right words in Tamil', 4)).status).toBe(200);
    await amendReviewOf(colleague, reportId, { kind: 'addition', text: 'And more', version: 4 });
    const all = await readAll(patient, patient, reportId);
    expect(all).toContain('The right words in Tamil');
    for (const who of [patient, colleague, author, translator])
      expect(canariesIn(await readAll(who, patient, reportId))).toEqual([]);
    expect(canariesIn(await archiveOf(patient))).toEqual([]);
    expect(canariesIn(await archiveOf(colleague))).toEqual([]);
    expect((await reportOf(patient, reportId)).versions).toMatchObject([
      { number: 1, review: null },
      { number: 2, review: null },
      { number: 3, review: null },
      { number: 4, kind: 'review', review: 'The right words', expert: { _id: colleague.id } },
      { number: 5, kind: 'addition', review: 'And more' },
    ]);
    expect(canariesIn(await readAll(admin, patient, reportId))).toEqual(words);
  });

  test('refuses a translation begun before', async () => {
    const { status, json } = await translate(translator, reportId, 'Late', 2);
    expect([status, json.message]).toEqual([409, 'Someone has already translated this review']);
  });

  test('leaves its patient free to withdraw the consent', async () => {
    expect((await withdrawConsentFor(patient, reportId)).status).toBe(200);
    expect((await takeBackOf(author, reportId, 2)).status).toBe(404);
    expect((await giveConsentFor(patient, reportId)).status).toBe(200);
    expect(canariesIn(await readAll(patient, patient, reportId))).toEqual([]);
  });
});

test('a translation is refused if the review is corrected meanwhile, and nothing is shown', async () => {
  const patient = await a.patient();
  await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
  const reportId = (await aReportOf(patient))._id;
  await sendReview({ reportId, token: author.token, review: 'Take 500 mg' });
  await translate(translator, reportId, '500', 1);
  expect(await reportOf(patient, reportId)).toMatchObject({ translations: [{ review: '500' }] });
  await amendReviewOf(author, reportId, { text: 'Take 50 mg' });
  expect(await reportOf(patient, reportId)).toMatchObject({
    translations: [],
    versions: [{ review: 'Take 500 mg', translations: [{ review: '500' }] }, { translations: [] }],
  });
  expect(idsOf((await callApi(toTranslate, { token: translator.token })).json)).toContain(reportId);
  const late = await translate(translator, reportId, '500 again');
  expect([late.status, late.json]).toMatchObject([
    409,
    { code: 'outdated', message: 'This review has changed in the meantime. Please read it again.' },
  ]);
  const [first, second] = await Promise.all([
    translate(translator, reportId, '50', 2),
    amendReviewOf(author, reportId, { text: 'Take 5 mg', version: 2 }),
  ]);
  expect(second.status).toBe(200);
  expect([200, 409]).toContain(first.status);
  expect(await reportOf(patient, reportId)).toMatchObject({ review: 'Take 5 mg', translations: [] });
});

describe('an admin', () => {
  const takeBackFor = ({ token }: Somebody, reportId: string, changes: object = {}) =>
    callApi(takeBackReview, {
      method: 'POST',
      token,
      params: { reportId },
      body: { reasonCode: 'wrongReport', reason: 'Its author has left', version: 1, ...changes },
    });

  test('takes back a review for its author, with a reason and without a text', async () => {
    const patient = await a.patient();
    const reportId = (await aReportOf(patient))._id;
    expect((await takeBackFor(admin, reportId, { version: 0 })).status).toBe(409);
    await sendReview({ reportId, token: author.token, review: words[0] ?? '' });
    for (const who of [author, patient, await an.expert(), await an.unapprovedExpert()])
      expect((await takeBackFor(who, reportId)).status).toBe(403);
    const none = await takeBackFor(admin, reportId, { reason: ' ' });
    expect([none.status, none.json.errors]).toEqual([422, { reason: 'Please explain in a few words' }]);
    expect((await takeBackFor(admin, reportId, { version: 2 })).json.code).toBe('outdated');
    const otherAdmin = await an.admin();
    const answers = await Promise.all([takeBackFor(admin, reportId), takeBackOf(author, reportId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(canariesIn(await readAll(patient, patient, reportId))).toEqual([]);
    const subjects = (await clinic.emails(otherAdmin.email)).map(({ subject }) => subject);
    expect(subjects).toContain('A review was taken back');
    expect((await takeBackFor(admin, reportId, { version: 2 })).json.message).toBe(
      'This review has already been taken back.',
    );
    expect((await takeBackFor(admin, 'nothing')).status).toBe(404);
  });
});
