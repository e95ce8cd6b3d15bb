import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as image from '~/routes/files/image';
import * as thumbnail from '~/routes/files/thumbnail';
import * as ready from '~/routes/public/ready';
import { savePicture } from '../support/accounts';
import { a, type Clinic, fixture, openClinic, type Somebody } from '../support/clinic';
import { jpegOf } from '../support/padded';
import { formOf, sendPages } from '../support/pages';
import { aReportOf, countReports, uploadFields } from '../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../support/requests';
import { openStoreProxy, type Requested, type StoreBehaviour } from '../support/store-proxy';
import { clientOf, storeOfTests, takeStorage } from '../support/test-storage';
import { deleteByApi, reportsOf } from '../support/visits';

const uploadApi = apiRoute('report/upload-report');
const busy = 'The service is busy right now.';
const noRoom = 'The server is full.';

let line: Awaited<ReturnType<typeof openStoreProxy>>;
let clinic: Clinic;
let patient: Somebody;
let bucket: string;
beforeAll(async () => {
  line = await openStoreProxy(storeOfTests().S3_ENDPOINT);
  const settings: Record<string, string> = { ...(await takeStorage()), S3_ENDPOINT: line.endpoint };
  bucket = String(settings.STORAGE_URL).split('/')[2] ?? '';
  clinic = await openClinic(settings);
  patient = await a.patient();
});
afterAll(async () => {
  await clinic?.close();
  await line?.close();
});
afterEach(async () => {
  line.behave('pass');
  await expect.poll(isReady).toEqual([200, []]);
});

async function isReady() {
  const { status, json } = await callApi(ready, { path: '/readyz' });
  return [status, json.problems];
}

/** Lists multipart uploads that are neither complete nor aborted. */
async function unfinished() {
  const settings = { ...(await takeStorage()), ...storeOfTests() };
  return JSON.stringify(await clientOf(settings, bucket).listMultipartUploads()).match(/UploadId/g) ?? [];
}
const state = async () => [await countReports(), await clinic.storedFiles(), await unfinished()];

const large = await jpegOf(9 * 1024 * 1024);
const small = await fixture('rash.png');
const byApi = (file: File) =>
  callApi(uploadApi, { method: 'POST', token: patient.token, body: uploadFields(file) });
const byPage = (file: File) =>
  postPage(uploadPage, {
    path: '/dashboard/upload-report',
    cookie: patient.cookie,
    fields: uploadFields(file),
  });

const only =
  (methods: string[], manner: StoreBehaviour, part = '') =>
  ({ method, path }: Requested): StoreBehaviour =>
    methods.includes(method) && path.includes(part) ? manner : 'pass';
const slowDown = { status: 503, code: 'SlowDown' };

const faults: [string, File, (requested: Requested) => StoreBehaviour, number, string][] = [
  ['is cut in the middle of a file', small, only(['PUT'], 'cut'), 503, busy],
  ['is cut in the middle of the second part', large, only(['PUT'], 'cut', 'partNumber=2'), 503, busy],
  ['has taken a file and is cut before it says so', small, only(['PUT'], 'cut answer'), 503, busy],
  ['does not put the parts together', large, only(['POST'], slowDown, 'uploadId='), 503, busy],
  ['is overloaded', small, only(['PUT', 'POST'], slowDown), 503, busy],
  ['does not say how large it kept a file', small, only(['HEAD'], slowDown), 503, busy],
  ['is not there', large, () => 'cut answer', 503, busy],
  ['does not know us any more', small, () => ({ status: 403, code: 'InvalidAccessKeyId' }), 503, busy],
  ['is full', small, only(['PUT'], { status: 507, code: 'InsufficientStorage' }), 507, noRoom],
  [
    'is full in the middle',
    large,
    only(['PUT'], { status: 403, code: 'QuotaExceeded' }, 'partNumber=2'),
    507,
    noRoom,
  ],
];

describe.each(faults)('a store that %s', (_what, file, manner, status, sentence) => {
  test('makes page and API refuse an upload in words, leaves nothing, and recovers by itself', async () => {
    const before = await state();
    line.behave(manner);
    const picture = file === small ? savePicture(patient) : undefined;
    const [api, page] = await Promise.all([byApi(file), byPage(file)]);
    expect([api.status, api.json.message]).toEqual([status, expect.stringContaining(sentence)]);
    if (status === 503) expect(Number(api.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect([page.status, JSON.stringify(page)]).toEqual([status, expect.stringContaining(sentence)]);
    if (picture) expect((await picture).status, 'a display picture').toBe(status);
    line.behave('pass');
    await expect.poll(isReady).toEqual([200, []]);
    // The sweep removes what the store received before the connection was lost.
    await (await clinic.restarted()).sweep({ isKnown: findKnownFiles });
    await storage().clearUnfinished(0);
    expect(await state()).toEqual(before);
    const again = await byApi(file);
    expect(again.status, 'after the store has recovered').toBe(200);
    await deleteByApi(patient, (again.json.data as { _id: string })._id);
  });
});

test('keeps nothing of photos, and says so, when the store is full while they become one report', async () => {
  const before = await state();
  line.behave(only(['PUT'], { status: 507, code: 'InsufficientStorage' }));
  const { status, json } = await callApi(uploadApi, {
    method: 'POST',
    token: patient.token,
    body: await formOf(['rash.png', 'xray.jpg']),
  });
  expect([status, json.message]).toEqual([507, expect.stringContaining(noRoom)]);
  line.behave('pass');
  expect(await state()).toEqual(before);
  expect((await sendPages(patient, ['rash.png', 'xray.jpg'])).report).toMatchObject({ pages: 2 });
});

test('waits for a slow store and keeps the file', async () => {
  line.behave({ delayMs: 300 });
  expect((await byApi(small)).status).toBe(200);
});

describe('while the store is away', () => {
  test.each([
    ['cut', 'cut answer'],
    ['silent', 'silent'],
  ] as const)('refuses files in words, soon, while everything else works: %s', async (_how, manner) => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    const deletedReport = await aReportOf(patient);
    await clinic.storedFiles();
    line.behave(manner);
    await expect.poll(isReady).toEqual([503, ['storage']]);
    for (const route of [image, thumbnail]) {
      const began = performance.now();
      const answer = await openFile(route, { token: patient.token, params: { reportId: _id } });
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(busy)]);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
    const requested = line.requested.length;
    for (let times = 0; times < 20; times += 1) await isReady();
    expect(line.requested.length - requested, 'the store is not asked again each time').toBeLessThan(10);
    expect((await reportsOf(patient.id, patient)).status).toBe(200);
    expect(
      (await deleteByApi(patient, deletedReport._id)).status,
      'the object without a row is deleted',
    ).toBe(200);
    line.behave('pass');
    await expect.poll(isReady).toEqual([200, []]);
    expect((await openFile(image, { token: patient.token, params: { reportId: _id } })).status).toBe(200);
    expect(await (await clinic.restarted()).sweep({ isKnown: findKnownFiles })).toMatchObject({ orphans: 2 });
  });
});
