import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as image from '~/routes/files/image';
import { a, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import { howManyReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, openFile } from '../../support/requests';

// A connection that is lost at the one moment that matters cannot be had of a real database.
const line = vi.hoisted(() => ({ lost: undefined as undefined | 'before' | 'after' }));
vi.mock('~/platform/db/db.server', async (original) => {
  const real = await original<typeof import('~/platform/db/db.server')>();
  const atomically: typeof real.atomically = async (...given) => {
    const { lost } = line;
    line.lost = undefined;
    const isDone = lost !== 'before' && (await real.atomically(...given));
    if (lost) throw Object.assign(new Error('gone'), { code: 'DATABASE_GONE', isUncertain: true });
    return isDone;
  };
  return { ...real, atomically };
});

const upload = apiRoute('report/upload-report');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

async function send(key: string) {
  const body = uploadFields(await fixture('rash.png'), { description: key });
  const headers = { 'Idempotency-Key': key };
  return callApi(upload, { method: 'POST', token: patient.token, body, headers });
}

test.each(['before', 'after'] as const)(
  'an upload whose line is lost just %s its commit is one whole report once it is sent again',
  async (lost) => {
    const before = (await howManyReports()) ?? 0;
    line.lost = lost;
    expect((await send(lost)).status).toBe(503);
    const { status, json } = await send(lost);
    expect(status).toBe(200);
    expect(await howManyReports()).toBe(before + 1);
    const { _id: id } = json.data as { _id: string };
    const file = await openFile(image, { params: { reportId: id }, token: patient.token });
    expect(file.status).toBe(200);
  },
);
