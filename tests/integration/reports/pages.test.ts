import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as page from '~/routes/files/page';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { canary, planted } from '../../support/canaries';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { cornersOf, uprightCorners } from '../../support/corners';
import { formOf, sendPages, toFile } from '../../support/pages';
import { aReportOf, correctReportOf, countReports } from '../../support/reports';
import { apiRoute, openFile, postPage } from '../../support/requests';
import { isShort } from '../../support/short-form';
import { readStoredFixture } from '../../support/stored-fixture';
import { reportsOf } from '../../support/visits';
import { unzip } from '../../support/zip';

let patient: Somebody;
let doctor: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, doctor] = [await a.patient(), await an.expert()];
});

const bytesOf = async (opened: Promise<Response>) => {
  const answer = await opened;
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const pdfOf = (reportId: string, { token }: Somebody = patient) =>
  openFile(raw, { token, params: { reportId } });
const drawn = (reportId: string, number: number) =>
  bytesOf(openFile(page, { token: doctor.token, params: { reportId, page: String(number) } }));

const rowOf = async (reportId: string) => {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row) throw new Error('The report is missing');
  return row;
};
const contentOf = async (reportId: string) => {
  const { fileName, bytes } = await rowOf(reportId);
  const { stream } = await storage().open({ name: fileName, boundTo: reportId, bytes });
  return Buffer.concat(await stream.toArray());
};
const stored = async () => {
  await untilThumbnailsStored();
  return (await clinic.storedFiles()).length;
};

test('a JPEG on its side, a PNG and a HEIC become one report of three pages in order, upright', async () => {
  const { _id } = await aReportOf(patient, { file: 'phone.heic' });
  const upright = await contentOf(_id);
  const lying = await sharp(upright).rotate(270).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const png = await sharp(upright).resize(300).png().toBuffer();
  const before = await stored();
  const { status, report } = await sendPages(patient, [
    toFile(lying, 'a.jpg'),
    toFile(png, 'b.png'),
    'phone.heic',
  ]);
  expect([status, report]).toMatchObject([200, { resourceType: 'raw', pages: 3 }]);
  const answer = await pdfOf(report._id);
  expect(answer.headers.get('Content-Type')).toBe('application/pdf');
  await answer.body?.cancel();
  for (const number of [1, 2, 3])
    expect([number, await cornersOf(await drawn(report._id, number))]).toEqual([number, uprightCorners]);
  expect(await rowOf(report._id)).toMatchObject({
    mediaType: 'application/pdf',
    pages: 3,
    pagesCounted: true,
    originalName: 'a.pdf',
  });
  expect(await stored(), 'the PDF and its thumbnail').toBe(before + 2);
});

test('the metadata of photos is in no byte of the disk, a download or the archive', async () => {
  const her = await a.patient();
  // Other tests send each photo alone, so a sample is enough in the short form.
  const some = isShort ? planted.filter((_, at) => at % 4 === 0) : planted;
  const photos = some.map(({ kind, file }, at) => toFile(file, `${at}.${kind}`));
  for (let from = 0; from < photos.length; from += 20) {
    const together = photos.slice(from, from + 20);
    // A single photo would not test a set.
    const { status, report } = await sendPages(
      her,
      together.length > 1 ? together : [...together, 'rash.png'],
    );
    expect(status).toBe(200);
    await untilThumbnailsStored();
    const params = { reportId: report._id };
    const places = {
      disk: await contentOf(report._id),
      download: await bytesOf(pdfOf(report._id, her)),
      thumbnail: await bytesOf(openFile(thumbnail, { token: her.token, params })),
      page: await drawn(report._id, 1),
    };
    for (const [place, content] of Object.entries(places))
      expect([place, content.includes(canary)]).toEqual([place, false]);
  }
  const archive = openFile(apiRoute('profile/export-data'), {
    method: 'POST',
    token: her.token,
    body: { password },
  });
  const files = [...unzip(await bytesOf(archive))];
  expect(files.some(([name]) => name.endsWith('.pdf'))).toBe(true);
  expect(files.filter(([, content]) => content.includes(canary)).map(([name]) => name)).toEqual([]);
});

