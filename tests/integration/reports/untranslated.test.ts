import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeTranslationDigests } from '~/domain/clinic/translation-digests.server';
import { emailTranslations } from '~/i18n/catalogues';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { translate as sentence } from '~/i18n/translate';
import * as homePage from '~/routes/dashboard/home';
import * as reportPage from '~/routes/dashboard/report';
import * as translatePage from '~/routes/dashboard/translate';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { amendReviewOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const hour = 3_600_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

let clinic: Clinic;
let author: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  author = await an.expert();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const chooseLanguage = ({ token }: Somebody, language: LanguageCode) =>
  callApi(apiRoute('profile/update-language'), { method: 'PUT', token, body: { language } });
const read = ({ token }: Somebody, ...languages: LanguageCode[]) =>
  callApi(apiRoute('profile/update-languages-read'), {
    method: 'PUT',
    token,
    body: Object.fromEntries(languageCodes.map((code) => [code, languages.includes(code)])),
  });

const changeStatus = async (to: 'suspend' | 'restore', { id }: Somebody) =>
  callApi(apiRoute(`expert/${to}-expert`), {
    method: 'POST',
    token: (await an.admin()).token,
    body: { expertId: id, reason: 'Registration is checked again' },
  });

async function aPatientWhoReads(language: LanguageCode) {
  const patient = await a.patient();
  await chooseLanguage(patient, language);
  return patient;
}
async function aDoctorWhoReads(...languages: LanguageCode[]) {
  const doctor = await an.expert();
  await read(doctor, ...languages);
  return doctor;
}

/** Reads the note on an untranslated review from the page of the report. */
async function untranslatedOf({ cookie }: Somebody, reportId: string) {
  const page = await getPage(reportPage, {
    path: `/dashboard/report/${reportId}`,
    params: { reportId },
    cookie,
  });
  return (page.data as { own: { untranslated?: object } }).own.untranslated;
}
const homeOf = async ({ cookie }: Somebody) =>
  (
    (await getPage(homePage, { path: '/dashboard/home', cookie })).data as {
      admin?: { untranslated: object[] };
    }
  ).admin?.untranslated;
async function digestsTo({ email }: Somebody) {
  await writeTranslationDigests();
  const emails = await clinic.emails(email);
  return emails.filter(({ text }) => text.includes('/dashboard/translate')).map(({ subject }) => subject);
}
const translate = ({ cookie }: Somebody, reportId: string, version = '1') =>
  postPage(translatePage, {
    path: `/dashboard/translate/${reportId}`,
    params: { reportId },
    cookie,
    fields: { review: 'అంతా బాగుంది', version },
  });

describe('the note to a patient on a review in another language', () => {
  test('depends on the doctors who can translate it now', async () => {
    const patient = await aPatientWhoReads('te');
    const { _id } = await aReviewedReportOf(patient, author);
    const expectReaders = async (readers: string) =>
      expect(await untranslatedOf(patient, _id)).toEqual({ from: 'en', to: 'te', readers });
    await expectReaders('none');
    await aDoctorWhoReads('te', 'hi');
    await expectReaders('to');
    const translator = await aDoctorWhoReads('en', 'te');
    await expectReaders('both');
    await changeStatus('suspend', translator);
    await expectReaders('to');
    const newcomer = await an.unapprovedExpert();
    await read(newcomer, 'en', 'te');
    await expectReaders('to');
  });

  test('ends with the translation, sent by e-mail, and returns with a changed text', async () => {
    const patient = await aPatientWhoReads('te');
    const translator = await aDoctorWhoReads('en', 'te');
    const { _id } = await aReviewedReportOf(patient, author);
    expect((await translate(translator, _id)).toast?.type).toBe('success');
    expect((await clinic.emails(patient.email)).map(({ subject }) => subject)).toContain(
      emailTranslations.te['translationReady.subject'],
    );
    expect(await untranslatedOf(patient, _id)).toBeUndefined();
    later(1000);
    await amendReviewOf(author, _id, { text: 'All is very well' });
    expect(await untranslatedOf(patient, _id)).toMatchObject({ readers: 'both' });
  });

  test('is absent if the account uses the language of the review', async () => {
    const patient = await a.patient();
    const { _id } = await aReviewedReportOf(patient, author);
    expect(await untranslatedOf(patient, _id)).toBeUndefined();
  });
});

describe('doctors who can translate', () => {
  test('get an e-mail with only the number, at most once a day', async () => {
    const patient = await aPatientWhoReads('te');
    const translator = await aDoctorWhoReads('en', 'te', 'hi');
    const [half, bilingual] = [await aDoctorWhoReads('te'), await aDoctorWhoReads('te', 'hi')];
    expect(await digestsTo(translator)).toEqual([]);
    const first = await aReviewedReportOf(patient, author, 'Rare words');
    await aReviewedReportOf(await aPatientWhoReads('hi'), author);
    await aReviewedReportOf(await aPatientWhoReads('ta'), author);
    const waitingDigest = ['2 reviews are waiting for a translation'];
    expect(await digestsTo(translator)).toEqual(waitingDigest);
    const letter = (await clinic.emails(translator.email)).at(-1);
    for (const word of [patient.firstName, patient.lastName, 'Blood', 'Rare', first._id, 'Telugu'])
      expect(`${letter?.subject} ${letter?.text} ${letter?.html}`).not.toContain(word);
    later(24 * hour - 1000);
    await aReviewedReportOf(patient, author);
    expect(await digestsTo(translator), 'none within the day').toEqual(waitingDigest);
    later(1000);
    await Promise.all([writeTranslationDigests(), writeTranslationDigests()]);
    expect(await digestsTo(translator)).toEqual([
      ...waitingDigest,
      '3 reviews are waiting for a translation',
    ]);
    for (const doctor of [half, bilingual, author]) expect(await digestsTo(doctor)).toEqual([]);
  });

  test('get no e-mail if nothing waits for them, or while they may not translate', async () => {
    const patient = await aPatientWhoReads('te');
    const translator = await aDoctorWhoReads('en', 'te');
    const { _id } = await aReviewedReportOf(patient, author);
    await read(translator, 'en');
    expect(await digestsTo(translator), 'a doctor who removed the language from the settings').toEqual([]);
    await read(translator, 'en', 'te');
    await changeStatus('suspend', translator);
    expect(await digestsTo(translator)).toEqual([]);
    await changeStatus('restore', translator);
    expect((await translate(await aDoctorWhoReads('en', 'te'), _id)).toast?.type).toBe('success');
    expect(await digestsTo(translator)).toEqual([]);
  });
});

describe('an admin’s home', () => {
  test('counts the untranslated reviews by language, and marks those that no doctor reads', async () => {
    const admin = await an.admin();
    expect(await homeOf(admin)).toEqual([]);
    const [telugu, tamil] = [await aPatientWhoReads('te'), await aPatientWhoReads('ta')];
    for (const patient of [telugu, telugu, tamil]) await aReviewedReportOf(patient, author);
    await aDoctorWhoReads('en', 'ta');
    expect(await homeOf(admin)).toMatchObject([
      { to: 'ta', readers: 'both', reviews: 1 },
      { to: 'te', readers: 'none', reviews: 2 },
    ]);
    const hindi = await aReviewedReportOf(telugu, author);
    await amendReviewOf(author, hindi._id, { text: 'सब ठीक है', language: 'hi' });
    await aDoctorWhoReads('hi', 'te');
    expect(await homeOf(admin)).toMatchObject([
      { to: 'ta', readers: 'both', reviews: 1 },
      { from: 'en', to: 'te', readers: 'to', reviews: 2 },
      { to: 'te', readers: 'both', reviews: 1 },
    ]);
    expect(await homeOf(telugu)).toBeUndefined();
    expect(await homeOf(author)).toBeUndefined();
  });

  test('names the number of reviews and the language', () => {
    expect(sentence('en', 'toDo.untranslatedNoReader', { count: 4, language: 'Telugu' })).toBe(
      '4 reviews wait for a translation into Telugu; no doctor reads it.',
    );
  });
});
