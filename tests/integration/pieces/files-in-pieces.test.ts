import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { listAccountPieceNames } from '~/domain/upload/slots.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { a, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { pdfOf } from '../../support/padded';
import { announce, aSlotOf, cutAfter, sendPiece, tus } from '../../support/pieces';
import { countReports, type Report, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

const uploadApi = apiRoute('report/upload-report');
const deleteProfile = apiRoute('profile/delete-profile');

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const aPdf = await pdfOf(200_000);
const pdf = new Uint8Array(await aPdf.arrayBuffer());
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Submits a report made of slots, as an API client does. */
const submit = (uploads: string, fields: Record<string, string> = {}, as = patient) =>
  callApi(uploadApi, {
    method: 'POST',
    token: as.token,
    body: uploadFields(undefined, { uploads, ...fields }),
  });

/** Reads the bytes of a report's file. */
async function fileOf({ _id }: Report) {
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  if (!row) throw new Error('The report is missing');
  const { stream } = await storage().open({ name: row.fileName, boundTo: row.id, bytes: row.bytes });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), name: row.originalName };
}

describe('a file that could not be opened in time because the machine was busy', () => {
  const words =
    'The service is too busy to open your file right now. The file may be fine. Please send it again in a few minutes.';
  const beBusyOnce = () => vi.spyOn(decoder(), 'check').mockResolvedValueOnce({ refused: 'busy' });

  test('stays with its pieces, and becomes a report without being sent again', async () => {
    const id = await aSlotOf(patient, new File([pdf], 'blood test.pdf'), { pieceBytes: 30_000, way: 'api' });
    const reportCount = await countReports();
    beBusyOnce();
    const { status, json, headers } = await submit(id);
    expect([status, json.code, json.message]).toEqual([503, 'busy', words]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await countReports()).toBe(reportCount);
    const again = await submit(id);
    expect(again.status).toBe(200);
    expect(hashOf((await fileOf(again.json.data as Report)).bytes)).toBe(hashOf(pdf));
  });

  test('leaves the rest of a form without script as it was typed', async () => {
    beBusyOnce();
    const { status, fieldErrors, typed } = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: patient.cookie,
      fields: uploadFields(await fixture('rash.png'), { description: 'Tired for weeks' }),
    });
    expect([status, fieldErrors['']]).toEqual([503, words]);
    expect(typed).toMatchObject({ description: 'Tired for weeks' });
  });
});

describe('a file that arrives in pieces', () => {
  test.each(['page', 'api'] as const)('becomes a report like any other: %s', async (way) => {
    const file = new File([pdf], 'blood test.pdf');
    const id = await aSlotOf(patient, file, { pieceBytes: 30_000, way });
    const { status, json } = await submit(id, { description: way });
    expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
    const storedFiles = await fileOf(json.data as Report);
    expect([hashOf(storedFiles.bytes), storedFiles.name]).toEqual([hashOf(pdf), 'blood test.pdf']);
    expect(await db().select().from(uploadPieces)).toEqual([]);
    expect((await clinic.storedFiles()).filter((path) => path.startsWith('tmp'))).toEqual([]);
  });

  test('is encrypted piece by piece, and its stored form reveals nothing', async () => {
    const before = new Set(await clinic.storedFiles());
    const { id } = await announce(patient, pdf.length + 10, { name: 'canary-of-a-name.pdf' });
    await sendPiece(patient, id, { offset: 0, body: pdf });
    const [piece] = (await clinic.storedFiles()).filter((path) => !before.has(path));
    const sealed = await readFile(join(clinic.uploads, piece ?? '')).catch(() => Buffer.alloc(0));
    expect(sealed.includes('%PDF')).toBe(false);
    await tus('DELETE', id, { as: patient });
    expect(new Set(await clinic.storedFiles())).toEqual(before);
  });

  test('keeps what arrived before the line broke, and reports its length to the byte', async () => {
    const { id } = await announce(patient, pdf.length);
    await sendPiece(patient, id, { offset: 0, body: cutAfter(pdf.slice(0, 301)) });
    const { offset, headers } = await tus('HEAD', id, { as: patient });
    expect([offset, headers.get('Upload-Length')]).toEqual([301, String(pdf.length)]);
    const { status } = await sendPiece(patient, id, { offset: 301, body: pdf.slice(301) });
    expect(status).toBe(204);
    const { json } = await submit(id, { description: 'cut' });
    expect(hashOf((await fileOf(json.data as Report)).bytes)).toBe(hashOf(pdf));
  });

  test('makes way for its next piece once nobody waits for the piece before', async () => {
    const { id } = await announce(patient, pdf.length);
    let arrived: () => void = () => undefined;
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const hanging = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(pdf.slice(0, 5000)),
      pull: () => {
        arrived();
        return new Promise(() => undefined);
      },
    });
    const older = sendPiece(patient, id, { offset: 0, body: hanging });
    await isThere;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { offset } = await tus('HEAD', id, { as: patient });
    expect([offset, (await older).status]).toEqual([5000, 409]);
    await tus('DELETE', id, { as: patient });
  });
});

