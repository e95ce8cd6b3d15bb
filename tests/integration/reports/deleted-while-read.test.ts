import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { drawMissingThumbnails, untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { removeSlots } from '~/domain/upload/slots.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { fileFault } from '~/platform/storage/core/file-fault.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as image from '~/routes/files/image';
import * as page from '~/routes/files/page';
import * as picture from '~/routes/files/picture';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { savePicture } from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../../support/clinic';
import { gatherIncidents } from '../../support/incidents';
import { announce, sendPiece } from '../../support/pieces';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf } from '../../support/reports';
import { apiRoute, openFile } from '../../support/requests';
import { deleteByApi } from '../../support/visits';
import { unzip } from '../../support/zip';

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
let incidents: ReturnType<typeof gatherIncidents>;
beforeAll(async () => {
  clinic = await openClinic();
  expert = await an.expert();
  return () => clinic.close();
});
beforeEach(async () => {
  patient = await a.patient();
  incidents = gatherIncidents();
});
afterEach(() => vi.restoreAllMocks());

type Open = ReturnType<typeof storage>['open'];
type Part = Parameters<Open>[0];

/** Runs `act` once, after a file was requested and before it is opened. */
function justBeforeOpening(act: (part: Part) => Promise<unknown>) {
  const { open } = storage();
  vi.spyOn(storage(), 'open').mockImplementationOnce(async (part) => {
    await act(part);
    return open(part);
  });
}

/** Breaks a file off in the middle, as an object store does when the object is removed. */
function breakOffWith(act: (part: Part) => Promise<unknown>) {
  const { open } = storage();
  vi.spyOn(storage(), 'open').mockImplementationOnce(async (part) => {
    const opened = await open(part);
    opened.stream.destroy();
    async function* broken() {
      yield Buffer.from('%PDF-1.4');
      await act(part);
      throw fileFault('FILE_MISSING');
    }
    return { ...opened, stream: Readable.from(broken(), { objectMode: false }) };
  });
}

type Reader = { module: typeof raw; file: string; params?: Record<string, string>; range?: string };
const readers: Record<string, Reader> = {
  'a PDF': { module: raw, file: 'two-pages.pdf' },
  'a photo': { module: image, file: 'rash.png' },
  'a part of a file': { module: raw, file: 'two-pages.pdf', range: 'bytes=10-20' },
  'a page': { module: page, file: 'two-pages.pdf', params: { page: '1' } },
  'a thumbnail': { module: thumbnail, file: 'rash.png' },
};

const read = (who: Somebody, reportId: string, { module, params, range }: Reader) =>
  openFile(module, {
    token: who.token,
    params: { reportId, ...params },
    headers: range ? { Range: range } : {},
  });

describe.each(Object.entries(readers))('%s of a report', (_what, reader) => {
  test('is not found if the report is deleted while it is opened, and is no incident', async () => {
    for (const who of [expert, patient]) {
      const { _id } = await aReportOf(patient, { file: reader.file, description: who.id });
      justBeforeOpening(() => deleteByApi(patient, _id));
      const answer = await read(who, _id, reader);
      expect([answer.status, await answer.text()]).toEqual([404, 'Report not found']);
    }
    expect(await incidents()).toEqual([]);
  });

  test('is an incident if the file is missing but the report exists', async () => {
    const { _id } = await aReportOf(patient, { file: reader.file });
    justBeforeOpening(({ name }) => storage().drop(name));
    expect((await read(expert, _id, reader)).status).toBe(500);
    expect(await incidents()).toHaveLength(1);
  });
});

test('an added file is not found if its report is deleted while it is opened', async () => {
  const report = await aReportAskedBy(expert, patient, { kind: 'unreadable' });
  await answerTo(patient, report._id, { files: [await fixture('rash.png')] });
  justBeforeOpening(() => deleteByApi(patient, report._id));
  const answer = await openFile(image, {
    token: expert.token,
    params: { reportId: report._id, number: '2' },
  });
  expect(answer.status).toBe(404);
  expect(await incidents()).toEqual([]);
});

test('a file deleted in the middle of a download ends the connection, and is no incident', async () => {
  const { _id } = await aReportOf(patient, { file: 'two-pages.pdf' });
  breakOffWith(() => deleteByApi(patient, _id));
  const answer = await read(expert, _id, { module: raw, file: '' });
  await expect(answer.arrayBuffer()).rejects.toThrow();

  const otherReport = await aReportOf(patient, { file: 'two-pages.pdf' });
  breakOffWith(() => deleteByApi(patient, otherReport._id));
  expect(
    (await read(expert, otherReport._id, { module: page, file: '', params: { page: '1' } })).status,
  ).toBe(404);
  expect(await incidents()).toEqual([]);
});

test('a file that is opened and never read is released', async () => {
  const { _id } = await aReportOf(patient);
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  const opened = vi.spyOn(storage(), 'open');
  const content = await openNamedFile({ name: row?.fileName ?? '', boundTo: _id });
  content.destroy();
  const stored = await opened.mock.results[0]?.value;
  await expect.poll(() => stored?.stream.destroyed).toBe(true);
});

test('a report deleted during its patient’s data export is left out of it', async () => {
  const deletedReport = await aReportOf(patient, { file: 'rash.png' });
  await aReportOf(patient, { file: 'two-pages.pdf' });
  justBeforeOpening(() => deleteByApi(patient, deletedReport._id));
  const answer = await openFile(apiRoute('profile/export-data'), {
    method: 'POST',
    token: patient.token,
    body: { password },
  });
  const names = [...unzip(Buffer.from(await answer.arrayBuffer())).keys()];
  expect(names.filter((name) => name.startsWith('reports/'))).toHaveLength(1);
  expect(await incidents()).toEqual([]);
});

test('a display picture replaced while it is opened is not found, and no incident', async () => {
  await savePicture(patient);
  justBeforeOpening(() => savePicture(patient, 'xray.jpg'));
  const answer = await openFile(picture, { token: patient.token, params: { userId: patient.id } });
  expect(answer.status).toBe(404);
  expect(await incidents()).toEqual([]);
});

test('a file in pieces given up while its next piece arrives is not found, and no incident', async () => {
  const content = new Uint8Array(await (await fixture('two-pages.pdf')).arrayBuffer());
  const { id } = await announce(patient, content.length);
  await sendPiece(patient, id, { offset: 0, body: content.slice(0, 100) });
  justBeforeOpening(() => removeSlots([id]));
  expect((await sendPiece(patient, id, { offset: 100, body: content.slice(100) })).status).toBe(404);
  expect(await incidents()).toEqual([]);
});

test('a report deleted before its missing thumbnail is drawn is no incident', async () => {
  const { _id } = await aReportOf(patient, { file: 'rash.png' });
  await execute(db().update(reports).set({ thumbnailName: null }).where(eq(reports.id, _id)));
  justBeforeOpening(() => deleteByApi(patient, _id));
  await drawMissingThumbnails();
  await untilThumbnailsStored();
  expect(await incidents()).toEqual([]);
});
