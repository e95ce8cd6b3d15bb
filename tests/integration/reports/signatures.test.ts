import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, reviewVersions, translations } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { postSettings } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { amendReviewOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, openFile } from '../../support/requests';
import { aShareOf, openShareBy } from '../../support/shares';
import { checkCode, codeOfSummary } from '../../support/summaries';
import { unzip } from '../../support/zip';

clinicForFile();

const then = {
  registrationNumber: 'MMC/2011/04217',
  council: 'Maharashtra Medical Council',
  qualification: 'MD (Radiology)',
};
const now = { registrationNumber: 'KMC/2026/1', council: 'Karnataka Medical Council', qualification: 'DM' };
const none = { council: null, qualification: null };

let patient: Somebody;
let author: Somebody;
let translator: Somebody;
let reportId: string;
const set = ({ id }: Somebody, columns: Partial<typeof users.$inferInsert>) =>
  execute(db().update(users).set(columns).where(eq(users.id, id)));

beforeEach(async () => {
  [patient, author, translator] = [await a.patient(), await an.expert(), await an.expert()];
  for (const doctor of [author, translator]) await set(doctor, then);
  await set(patient, { language: 'ta' });
  await postSettings(translator, 'languages', { en: 'on', ta: 'on' });
  reportId = (await aReviewedReportOf(patient, author))._id;
});

const translate = (version: number) =>
  callApi(apiRoute('report/add-translation'), {
    method: 'POST',
    token: translator.token,
    params: { reportId },
    body: { review: 'எல்லாம் நலம்', version },
  });

type Signed = Record<string, unknown>;
type SignedReport = {
  expert: Signed;
  translations: { expert: Signed }[];
  versions: { expert: Signed }[];
};
const readReport = async () => {
  const { json } = await callApi(apiRoute('report/get-report'), {
    token: patient.token,
    params: { reportId },
  });
  return json.data as SignedReport;
};

test('an answer keeps the credentials of its day in every reading, whatever its doctors change', async () => {
  expect((await translate(1)).status).toBe(200);
  const code = await codeOfSummary(patient, reportId);
  const link = await aShareOf(patient, [reportId]);
  for (const doctor of [author, translator]) await set(doctor, now);
  const report = await readReport();
  expect(report.expert).toMatchObject(then);
  expect(report.translations[0]?.expert).toMatchObject(then);
  const checked = (await checkCode(code)).data;
  expect([checked?.review, checked?.translations[0]]).toMatchObject([then, then]);
  const shared = (await openShareBy(link)).json.data as { reports: SignedReport[] };
  expect(shared.reports[0]).toMatchObject({ review: then, translations: [then] });
  const archive = await openFile(apiRoute('profile/export-data'), {
    method: 'POST',
    token: patient.token,
    body: { password },
  });
  const text = unzip(Buffer.from(await archive.arrayBuffer()))
    .get('my-data.json')
    ?.toString('utf8');
  const { registrationNumber: registration, ...credentials } = then;
  expect(JSON.parse(text ?? '').reports[0].expert).toMatchObject({ registration, ...credentials });
});

test('each version has the credentials of its own day', async () => {
  await set(author, now);
  expect((await amendReviewOf(author, reportId, { text: 'All is really well' })).status).toBe(200);
  const { versions } = await readReport();
  expect(versions.map(({ expert }) => expert)).toMatchObject([then, now]);
});

test('a text of before credentials were kept shows none, nor those of an earlier text', async () => {
  await translate(1);
  await amendReviewOf(author, reportId, { text: 'All is really well' });
  // An older server that writes a text leaves the column as it was.
  for (const leftOver of [
    null,
    { ...then, expertId: translator.id },
    { ...then, expertId: author.id, registrationNumber: 'MMC/1999/1' },
  ]) {
    const columns = { expertCredentials: leftOver };
    await execute(db().update(reports).set(columns).where(eq(reports.id, reportId)));
    await execute(db().update(reviewVersions).set(columns).where(eq(reviewVersions.reportId, reportId)));
    const { expert, versions } = await readReport();
    const { registrationNumber } = then;
    expect(expert).toMatchObject({ registrationNumber, ...none });
    for (const version of versions) expect(version.expert).toMatchObject(none);
  }
  const columns = { expertCredentials: { ...then, expertId: author.id } };
  await execute(db().update(translations).set(columns).where(eq(translations.reportId, reportId)));
  expect((await readReport()).translations.every(({ expert }) => expert.council === null)).toBe(true);
});