describe('the upload of pieces refuses', () => {
  test('a wrong offset, and names the right one', async () => {
    const { id } = await announce(patient, 9000);
    const first = pdf.slice(0, 5000);
    await sendPiece(patient, id, { offset: 0, body: first });
    const { status, offset } = await sendPiece(patient, id, { offset: 4000, body: first });
    expect([status, offset]).toEqual([409, 5000]);
    await tus('DELETE', id, { as: patient });
  });

  test.each([
    ['GET', 'DELETE', 405],
    ['HEAD', 'DELETE', 200],
    ['OPTIONS', 'DELETE', 204],
    ['HEAD', 'PATCH', 200],
  ])('the override of a %s by %s, which only a POST may carry', async (method, named, status) => {
    const { id } = await announce(patient, 9000, { way: 'page' });
    const headers = { 'X-HTTP-Method-Override': named, 'Sec-Fetch-Site': 'same-origin' };
    for (const way of ['page', 'api'] as const)
      expect((await tus(method, id, { as: patient, way, headers })).status).toBe(status);
    expect((await tus('HEAD', id, { as: patient })).offset, 'the slot is still there').toBe(0);
    const { status: posted } = await tus('POST', id, {
      as: patient,
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });
    expect(posted).toBe(204);
  });

  test('another account’s slot, in the same bytes as a missing one', async () => {
    const otherPatient = await a.patient();
    const { id } = await announce(otherPatient, 9000);
    for (const method of ['PATCH', 'DELETE', 'HEAD']) {
      const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
      const [otherSlot, nobodys] = [
        await tus(method, id, { as: patient, headers }),
        await tus(method, 'nobody', { as: patient, headers }),
      ];
      expect([otherSlot.status, otherSlot.text]).toEqual([404, nobodys.text]);
    }
    const { status, json } = await submit(id);
    expect([status, json.message]).toEqual([404, 'We no longer have this file. Please choose it again.']);
    await tus('DELETE', id, { as: otherPatient });
  });

  test('one of two pieces at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await announce(patient, pdf.length);
      const sentFiles = await Promise.all(
        [1, 2, 3].map(() => sendPiece(patient, id, { offset: 0, body: pdf })),
      );
      expect(sentFiles.filter(({ status }) => status === 204).length).toBeLessThan(2);
      expect(
        sentFiles.map(({ status }) => status).filter((status) => status !== 204 && status !== 409),
      ).toEqual([]);
      const { offset } = await tus('HEAD', id, { as: patient });
      await sendPiece(patient, id, { offset, body: pdf.slice(offset) });
      const { json } = await submit(id, { description: String(round) });
      expect(hashOf((await fileOf(json.data as Report)).bytes)).toBe(hashOf(pdf));
    }
  });

  test.each([
    ['no Tus-Resumable', 'POST', { 'Tus-Resumable': '', 'Upload-Length': '9' }, 412],
    ['no length', 'POST', {}, 422],
    ['nothing', 'POST', { 'Upload-Length': '0' }, 422],
    ['a byte too many', 'POST', { 'Upload-Length': String(25 * 1024 * 1024 + 1) }, 413],
    ['another method', 'PUT', {}, 405],
  ])('%s', async (_what, method, headers, status) => {
    expect((await tus(method, undefined, { as: patient, headers })).status).toBe(status);
  });

  test('a missing session and another website', async () => {
    const headers = { 'Upload-Length': '9' };
    expect((await tus('POST', undefined, { headers })).status).toBe(401);
    const evil = { ...headers, Origin: 'https://evil.example' };
    expect((await tus('POST', undefined, { as: patient, way: 'page', headers: evil })).status).toBe(403);
    // A page rendered for another account, before this patient logged in.
    const otherHeaders = { ...headers, 'X-Account': (await a.patient()).id };
    expect((await tus('POST', undefined, { as: patient, way: 'page', headers: otherHeaders })).status).toBe(
      401,
    );
    // A cookie writes nothing through the API.
    const cookie = { ...headers, Cookie: patient.cookie };
    expect((await tus('POST', undefined, { headers: cookie })).status).toBe(401);
  });

  test('a video at its first bytes, and stores nothing of it', async () => {
    const before = await clinic.storedFiles();
    const video = new Uint8Array(70_000);
    video.set(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'));
    const { id } = await announce(patient, 20_000_000);
    const first = await sendPiece(patient, id, { offset: 0, body: video.slice(0, 3000) });
    expect([first.status, first.offset]).toEqual([204, 3000]);
    const { status } = await sendPiece(patient, id, { offset: 3000, body: video.slice(3000, 65_536) });
    expect(status).toBe(415);
    expect((await tus('HEAD', id, { as: patient })).status).toBe(404);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('more than was announced, and stores nothing of that piece', async () => {
    const { id } = await announce(patient, 5000);
    expect((await sendPiece(patient, id, { offset: 0, body: pdf.slice(0, 5001) })).status).toBe(413);
    expect((await tus('HEAD', id, { as: patient })).offset).toBe(0);
    await tus('DELETE', id, { as: patient });
  });

  test('the 101st piece of a file sent byte by byte', async () => {
    const { id } = await announce(patient, 5000);
    const statuses: number[] = [];
    for (let offset = 0; offset <= 100; offset += 1)
      statuses.push((await sendPiece(patient, id, { offset, body: pdf.slice(offset, offset + 1) })).status);
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([204]));
    expect(statuses[100]).toBe(429);
    await tus('DELETE', id, { as: patient });
  });

  test('another kind of body', async () => {
    const { id } = await announce(patient, 5000);
    const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/pdf' };
    expect((await tus('PATCH', id, { as: patient, headers, body: new Uint8Array(9) })).status).toBe(415);
    await tus('DELETE', id, { as: patient });
  });

  test('the 41st slot at once', async () => {
    const busy = await a.patient();
    const answers = await Promise.all(Array.from({ length: 45 }, () => announce(busy, 9)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(71 * 3600);
  });

  test('a report of incomplete pieces', async () => {
    const { id } = await announce(patient, 5000);
    const { status, json } = await submit(id);
    expect([status, json.code]).toEqual([409, 'conflict']);
    await tus('DELETE', id, { as: patient });
  });

  test('wrong fields, before anything is decoded', async () => {
    const receive = vi.spyOn(storage(), 'receive');
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const { status, json } = await submit(id, { phoneNumber: '12' });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['phoneNumber']]);
    expect(receive).not.toHaveBeenCalled();
    receive.mockRestore();
    expect((await submit(id, { description: 'now right' })).status).toBe(200);
  });

  test('a damaged file, as if it came whole', async () => {
    const id = await aSlotOf(patient, await fixture('truncated.jpg'));
    const { status, json } = await submit(id);
    expect([status, json.errors]).toEqual([
      422,
      { report: 'This file is incomplete. Please choose it again, or take a new photo.' },
    ]);
    await tus('DELETE', id, { as: patient });
  });
});

