import { beforeAll, describe, expect, test } from 'vitest';
import { findUnprintedNumbers } from '~/domain/comparison/number-hints';
import { toPlainSpelling } from '~/domain/comparison/word-lexicon';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import * as numbersRoute from '~/routes/files/report-numbers';
import { pdfOf } from '../../fixtures/pdf.mjs';
import ownPairs from '../../fixtures/report-number-pairs.json' with { type: 'json' };
import blindPairs from '../../fixtures/report-number-pairs-blind.json' with { type: 'json' };
import { claimFor, saveDraftFor } from '../../support/claims';
import { a, an, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { type LaboratoryReport, laboratoryPdf } from '../../support/laboratory-papers';
import { tokenFor, withToken } from '../../support/page-forms';
import { toFile } from '../../support/pages';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { getPage, openFile, postPage } from '../../support/requests';

let patient: Somebody;
let doctor: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, doctor] = await Promise.all([a.patient(), an.expert()]);
});

const text = (words: string) => `BT /F1 14 Tf 60 760 Td (${words}) Tj ET`;

/** Sends a report of the patient. */
const aReport = async (content: Buffer, description?: string) =>
  (await aReportOf(patient, { file: toFile(content, 'report.pdf'), description }))._id;

/** Asks for the numbers of a report like the script of its page. */
async function askNumbers(reportId: string, { cookie }: Pick<Somebody, 'cookie'> = doctor) {
  const answer: unknown = await openFile(numbersRoute, {
    method: 'POST',
    path: `/dashboard/report-numbers/${reportId}`,
    params: { reportId },
    cookie,
    body: withToken({}, await tokenFor({ name: 'report.readNumbers' }, cookie)),
    headers: { Origin: origin },
  });
  const { status, headers } = answer as Response;
  const { numbers } = status === 200 ? await (answer as Response).json() : { numbers: undefined };
  return { status, headers, numbers: numbers as string[] | null | undefined };
}

type Pair = { report: string; review: string; hints: string[] };

test('of altered numbers at least 95 in 100 are hinted, and of right reviews at most 5 get a hint', async () => {
  const pairs: Pair[] = [...blindPairs, ...ownPairs];
  const printed = new Map<string, string[]>();
  for (const name of new Set(pairs.map(({ report }) => report))) {
    const { numbers } = await askNumbers(await aReport(laboratoryPdf(name as LaboratoryReport), name));
    printed.set(name, numbers ?? []);
  }
  const judged = pairs.map(({ report, review, hints }) => ({
    found: findUnprintedNumbers(review, printed.get(report) ?? []),
    hints: hints.map(toPlainSpelling),
  }));
  const altered = judged.flatMap(({ found, hints }) => hints.map((hint) => found.includes(hint)));
  const right = judged.filter(({ hints }) => hints.length === 0);
  const shares = {
    hinted: altered.filter(Boolean).length / altered.length,
    rightWithHint: right.filter(({ found }) => found.length > 0).length / right.length,
    wrongHints: judged.flatMap(({ found, hints }) => found.filter((number) => !hints.includes(number))),
  };
  expect([pairs.length, altered.length, right.length]).toEqual([60, 43, 26]);
  expect(shares.hinted).toBeGreaterThanOrEqual(0.95);
  expect(shares.rightWithHint).toBeLessThanOrEqual(0.05);
  expect(shares.wrongHints).toEqual([]);
});