test('the pixels of an X-ray are those that were sent, alone and among others', async () => {
  const original = await readStoredFixture('xray.jpg');
  const alone = await sendPages(patient, ['xray.jpg'], { reportType: 'X-Ray' });
  expect((await contentOf(alone.report._id)).equals(original)).toBe(true);
  const { report } = await sendPages(patient, ['xray.jpg', 'rash.png'], { reportType: 'X-Ray' });
  const pdf = await contentOf(report._id);
  const from = pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  const points = (picture: Buffer) => sharp(picture).raw().toBuffer();
  const inPdf = await points(pdf.subarray(from, from + original.length));
  expect(inPdf.equals(await points(original))).toBe(true);
});

test('a single PDF or picture is stored byte for byte', async () => {
  for (const [name, resourceType] of [
    ['blood-test.pdf', 'raw'],
    ['rash.png', 'image'],
  ] as const) {
    const { report } = await sendPages(patient, [name]);
    expect(report).toMatchObject({ resourceType, pages: 1 });
    expect((await contentOf(report._id)).equals(await readStoredFixture(name))).toBe(true);
  }
});

describe('the same photos', () => {
  test('are the same report under the same key, and a different call in another order', async () => {
    const her = await a.patient();
    const before = (await countReports()) ?? 0;
    const first = await sendPages(her, ['rash.png', 'xray.jpg'], { key: 'two' });
    const again = await sendPages(her, ['rash.png', 'xray.jpg'], { key: 'two' });
    expect([first.status, again.status, again.report._id]).toEqual([200, 200, first.report._id]);
    expect((await sendPages(her, ['xray.jpg', 'rash.png'], { key: 'two' })).status).toBe(422);
    expect(await countReports()).toBe(before + 1);
  });

  test('are one report from the same form or a new one, and another report in another order', async () => {
    const her = await a.patient();
    const before = await stored();
    const photos = ['rash.png', 'xray.jpg'];
    for (const [submissionKey, files] of [
      ['one', photos],
      ['one', photos],
      ['two', photos],
      ['three', photos.toReversed()],
    ] as const) {
      const fields = await formOf([...files], { submissionKey });
      const { status } = await postPage(uploadPage, {
        path: '/dashboard/upload-report',
        cookie: her.cookie,
        fields,
      });
      expect(status).toBe(302);
    }
    const rows = await db().select().from(reports).where(eq(reports.patientId, her.id));
    expect(rows).toHaveLength(2);
    expect(await stored()).toBe(before + 4);
  });
});

describe('a flaw that makes a page hard to read', () => {
  const grey = (level: number, width = 1200, height = 1600) =>
    sharp({ create: { width, height, channels: 3, background: { r: level, g: level, b: level } } });
  /** Draws a page of lines like print, with sharp edges. */
  const printed = () => {
    const lines = Array.from(
      { length: 40 },
      (_, at) =>
        `<text x="60" y="${60 + at * 38}" font-size="34">Haemoglobin 9.1 g/dl, low, line ${at}</text>`,
    );
    return grey(250).composite([
      { input: Buffer.from(`<svg width="1200" height="1600">${lines.join('')}</svg>`) },
    ]);
  };

  test('is noted for each page, for its patient and for doctors', async () => {
    const sharpPage = await printed().jpeg().toBuffer();
    const blurred = await sharp(sharpPage).blur(14).jpeg().toBuffer();
    const dark = await sharp(sharpPage).linear(0.15, 0).jpeg().toBuffer();
    const small = await sharp(sharpPage).resize(500).jpeg().toBuffer();
    const photos = [sharpPage, blurred, dark, small].map((content, at) => toFile(content, `${at}.jpg`));
    const { report } = await sendPages(patient, photos);
    const notes = [
      { page: 2, note: 'blurred' },
      { page: 3, note: 'dark' },
      { page: 4, note: 'small' },
    ];
    expect(report.pageNotes).toEqual(notes);
    const { json } = await reportsOf(patient.id, doctor);
    const [read] = (json.data as (typeof report)[]).filter(({ _id }) => _id === report._id);
    expect(read?.pageNotes).toEqual(notes);
  });

  test('is noted for papers alone, since medical images are dark by nature', async () => {
    const dark = toFile(await grey(20).jpeg().toBuffer(), 'dark.jpg');
    const { report } = await sendPages(patient, [dark], { reportType: 'X-Ray' });
    expect(report.pageNotes).toEqual([]);
    const { json } = await correctReportOf(patient, report._id, { reportType: 'Blood Test' });
    expect((json.data as typeof report).pageNotes).toEqual([{ page: 1, note: 'dark' }]);
  });
});
