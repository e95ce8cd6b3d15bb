import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { connection } from '~/platform/db/core/connection.server';
import { idempotencyKeys } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { readSql } from '../../support/raw';
import { aReportOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { deleteByApi } from '../../support/visits';

const addReview = apiRoute('report/add-review');
const upload = apiRoute('report/upload-report');

let patient: Somebody;
let doctor: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  doctor = await an.expert();
});

type Sent = { as?: Somebody; key?: string; file?: string; description?: string };

async function send({ as = patient, key, file = 'rash.png', description = 'An itch' }: Sent) {
  const body = uploadFields(await fixture(file), { description });
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const { status, json } = await callApi(upload, { method: 'POST', token: as.token, body, headers });
  return { status, id: (json.data as { _id?: string } | undefined)?._id, message: json.message };
}

function review(reportId: string, text: string, key?: string, token = doctor.token) {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const call = { method: 'POST', token, params: { reportId }, body: { review: text }, headers };
  return callApi(addReview, call);
}

const reportsOf = async ({ id }: Somebody) =>
  (await db().select({ id: reports.id }).from(reports).where(eq(reports.patientId, id))).length;

describe('a repeated upload after a broken connection', () => {
  test('makes one report if it has the same key', async () => {
    const before = [await reportsOf(patient), (await clinic.storedFiles()).length];
    const first = await send({ key: 'monday' });
    const again = await send({ key: 'monday' });
    expect(first.status).toBe(200);
    expect(again).toEqual(first);
    // The report and its thumbnail.
    expect([await reportsOf(patient), (await clinic.storedFiles()).length]).toEqual([
      Number(before[0]) + 1,
      Number(before[1]) + 2,
    ]);
  });

  test('is answered once the files of the first call are on the disk', async () => {
    const first = await send({ key: 'kept' });
    let finishStoring = () => {};
    const onDisk = vi.spyOn(connection().engine, 'untilOnDisk').mockReturnValue(
      new Promise((resolve) => {
        finishStoring = resolve;
      }),
    );
    let isAnswered = false;
    const again = send({ key: 'kept' }).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => onDisk.mock.calls.length).toBeGreaterThan(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    finishStoring();
    expect(await again).toEqual(first);
    onDisk.mockRestore();
  });

  test('makes one report if it arrives five times at the same moment', async () => {
    const before = await reportsOf(patient);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ key: 'at once' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await reportsOf(patient)).toBe(before + 1);
  });

  test('makes two reports without a key', async () => {
    const [first, second] = [await send({}), await send({})];
    expect(first.id).not.toBe(second.id);
  });

  test.each([
    ['another description', { description: 'Something else' }],
    ['another file', { file: 'xray.jpg' }],
  ])('is refused with the same key and %s, and leaves nothing behind', async (_what, changes) => {
    const key = `tuesday ${JSON.stringify(changes)}`;
    await send({ key });
    const before = [await reportsOf(patient), (await clinic.storedFiles()).length];
    const { status, message } = await send({ key, ...changes });
    expect([status, message]).toEqual([422, 'This Idempotency-Key has already been used with another body']);
    expect([await reportsOf(patient), (await clinic.storedFiles()).length]).toEqual(before);
  });

  test('belongs to its sender: another patient’s upload with the same key is a new one', async () => {
    const otherPatient = await a.patient();
    const mine = await send({ key: 'ours' });
    const otherUpload = await send({ key: 'ours', as: otherPatient });
    expect([otherUpload.status, otherUpload.id === mine.id]).toEqual([200, false]);
  });

  test('is a new upload a day later', async () => {
    const first = await send({ key: 'old' });
    await execute(
      db()
        .update(idempotencyKeys)
        .set({ expiresAt: new Date(Date.now() - 1) }),
    );
    const later = await send({ key: 'old', description: 'A day later' });
    expect([later.status, later.id === first.id]).toEqual([200, false]);
  });

  test('is not found if its report was deleted meanwhile, and makes no second one', async () => {
    const { id = '' } = await send({ key: 'deleted' });
    await deleteByApi(patient, id);
    const before = await reportsOf(patient);
    expect((await send({ key: 'deleted' })).status).toBe(404);
    expect(await reportsOf(patient)).toBe(before);
  });

  test.each(['', 'x'.repeat(256)])('is refused with an invalid key', async (key) => {
    expect((await send({ key })).status).toBe(422);
  });

  test('can be corrected under the same key if it was refused', async () => {
    const refused = await send({ key: 'mended', file: 'archive.zip' });
    expect(refused.status).toBe(415);
    expect((await send({ key: 'mended' })).status).toBe(200);
  });
});

describe('a repeated review', () => {
  test('gets the first answer with the same key, and a refusal without one', async () => {
    const { _id } = await aReportOf(patient);
    const first = await review(_id, 'All is well', 'r1');
    const again = await review(_id, 'All is well', 'r1');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json.data).toMatchObject({ _id, review: 'All is well', status: 'Reviewed' });
    expect((await review(_id, 'All is well')).status).toBe(409);
    expect((await review(_id, 'Another text', 'r1')).status).toBe(422);
    expect((await review(_id, 'All is well', 'r1', (await an.expert()).token)).status).toBe(409);
    expect(
      (await clinic.emails(patient.email)).filter(({ subject }) => /reviewed/.test(subject)),
    ).toHaveLength(1);
  });

  test('is refused for another report with the same key', async () => {
    const [one, two] = [await aReportOf(patient), await aReportOf(patient)];
    expect((await review(one._id, 'All is well', 'r2')).status).toBe(200);
    expect((await review(two._id, 'All is well', 'r2')).status).toBe(422);
  });

  test('is written once if it arrives five times at the same moment', async () => {
    const { _id } = await aReportOf(patient);
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(_id, 'Once', 'r3')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});

test('stores neither a name nor a key, and forgets after a day', async () => {
  await send({ key: 'a key that would be found' });
  const raw = await readSql('select * from idempotency_keys');
  expect(raw.length).toBeGreaterThan(0);
  expect(JSON.stringify(raw)).not.toContain('a key that');
  expect(JSON.stringify(raw)).not.toContain(patient.id);
  await purge(Date.now() + 25 * 3_600_000);
  expect(await db().select().from(idempotencyKeys)).toEqual([]);
});
