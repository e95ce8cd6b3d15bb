import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { reports } from '~/platform/db/core/tables/reports.server';
import { uploadPieces } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { a, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aSlotOf } from '../../support/pieces';
import { countReports, type Report, uploadFields } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';

const uploadApi = apiRoute('report/upload-report');

let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const key = 'one key for this report';
const submit = (uploads: string[], fields: Record<string, string> = {}) =>
  callApi(uploadApi, {
    method: 'POST',
    token: patient.token,
    body: uploadFields(undefined, { uploads: uploads.join(), submissionKey: key, ...fields }),
  });

const slotsOf = (names: string[]) =>
  Promise.all(names.map(async (name) => aSlotOf(patient, await fixture(name), { pieceBytes: 7000 })));

/** Sends the same photos whole, and reads the row of their report. */
async function sendWhole(names: string[]) {
  const body = uploadFields(undefined, { description: 'whole', submissionKey: 'another key' });
  for (const name of names) body.append('report', await fixture(name));
  const { json } = await callApi(uploadApi, { method: 'POST', token: patient.token, body });
  return rowOf(json.data as Report);
}

async function rowOf({ _id }: Report) {
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  return row;
}

test('several photos in pieces become the pages of one report, in the named order', async () => {
  const names = ['rash.png', 'xray.jpg', 'scan.webp'];
  const slots = await slotsOf(names);
  const { status, json } = await submit(slots);
  expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
  const [row, wholeRow] = [await rowOf(json.data as Report), await sendWhole(names)];
  expect(row).toMatchObject({ pages: 3, mediaType: 'application/pdf', bytes: wholeRow?.bytes });
  expect(row?.originalName).toBe('rash.pdf');
  expect(await db().select().from(uploadPieces)).toEqual([]);

  const all = await countReports();
  const again = await submit(slots);
  expect([again.status, (again.json.data as Report)._id]).toEqual([200, (json.data as Report)._id]);
  expect((await submit(slots, { description: 'another text' })).status).toBe(409);
  const [fresh = ''] = await slotsOf(['ecg.gif']);
  expect((await submit([fresh, ...slots])).status).toBe(409);
  expect(await countReports()).toBe(all);
});

test.each(['form data', 'urlencoded', 'JSON'])(
  'are all accepted if each is named by itself, in %s',
  async (kind) => {
    const uploads = await slotsOf(['rash.png', 'xray.jpg']);
    const fields = { reportType: 'Blood Test', phoneNumber: '9876543210', description: kind };
    const form = kind === 'form data' ? new FormData() : new URLSearchParams();
    for (const [name, value] of [...Object.entries(fields), ...uploads.map((id) => ['uploads', id])])
      form.append(String(name), String(value));
    const body = kind === 'JSON' ? { ...fields, uploads } : form;
    const { status, json } = await callApi(uploadApi, { method: 'POST', token: patient.token, body });
    expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
    expect(await rowOf(json.data as Report)).toMatchObject({ pages: 2 });
  },
);

test('a damaged photo among several in pieces is named, and the others can still be sent', async () => {
  const slots = await slotsOf(['rash.png', 'truncated.jpg', 'xray.jpg']);
  const all = await countReports();
  const { status, json } = await submit(slots, { submissionKey: 'a third key' });
  expect([status, json.pages]).toMatchObject([422, [{ page: 2 }]]);
  expect(await countReports()).toBe(all);
  const { json: two } = await submit([slots[0] ?? '', slots[2] ?? ''], { submissionKey: 'a fourth key' });
  expect(await rowOf(two.data as Report)).toMatchObject({ pages: 2 });
});

test('a photo named twice is one page', async () => {
  const [slot = ''] = await slotsOf(['xray.jpg']);
  const { status, json } = await submit([slot, slot], { submissionKey: 'a fifth key' });
  expect(status).toBe(200);
  expect(await rowOf(json.data as Report)).toMatchObject({ mediaType: 'image/jpeg' });
});

test('more than 20 photos are refused', async () => {
  const slots = Array.from({ length: 21 }, (_, at) => `slot-${at}`);
  expect((await submit(slots)).status).toBe(422);
});
