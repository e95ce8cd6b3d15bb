import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawMissingThumbnails, keepThumbnailLater } from '~/domain/report-view/thumbnails.server';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as imageFile from '~/routes/files/image';
import * as contact from '~/routes/public/contact-us';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { breakLimits, freshLimits } from '../../support/fresh-limits';
import { fillDatabase, giveRoom } from '../../support/full-database';
import { aReportOf, countReports, sendReview, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { call, visit } from '../../support/url-map';
import { deleteByApi, pendingFor, reportsOf } from '../../support/visits';

const uploadCall = apiRoute('report/upload-report');

let patient: Somebody;
let expert: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await giveRoom();
});

const form = async () => uploadFields(await fixture('rash.png'));
const upload = async () => callApi(uploadCall, { method: 'POST', token: patient.token, body: await form() });
const noRoom = 'The server is full.';
const ofDisk = () =>
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });

describe('when the disk is full', () => {
  // The test does not fill the disk. Its writes fail as they would on a full disk.
  const steps = ['receive', 'keep'] as const;
  test.each(steps)(
    'an upload gets a sentence on pages and through the API and leaves nothing: %s',
    async (step) => {
      const [files, rows] = [await clinic.storedFiles(), await countReports()];
      vi.spyOn(storage(), step).mockRejectedValue(ofDisk());
      const { status, json } = await upload();
      expect([status, json.success, json.message]).toEqual([507, false, expect.stringContaining(noRoom)]);
      const page = await postPage(uploadPage, { cookie: patient.cookie, fields: await form() });
      expect([page.status, JSON.stringify(page)]).toEqual([507, expect.stringContaining(noRoom)]);
      vi.restoreAllMocks();
      expect([await clinic.storedFiles(), await countReports()]).toEqual([files, rows]);
      expect((await upload()).status, 'once there is room again').toBe(200);
    },
  );

  test('a report is stored without its thumbnail if that finds no room', async () => {
    const [files, rows] = [await clinic.storedFiles(), (await countReports()) ?? 0];
    const keep = storage().keep;
    let calls = 0;
    vi.spyOn(storage(), 'keep').mockImplementation(async (pendingFile) => {
      calls += 1;
      if (calls === 2) throw ofDisk();
      return keep(pendingFile);
    });
    expect((await upload()).status).toBe(200);
    expect([(await clinic.storedFiles()).length, await countReports()]).toEqual([files.length + 1, rows + 1]);
    expect(calls).toBe(2);
    vi.restoreAllMocks();
    await drawMissingThumbnails();
    expect((await clinic.storedFiles()).length, 'once there is room and a new start').toBe(files.length + 2);
  });

  test('a report deleted before its thumbnail is drawn leaves nothing', async () => {
    const files = await clinic.storedFiles();
    let draw = (_picture: Buffer) => {};
    const picture = new Promise<Buffer>((resolve) => {
      draw = resolve;
    });
    const { _id } = await aReportOf(patient);
    await execute(db().update(reports).set({ thumbnailName: null }).where(eq(reports.id, _id)));
    keepThumbnailLater(_id, picture);
    expect((await deleteByApi(patient, _id)).status).toBe(200);
    draw(await readFile('tests/fixtures/scan.webp'));
    // Only the first thumbnail stays, since this test has removed it from the row.
    expect((await clinic.storedFiles()).length).toBe(files.length + 1);
  });

  test('lists and own reports still open, and what cannot be stored or logged is refused', async () => {
    const report = await aReportOf(patient, { file: 'rash.png' });
    const files = await clinic.storedFiles();
    await fillDatabase();
    expect((await upload()).status).toBe(507);
    expect(await clinic.storedFiles()).toEqual(files);
    const review = await sendReview({ reportId: report._id, token: expert.token, review: 'All is well' });
    expect([review.status, review.json.message]).toEqual([507, expect.stringContaining(noRoom)]);

    expect((await reportsOf(patient.id, patient)).status).toBe(200);
    expect((await visit('/dashboard/home', patient)).status).toBe(200);
    const params = { reportId: report._id };
    for (const Range of ['', 'bytes=1-', 'bytes=-1']) {
      const opened = await openFile(imageFile, {
        token: expert.token,
        params,
        headers: Range ? { Range } : {},
      });
      expect([opened.status, await opened.text()]).toEqual([507, expect.stringContaining(noRoom)]);
    }
    const ownImage = await openFile(imageFile, { token: patient.token, params });
    expect(ownImage.status, 'the patient’s own report').toBe(200);
    const read = await getPage(addReviewPage, { cookie: expert.cookie, params });
    expect([read.status, JSON.stringify(read)]).toEqual([507, expect.stringContaining(noRoom)]);

    const answer = await postPage(contact, { fields: { message: 'मेरे शब्द। '.repeat(450) } });
    expect(JSON.stringify(answer), 'a dropped message is not confirmed').toContain(noRoom);

    await giveRoom();
    expect(
      (await sendReview({ reportId: report._id, token: expert.token, review: 'All is well' })).status,
      'once there is room again',
    ).toBe(200);
    expect((await openFile(imageFile, { token: expert.token, params })).status).toBe(200);
  });

  test('a session is found although its last use cannot be noted', async () => {
    await execute(
      db()
        .update(sessions)
        .set({ seenAt: new Date(Date.now() - 3_600_000) }),
    );
    await fillDatabase();
    expect((await reportsOf(patient.id, patient)).status).toBe(200);
  });
});

test('calls are counted even if the counters of limits cannot be written', async () => {
  const scale = 2 / 300;
  await freshLimits(scale);
  await breakLimits();
  const statuses = [];
  for (let at = 0; at < 3; at += 1)
    statuses.push((await call('GET /report/get-pending-reports', { token: expert.token })).status);
  expect(statuses).toEqual([200, 200, 429]);
  await freshLimits(1000);
});

test('an upload gets a time to retry if too many are in progress', async () => {
  const patients = await Promise.all(Array.from({ length: 10 }, () => a.patient()));
  let free: (() => void) | undefined;
  const pause = new Promise<void>((resolve) => {
    free = resolve;
  });
  vi.spyOn(storage(), 'receive').mockImplementation(async () => {
    await pause;
    return { refused: 'wrongType' };
  });
  const send = async (token: string) => callApi(uploadCall, { method: 'POST', token, body: await form() });
  const running = Array.from({ length: 200 }, (_, at) => send(patients[at % 10]?.token ?? ''));
  await expect.poll(() => vi.mocked(storage().receive).mock.calls.length).toBe(200);
  const { status, headers, json } = await send(patient.token);
  expect([status, headers.get('Retry-After')]).toEqual([503, '10']);
  expect(json.message).toContain('busy');
  free?.();
  const statuses = new Set((await Promise.all(running)).map((one) => one.status));
  expect([...statuses]).toEqual([415]);
  vi.restoreAllMocks();
  expect((await send(patient.token)).status).toBe(200);
  expect((await pendingFor(expert)).status).toBe(200);
});
