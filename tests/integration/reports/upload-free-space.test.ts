import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as image from '~/routes/files/image';
import { savePicture } from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import { jpegOf } from '../../support/padded';
import { answerTo, aReportAskedBy, askAbout } from '../../support/questions';
import { countReports, sendReview, uploadFields } from '../../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../../support/requests';
import { deleteByApi, logInByApi, reportsOf } from '../../support/visits';

const uploadApi = apiRoute('report/upload-report');

let clinic: Clinic;
let patient: Somebody;
const open = async (more: Record<string, string>) => {
  clinic = await openClinic(more);
  patient = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clinic.close();
  vi.useRealTimers();
});

const kb = 1024;
type More = { by?: Somebody; headers?: Record<string, string> };
const send = (file: File, { by = patient, headers }: More = {}) =>
  callApi(uploadApi, { method: 'POST', token: by.token, headers, body: uploadFields(file) });
const idOf = ({ json }: Awaited<ReturnType<typeof send>>) => (json.data as { _id: string })._id;
const full =
  'Your reports can take up 1 MB in all, and there is no room for this one. Please delete old reports first.';

describe('an account', () => {
  beforeEach(() => open({ ACCOUNT_QUOTA_MB: '1' }));

  test('stores no more than its quota, learns how to make room, and has room after a deletion', async () => {
    const first = await send(await jpegOf(600 * kb));
    expect(first.status).toBe(200);
    const before = await clinic.storedFiles();
    const api = await send(await jpegOf(500 * kb));
    expect([api.status, api.json.message]).toEqual([413, full]);
    const page = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: patient.cookie,
      fields: uploadFields(await jpegOf(500 * kb)),
    });
    expect([page.status, page.fieldErrors['']]).toEqual([413, full]);
    expect([await countReports(), await clinic.storedFiles()]).toEqual([1, before]);

    expect((await send(await jpegOf(424 * kb))).status, 'to the last byte').toBe(200);
    expect((await send(await fixture('rash.png'))).status).toBe(413);
    expect((await send(await jpegOf(500 * kb), { by: await a.patient() })).status).toBe(200);
    await deleteByApi(patient, idOf(first));
    expect((await send(await jpegOf(500 * kb))).status).toBe(200);
  });

  test('has files added to a report counted too, and gets a sentence when full', async () => {
    const doctor = await an.expert();
    const first = await aReportAskedBy(doctor, patient, { kind: 'unreadable' }, await jpegOf(500 * kb));
    const tooMuch = await answerTo(patient, first._id, {
      files: [await jpegOf(300 * kb), await jpegOf(300 * kb)],
    });
    expect([tooMuch.status, tooMuch.json.message]).toEqual([413, full]);
    const before = (await clinic.storedFiles()).length;
    expect((await answerTo(patient, first._id, { files: [await jpegOf(300 * kb)] })).status).toBe(200);
    expect((await clinic.storedFiles()).length).toBe(before + 1);
    expect((await send(await jpegOf(300 * kb))).status).toBe(413);
    await send(await jpegOf(224 * kb));
    await askAbout(doctor, first._id, { kind: 'detail', text: 'Since when?' });
    expect((await answerTo(patient, first._id, { text: 'Since May' })).status).toBe(200);
    await deleteByApi(patient, first._id);
    expect((await send(await jpegOf(800 * kb))).status).toBe(200);
  });

  test('stores one of two simultaneous answers', async () => {
    const report = await aReportAskedBy(
      await an.expert(),
      patient,
      { kind: 'unreadable' },
      await jpegOf(400 * kb),
    );
    const file = await jpegOf(400 * kb);
    const statuses = await Promise.all([1, 2].map(() => answerTo(patient, report._id, { files: [file] })));
    expect(statuses.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(await clinic.storedFiles(), 'two files and a thumbnail').toHaveLength(3);
  });

  test('cannot exceed its quota with simultaneous uploads', async () => {
    const files = await Promise.all([1, 2, 3].map(() => jpegOf(400 * kb)));
    const statuses = (await Promise.all(files.map((file) => send(file)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 413]);
    expect(await countReports()).toBe(2);
    const fileCount = (await clinic.storedFiles()).length;
    expect(fileCount, 'two files and their thumbnails').toBe(4);
  });

  test('is refused when full, before any of the file is read', async () => {
    await send(await jpegOf(1024 * kb));
    vi.setSystemTime(Date.now() + 16 * 60_000);
    // The thumbnail of an earlier report is received too.
    await untilThumbnailsStored();
    const received = vi.spyOn(storage(), 'receive');
    expect((await send(await fixture('rash.png'))).status).toBe(413);
    expect(received).not.toHaveBeenCalled();
  });

  test('is refused by the announced length', async () => {
    await send(await jpegOf(300 * kb));
    vi.setSystemTime(Date.now() + 16 * 60_000);
    // The thumbnail of an earlier report is received too.
    await untilThumbnailsStored();
    const received = vi.spyOn(storage(), 'receive');
    const headers = { 'Content-Length': String(1200 * kb) };
    expect((await send(await jpegOf(40 * kb), { headers })).status).toBe(413);
    expect(received).not.toHaveBeenCalled();
  });

  test('gets the same answer when it repeats its last report after a broken connection', async () => {
    const headers = { 'Idempotency-Key': 'the-last-one' };
    const file = await jpegOf(1024 * kb);
    const [first, again] = [await send(file, { headers }), await send(file, { headers })];
    expect([first.status, again.status, idOf(again)]).toEqual([200, 200, idOf(first)]);
    expect(await countReports()).toBe(1);
  });
});

test('a disk with too little space accepts no upload by page or API, and everything else works', async () => {
  await open({});
  const doctor = await an.expert();
  const [first, second] = [await send(await fixture('rash.png')), await send(await fixture('rash.png'))];
  const files = await clinic.storedFiles();
  setSettings({ ...getSettings(), minFreeDiskBytes: Number.MAX_SAFE_INTEGER });
  const received = vi.spyOn(storage(), 'receive');

  const noRoom = expect.stringContaining('The server is full.');
  const api = await send(await fixture('rash.png'));
  expect([api.status, api.json.message]).toEqual([507, noRoom]);
  const page = await postPage(uploadPage, {
    path: '/dashboard/upload-report',
    cookie: patient.cookie,
    fields: uploadFields(await fixture('rash.png')),
  });
  expect([page.status, page.fieldErrors['']]).toEqual([507, noRoom]);
  expect((await savePicture(patient)).status).toBe(507);
  expect(received).not.toHaveBeenCalled();
  expect(await clinic.storedFiles()).toEqual(files);

  const params = { reportId: idOf(first) };
  expect((await logInByApi(patient.email)).status).toBe(200);
  expect((await reportsOf(patient.id, patient)).status).toBe(200);
  expect((await openFile(image, { token: doctor.token, params })).status).toBe(200);
  expect((await sendReview({ ...params, token: doctor.token, review: 'All is well' })).status).toBe(200);
  expect((await deleteByApi(patient, idOf(second))).status).toBe(200);

  setSettings({ ...getSettings(), minFreeDiskBytes: 1 });
  expect((await send(await fixture('rash.png'))).status, 'once there is room').toBe(200);
});
