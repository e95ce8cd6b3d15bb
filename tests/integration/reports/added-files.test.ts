import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { questions, reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as image from '~/routes/files/image';
import * as pageOfFile from '~/routes/files/page';
import * as raw from '~/routes/files/raw';
import { deleteAccountOf } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { jpegOf } from '../../support/padded';
import { answerTo, aReportAskedBy, askAbout } from '../../support/questions';
import { sendReview } from '../../support/reports';
import { apiRoute, openFile, type RouteModule } from '../../support/requests';
import { readStoredFixture } from '../../support/stored-fixture';
import { deleteByApi, reportsOf } from '../../support/visits';
import { unzip } from '../../support/zip';

let patient: Somebody;
let expert: Somebody;
let colleague: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert, colleague] = [await a.patient(), await an.expert(), await an.expert()];
});

const stored = async () => (await clinic.storedFiles()).length;
const get = (module: RouteModule, { token }: Somebody, params: Record<string, string>) =>
  openFile(module, { token, params });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const statusOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

/** Makes a report of two pages, then adds a photo and a PDF of two pages. */
async function aWholeReport(who = patient) {
  const { _id } = await aReportAskedBy(expert, who, { kind: 'unreadable', pages: [2] }, 'two-pages.pdf');
  const { status } = await answerTo(who, _id, { files: ['rash.png', 'two-pages.pdf'] });
  expect(status).toBe(200);
  return _id;
}