describe('a lost final answer', () => {
  const key = { submissionKey: 'the-form-that-was-sent', description: 'lost' };

  test('is repeated for the same form, and for no other', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const first = await submit(id, key);
    const before = await countReports();
    const again = await submit(id, key);
    expect([again.status, (again.json.data as Report)._id]).toEqual([200, (first.json.data as Report)._id]);
    const otherReport = await submit(id, { submissionKey: 'another-form', description: 'other' });
    expect([otherReport.status, otherReport.json.message]).toEqual([
      409,
      'This file has already been sent with a report.',
    ]);
    expect(await countReports()).toBe(before);
  });

  test('is repeated for the same call, by its Idempotency-Key', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const body = uploadFields(undefined, { uploads: id, description: 'by its key' });
    const call = { method: 'POST', token: patient.token, body, headers: { 'Idempotency-Key': 'the-call' } };
    const [first, again] = [await callApi(uploadApi, call), await callApi(uploadApi, call)];
    expect([again.status, (again.json.data as Report)._id]).toEqual([200, (first.json.data as Report)._id]);
  });

  test('leaves no file name behind, and is deleted with the report', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const named = async () => (await db().select().from(uploadSlots).where(eq(uploadSlots.id, id)))[0]?.name;
    expect(await named()).toBe('blood-test.pdf');
    const { json } = await submit(id, { description: 'by its name' });
    expect((await fileOf(json.data as Report)).name).toBe('blood-test.pdf');
    expect(await named()).toBeNull();
  });

  test('makes one report of a slot for two forms at once', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const before = (await countReports()) ?? 0;
    const answers = await Promise.all(['one', 'two'].map((description) => submit(id, { description })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countReports()).toBe(before + 1);
  });

  test('makes one report if one form arrives twice at once, and confirms it to both', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
    const before = (await countReports()) ?? 0;
    const fields = { submissionKey: 'twice-at-once', description: 'twice at once' };
    const answers = await Promise.all([submit(id, fields), submit(id, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countReports()).toBe(before + 1);
  });
});

