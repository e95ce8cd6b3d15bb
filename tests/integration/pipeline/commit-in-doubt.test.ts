import { beforeAll, expect, test, vi } from 'vitest';
import { connection } from '~/platform/db/core/connection.server';
import * as image from '~/routes/files/image';
import { a, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, openFile } from '../../support/requests';

/** Breaks the connection of the next transaction just before or just after its commit. */
function loseLine(lost: 'before' | 'after') {
  const { engine } = connection();
  const real = engine.atomically;
  vi.spyOn(engine, 'atomically').mockImplementationOnce(async (...given) => {
    if (lost === 'after') await real(...given);
    throw Object.assign(new Error('gone'), { code: 'DATABASE_GONE', isUncertain: true });
  });
}

const upload = apiRoute('report/upload-report');

let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

async function send(key: string) {
  const body = uploadFields(await fixture('rash.png'), { description: key });
  const headers = { 'Idempotency-Key': key };
  return callApi(upload, { method: 'POST', token: patient.token, body, headers });
}

test.each(['before', 'after'] as const)(
  'makes one whole report of an upload whose line is lost just %s its commit once it is sent again',
  async (lost) => {
    const before = (await countReports()) ?? 0;
    loseLine(lost);
    const doubtful = await send(lost);
    expect([doubtful.status, doubtful.json.message]).toEqual([
      503,
      expect.stringContaining('whether this was saved'),
    ]);
    const { status, json } = await send(lost);
    expect(status).toBe(200);
    expect(await countReports()).toBe(before + 1);
    const { _id: id } = json.data as { _id: string };
    const file = await openFile(image, { params: { reportId: id }, token: patient.token });
    expect(file.status).toBe(200);
  },
);