describe('files that were added', () => {
  let reportId: string;
  beforeAll(async () => {
    reportId = await aWholeReport();
  });

  test('open under their number, as stored, for every reader of the report', async () => {
    for (const who of [patient, expert, colleague, await an.admin()]) {
      const picture = await get(image, who, { reportId, number: '2' });
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
      expect((await bytesOf(picture)).equals(await readStoredFixture('rash.png'))).toBe(true);
      const pdf = await get(raw, who, { reportId, number: '3' });
      expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
      expect((await bytesOf(pdf)).equals(await readStoredFixture('two-pages.pdf'))).toBe(true);
      expect(await statusOf(get(raw, who, { reportId, number: '1' }))).toBe(200);
      expect(await statusOf(get(raw, who, { reportId }))).toBe(200);
    }
    for (const number of ['0', '4', '-2', 'two']) {
      expect(await statusOf(get(raw, patient, { reportId, number }))).toBe(404);
      expect(await statusOf(get(image, patient, { reportId, number }))).toBe(404);
    }
    expect(await statusOf(get(image, patient, { reportId, number: '3' })), 'a PDF is no image').toBe(404);
  });

  test('do not open for anyone else', async () => {
    for (const who of [await a.patient(), await an.unapprovedExpert(), await an.suspendedExpert()]) {
      for (const number of ['2', '3'])
        expect(await statusOf(get(number === '2' ? image : raw, who, { reportId, number }))).toBe(404);
      expect(await statusOf(get(pageOfFile, who, { reportId, page: '3' }))).toBe(404);
    }
  });

  test('continue the numbers of the pages before them', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '4', '5'].map(async (page) => {
        const answer = await get(pageOfFile, expert, { reportId, page });
        return { status: answer.status, tag: answer.headers.get('ETag'), bytes: await bytesOf(answer) };
      }),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(pages.map(({ tag }) => tag)).size).toBe(5);
    // The last file has the same content as the first.
    expect(pages[3]?.bytes.equals(pages[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(pages[4]?.bytes.equals(pages[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(pages[2]?.bytes.equals(pages[0]?.bytes ?? Buffer.alloc(0))).toBe(false);
    expect(await statusOf(get(pageOfFile, expert, { reportId, page: '6' }))).toBe(404);
  });

  test('are closed to other experts while the report is held, with its pages and first file', async () => {
    const { _id } = await aReportAskedBy(expert, patient, { kind: 'otherPerson' }, 'rash.png');
    await answerTo(patient, _id, { files: ['rash.png'] });
    const all: [RouteModule, Record<string, string>][] = [
      [image, { reportId: _id }],
      [image, { reportId: _id, number: '2' }],
      [pageOfFile, { reportId: _id, page: '1' }],
      [pageOfFile, { reportId: _id, page: '2' }],
    ];
    for (const [module, params] of all) {
      expect(await statusOf(get(module, colleague, params))).toBe(404);
      for (const who of [expert, patient]) expect(await statusOf(get(module, who, params))).toBe(200);
    }
  });

  test('are known to the sweep', async () => {
    const rows = await db().select().from(reportFiles).where(eq(reportFiles.reportId, reportId));
    const names = rows.map(({ fileName }) => fileName);
    expect(names).toHaveLength(2);
    expect([...(await findKnownFiles([...names, 'nobodys']))].sort()).toEqual(names.sort());
  });

  test('are in the archive of their patient’s data, with questions and answers', async () => {
    const her = await a.patient();
    const { _id } = await aReportAskedBy(expert, her, { kind: 'detail', text: 'Since when <b>?' });
    await answerTo(her, _id, { text: 'Since the monsoon', files: ['rash.png', 'two-pages.pdf'] });
    const answer = await openFile(apiRoute('profile/export-data'), {
      method: 'POST',
      token: her.token,
      body: { password },
    });
    const files = unzip(await bytesOf(answer));
    const data = JSON.parse(String(files.get('my-data.json')));
    const [report] = data.reports;
    expect(report.questions).toMatchObject([{ text: 'Since when <b>?', answer: 'Since the monsoon' }]);
    expect(report.files).toMatchObject([{ number: 2 }, { number: 3 }]);
    const added = report.files.map(({ file }: { file: string }) => files.get(file));
    expect(added[0].equals(await readStoredFixture('rash.png'))).toBe(true);
    expect(added[1].equals(await readStoredFixture('two-pages.pdf'))).toBe(true);
    const page = String(files.get('index.html'));
    for (const words of ['Since when &lt;b&gt;?', 'Since the monsoon', 'The doctor has a question.'])
      expect(page).toContain(words);
    for (const { file } of report.files) expect(page).toContain(encodeURIComponent(file.split('/')[1]));
  });
});

describe('the files and questions of a report', () => {
  let before: number;
  beforeEach(async () => {
    before = await stored();
  });

  test('are deleted with the report', async () => {
    const reportId = await aWholeReport();
    expect((await deleteByApi(patient, reportId)).status).toBe(200);
    expect(await stored()).toBe(before);
    for (const table of [reportFiles, questions])
      expect(await db().select().from(table).where(eq(table.reportId, reportId))).toEqual([]);
  });

  test('are deleted with the account', async () => {
    const her = await a.patient();
    const reportId = await aWholeReport(her);
    expect((await deleteAccountOf(her)).status).toBe(200);
    expect(await stored()).toBe(before);
    expect(await db().select().from(reportFiles).where(eq(reportFiles.reportId, reportId))).toEqual([]);
  });

  test('are deleted if the report is deleted while an answer arrives, in either order', async () => {
    for (let at = 0; at < 8; at += 1) {
      const { _id } = await aReportAskedBy(expert, patient);
      const [answered, deleted] = await Promise.all([
        answerTo(patient, _id, { files: ['rash.png'] }),
        deleteByApi(patient, _id),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(answered.status);
      expect(await stored()).toBe(before);
      expect(await db().select().from(reports).where(eq(reports.id, _id))).toEqual([]);
    }
  });

  test('keep a row for every file if a review and an answer arrive at once', async () => {
    for (let at = 0; at < 6; at += 1) {
      const { _id } = await aReportAskedBy(expert, patient);
      const [answered, reviewed] = await Promise.all([
        answerTo(patient, _id, { files: ['rash.png'] }),
        sendReview({ reportId: _id, token: expert.token, review: 'All is well' }),
      ]);
      expect(reviewed.status).toBe(200);
      expect([200, 409]).toContain(answered.status);
      const rows = await db().select().from(reportFiles).where(eq(reportFiles.reportId, _id));
      expect(rows).toHaveLength(answered.status === 200 ? 1 : 0);
      const namedFiles = await findKnownFiles(
        (await clinic.storedFiles()).map((path) => path.split('/').at(-1) ?? ''),
      );
      expect(namedFiles.size).toBe(await stored());
    }
  });
});

describe('an answer with several files', () => {
  test('holds ten in their order, and not eleven', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    const before = await stored();
    const eleven = await answerTo(patient, _id, { files: Array(11).fill('rash.png') });
    expect([eleven.status, eleven.json.errors]).toEqual([
      422,
      { files: 'Please send at most 10 files at a time.' },
    ]);
    expect(await stored()).toBe(before);
    const files = Array.from({ length: 10 }, (_, at) => (at % 2 ? 'rash.png' : 'two-pages.pdf'));
    expect((await answerTo(patient, _id, { files })).status).toBe(200);
    const { json } = await reportsOf(patient.id, patient);
    const [report] = (json.data as { _id: string; files: { pages: number }[] }[]).filter(
      (one) => one._id === _id,
    );
    expect(report?.files.map(({ pages }) => pages)).toEqual([2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
  });

  test('is refused whole if one cannot be opened, which is named', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    const before = await stored();
    const cases: [string, number, RegExp][] = [
      ['truncated.jpg', 422, /^File 2: This file is incomplete/],
      ['archive.zip', 415, /^File 2: We cannot open this kind of file/],
      ['locked.pdf', 422, /^File 2: This PDF is locked/],
    ];
    for (const [bad, status, words] of cases) {
      const answer = await answerTo(patient, _id, { text: 'Two', files: ['rash.png', bad, 'rash.png'] });
      expect([answer.status, answer.json.errors?.files]).toEqual([status, expect.stringMatching(words)]);
    }
    expect(await stored()).toBe(before);
    expect(await db().select().from(reportFiles).where(eq(reportFiles.reportId, _id))).toEqual([]);
    expect((await answerTo(patient, _id, { files: ['rash.png'] })).status).toBe(200);
  });

  test('is refused whole if they are too large together', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    const before = await stored();
    // The second size is more than twice the limit of a request.
    for (const megabytes of [13, 27]) {
      const large = await jpegOf(megabytes * 1024 * 1024);
      const { status, json } = await answerTo(patient, _id, { files: ['rash.png', large, large] });
      expect([status, json.errors]).toEqual([
        413,
        { files: 'Together, the files are larger than 25 MB. Please send fewer or smaller ones.' },
      ]);
    }
    expect(await stored()).toBe(before);
  });

  test('stores a photo of a phone as a JPEG', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    expect((await answerTo(patient, _id, { files: ['phone.heic', 'rash.png'] })).status).toBe(200);
    const rows = await db().select().from(reportFiles).where(eq(reportFiles.reportId, _id));
    expect(rows.map(({ mediaType, originalName }) => [mediaType, originalName]).sort()).toEqual([
      ['image/jpeg', 'phone.jpg'],
      ['image/png', 'rash.png'],
    ]);
  });

  test('continues the numbers after a second question', async () => {
    const reportId = await aWholeReport();
    await askAbout(expert, reportId, { kind: 'unreadable', pages: [5] });
    expect((await answerTo(patient, reportId, { files: ['rash.png'] })).status).toBe(200);
    const rows = await db().select().from(reportFiles).where(eq(reportFiles.reportId, reportId));
    expect(rows.map(({ number }) => number).sort()).toEqual([2, 3, 4]);
  });
});