describe('nothing is said about a report', () => {
  const picture = (width: number, height: number) =>
    `q ${width} 0 0 ${height} 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q`;
  const unnamed = [
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1] /CharProcs << /x 8 0 R >> /Encoding << /Type /Encoding /Differences [65 /x] >> >>',
    '<< /Length 13 >>\nstream\n1 0 0 0 9 9 d1\nendstream',
  ];
  const comment = '<< /Type /Annot /Subtype /FreeText /Rect [9 9 99 99] /Contents (8.1) /DA (/F1 9 Tf) >>';
  test.each<[string, Buffer]>([
    ['that is a scan with text recognised behind it', pdfOf([`${picture(595, 700)} 3 Tr ${text('Hb 7.9')}`])],
    ['with a page that is a picture', pdfOf([text('Hb 7.9'), picture(500, 700)])],
    ['with a table that is a picture', pdfOf([`${text('Hb 7.9')} ${picture(500, 300)}`])],
    ['whose letters are drawn lines', pdfOf(['9 9 m 99 99 l S'])],
    ['with text that is not drawn', pdfOf([`${text('Hb 7.9')} 3 Tr ${text('Hb 9.7')}`])],
    ['with a note written on it', pdfOf([text('Hb 7.9')], { page: `/Annots [${comment}]` })],
    [
      'with characters that the file does not name',
      pdfOf([`${text('Hb 7.9')} BT /F3 9 Tf 9 9 Td (A) Tj ET`], {
        fonts: '/F3 7 0 R',
        extraObjects: unnamed,
      }),
    ],
    [
      'with a file inside it',
      pdfOf([text('Hb 7.9')], {
        catalog: '/Names << /EmbeddedFiles 7 0 R >>',
        extraObjects: [
          '<< /Names [(a.txt) 8 0 R] >>',
          '<< /Type /Filespec /F (a.txt) /EF << /F 9 0 R >> >>',
          '<< /Type /EmbeddedFile /Length 4 >>\nstream\nabcd\nendstream',
        ],
      }),
    ],
  ])('%s', async (description, content) => {
    expect(await askNumbers(await aReport(content, description))).toMatchObject({
      status: 200,
      numbers: null,
    });
  });

  test('that is a photo, or to which a photo was added', async () => {
    const { _id: photo } = await aReportOf(patient, { file: 'rash.png' });
    expect((await askNumbers(photo)).numbers).toBeNull();
    const paper = toFile(laboratoryPdf('lipids'), 'lipids.pdf');
    const { _id } = await aReportAskedBy(doctor, patient, { kind: 'detail', text: 'Since when?' }, paper);
    await answerTo(patient, _id, { files: ['xray.jpg'] });
    expect((await askNumbers(_id)).numbers).toBeNull();
  });

  test('except with a letterhead and a signature', async () => {
    const content = pdfOf([`${text('Hb 7.9')} ${picture(500, 90)} ${picture(90, 40)}`]);
    expect((await askNumbers(await aReport(content, 'Letterhead'))).numbers).toEqual(['7.9']);
  });
});

describe('the numbers of a report', () => {
  test('are given to the doctor who may write its review alone', async () => {
    const reportId = await aReport(laboratoryPdf('liver'), 'Alone');
    const [otherDoctor, admin, unapproved] = await Promise.all([
      an.expert(),
      an.admin(),
      an.unapprovedExpert(),
    ]);
    const statusFor = async (viewer: Pick<Somebody, 'cookie'>) => (await askNumbers(reportId, viewer)).status;
    expect(await statusFor(otherDoctor)).toBe(200);
    await claimFor(doctor, reportId);
    expect(await statusFor(doctor)).toBe(200);
    for (const viewer of [otherDoctor, patient, admin, unapproved, { cookie: '' }])
      expect(await statusFor(viewer)).not.toBe(200);
  });

  test('are given after the review to its author alone', async () => {
    const { _id } = await aReviewedReportOf(patient, doctor);
    expect((await askNumbers(_id)).status).toBe(200);
    expect((await askNumbers(_id, await an.expert())).status).toBe(404);
  });

  test('stay with the browser only as long as its page', async () => {
    const { headers } = await askNumbers(await aReport(laboratoryPdf('fever'), 'Unstored'));
    expect(headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('without script', () => {
  const saveAndStay = (reportId: string, review: string) =>
    postPage(listPage, {
      path: '/dashboard/pending-report/draft?reportType=Blood+Test',
      params: { part: 'draft' },
      cookie: doctor.cookie,
      fields: { reportId, review, language: 'en', numbers: 'yes' },
    });
  const openAt = async (path: string, reportId: string, cookie = doctor.cookie) => {
    const { data } = await getPage(addReviewPage, { path, params: { reportId }, cookie });
    return (data as { unprintedNumbers?: string[] }).unprintedNumbers;
  };

  test('a press saves the draft, and the page names its numbers', async () => {
    const reportId = await aReport(laboratoryPdf('diabetes'), 'No script');
    await claimFor(doctor, reportId);
    const { location } = await saveAndStay(reportId, 'HbA1c 9.7 %, sugar 148.');
    expect(location).toBe(`/dashboard/add-review/${reportId}?reportType=Blood+Test&numbers=on`);
    expect(await openAt(location ?? '', reportId)).toEqual(['9.7']);
    expect(await openAt(`/dashboard/add-review/${reportId}`, reportId)).toBeUndefined();
  });

  test('the page of a report that another doctor reads names none', async () => {
    const reportId = await aReport(laboratoryPdf('diabetes'), 'Taken');
    const other = await an.expert();
    await saveDraftFor(other, reportId, 'HbA1c 9.7 %');
    await claimFor(doctor, reportId);
    expect(
      await openAt(`/dashboard/add-review/${reportId}?numbers=on`, reportId, other.cookie),
    ).toBeUndefined();
  });
});