describe('an abandoned file in pieces', () => {
  test('is deleted after 72 hours, rows and files', async () => {
    const somebody = await a.patient();
    await purge(Date.now() + 73 * 3_600_000);
    const before = await clinic.storedFiles();
    const { id, headers } = await announce(somebody, pdf.length);
    await sendPiece(somebody, id, { offset: 0, body: pdf.slice(0, 5000) });
    const expires = Date.parse(headers.get('Upload-Expires') ?? '');
    expect(expires - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * 3_600_000 + 1000 });
    expect((await tus('HEAD', id, { as: somebody })).status).not.toBe(200);
    await purge();
    expect(await listAccountPieceNames(somebody.id)).toEqual([]);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('is deleted with its account', async () => {
    const somebody = await a.patient();
    const before = await clinic.storedFiles();
    await aSlotOf(somebody, await fixture('blood-test.pdf'), { pieceBytes: 500 });
    expect((await clinic.storedFiles()).length).toBeGreaterThan(before.length);
    const { status } = await callApi(deleteProfile, { method: 'DELETE', token: somebody.token });
    expect(status).toBe(200);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('is swept once it has no row, while a file that still arrives is spared', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'), { pieceBytes: 2000 });
    const before = await clinic.storedFiles();
    await (await clinic.restarted()).sweep({ isKnown: findKnownFiles });
    expect(await clinic.storedFiles()).toEqual(before);
    expect((await submit(id, { description: 'after a sweep' })).status).toBe(200);
  });
});
