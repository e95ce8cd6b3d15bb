import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consume, refund, retryAfter } from '~/platform/limits/limits.server';
import { decoder } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { a, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import { jpegOf, pdfOf } from '../../support/padded';
import { countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const uploadApi = apiRoute('report/upload-report');

let clinic: Clinic;
let patient: Somebody;
const open = async (settings: Record<string, string>) => {
  clinic = await openClinic(settings);
  patient = await a.patient();
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await clinic.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const send = async (
  file: File,
  { other: fields = {}, by = patient }: { other?: Parameters<typeof uploadFields>[1]; by?: Somebody } = {},
) => callApi(uploadApi, { method: 'POST', token: by.token, body: uploadFields(file, fields) });

test.each([
  ['a JPEG', jpegOf],
  ['a PDF', pdfOf],
])('%s at exactly the clinic’s limit is accepted', async (_what, fileOf) => {
  await open({ MAX_UPLOAD_MB: '1' });
  const file = await fileOf(1024 * 1024);
  expect(file.size).toBe(1024 * 1024);
  expect((await send(file)).status).toBe(200);
  expect(await countReports()).toBe(1);
});

describe('a day', () => {
  beforeEach(() => open({ LIMIT_SCALE: '1' }));

  test('allows twenty reports of one patient, without refused ones, and again the next day', async () => {
    for (let at = 0; at < 3; at += 1) {
      expect((await send(await fixture('archive.zip'))).status).toBe(415);
    }
    for (let at = 0; at < 20; at += 1) expect((await send(await fixture('rash.png'))).status).toBe(200);
    const before = await clinic.storedFiles();

    const api = await send(await fixture('rash.png'));
    expect(api.status).toBe(429);
    expect(api.json.message).toMatch(/^Too many attempts\. Please try again in /);
    expect(Number(api.headers.get('Retry-After'))).toBeGreaterThan(86_000);
    const page = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: patient.cookie,
      fields: uploadFields(await fixture('rash.png')),
    });
    expect([page.status, Number(page.headers.get('Retry-After')) > 86_000]).toEqual([429, true]);
    expect(await clinic.storedFiles()).toEqual(before);

    expect((await send(await fixture('rash.png'), { by: await a.patient() })).status).toBe(200);
    vi.setSystemTime(Date.now() + 24 * 3_600_000 + 1000);
    expect((await send(await fixture('rash.png'))).status).toBe(200);
  });

  test('counts a refused file by its cost: cheap ones cost no report, costly ones do, until the seconds end', async () => {
    vi.spyOn(decoder(), 'check').mockImplementation(async (_file, { onSpent }) => {
      onSpent?.(cost);
      return { refused: 'unreadable' };
    });
    const bomb = async () => (await send(await fixture('double-deflate.pdf'))).status;
    let cost = 1900;
    expect([await bomb(), await bomb(), await bomb()]).toEqual([422, 422, 422]);
    expect(await consume('uploads', patient.id, 20), 'cheap refusals are not counted').toBe(0);
    await refund('uploads', patient.id, 20);
    cost = 2000;
    expect([await bomb(), await bomb(), await bomb()]).toEqual([422, 422, 422]);
    expect(await consume('uploads', patient.id, 17), 'three refusals were counted').toBe(0);
    expect(await retryAfter('uploads', patient.id)).toBeGreaterThan(0);
    await refund('uploads', patient.id, 20);

    // 11.7 s are used up.
    expect(await consume('decodingMs', patient.id, 240_000 - 11_700 - 1)).toBe(0);
    expect(await bomb()).toBe(422);
    const before = await clinic.storedFiles();
    const refused = await send(await fixture('rash.png'));
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 86_000]).toEqual([429, true]);
    expect(await clinic.storedFiles()).toEqual(before);
    const mayAnother = await send(await fixture('rash.png'), { by: await a.patient() });
    expect(mayAnother.status, 'another patient learns that the file is damaged, not of a limit').toBe(422);
  });

  test('counts a file of four kilobytes that unpacks to two gigabytes by its real cost, even in a broken form', async () => {
    const used = async () => {
      const remainder = 240_000 - 1;
      // Together with this, any use before exceeds the limit of the day.
      const isUsed =
        (await consume('decodingMs', patient.id, remainder)) > 0 ||
        (await retryAfter('decodingMs', patient.id)) > 0;
      await refund('decodingMs', patient.id, remainder);
      return isUsed;
    };
    expect(await used()).toBe(false);
    const body = new FormData();
    body.set('report', await fixture('double-deflate.pdf'));
    for (const [name, value] of uploadFields(undefined, { phoneNumber: 'none' })) body.append(name, value);
    const answer = await callApi(uploadApi, { method: 'POST', token: patient.token, body });
    expect([answer.status, answer.json.errors?.phoneNumber]).toEqual([422, expect.any(String)]);
    expect(await used()).toBe(true);
  });

  test('allows 500 MB of one patient', async () => {
    await consume('uploadMegabytes', patient.id, 499);
    expect((await send(await fixture('rash.png'))).status).toBe(200);
    expect((await send(await fixture('rash.png'))).status).toBe(429);
    expect(await countReports()).toBe(1);
  });
});

describe('the same form sent twice', () => {
  beforeEach(() => open({}));
  const sameForm = { submissionKey: 'the-key-of-this-form' };

  test('in sequence is one report', async () => {
    const [first, second] = [
      await send(await fixture('rash.png'), { other: sameForm }),
      await send(await fixture('rash.png'), { other: sameForm }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(idOf(second)).toBe(idOf(first));
    expect([await countReports(), (await clinic.storedFiles()).length]).toEqual([1, 2]);
  });

  test('at the same moment is one report', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => send(await fixture('rash.png'), { other: sameForm })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect([await countReports(), (await clinic.storedFiles()).length]).toEqual([1, 2]);
  });

  test('on the page and by API is one report', async () => {
    const page = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: patient.cookie,
      fields: uploadFields(await fixture('rash.png'), sameForm),
    });
    expect(page.location).toBe('/report-submitted');
    expect((await send(await fixture('rash.png'), { other: sameForm })).status).toBe(200);
    expect(await countReports()).toBe(1);
  });

  test('by two patients is two reports, and each API call without a form is a report', async () => {
    await send(await fixture('rash.png'), { other: sameForm });
    await send(await fixture('rash.png'), { other: sameForm, by: await a.patient() });
    expect(await countReports()).toBe(2);
    await send(await fixture('rash.png'));
    await send(await fixture('rash.png'));
    expect(await countReports()).toBe(4);
  });

  test('with another file or another text is another report', async () => {
    await send(await fixture('rash.png'), { other: sameForm });
    await send(await fixture('xray.jpg'), { other: sameForm });
    await send(await fixture('rash.png'), { other: { ...sameForm, description: 'It itches now.' } });
    expect(await countReports()).toBe(3);
  });

  test('from a new form within fifteen minutes is one report, and later another', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await send(await fixture('rash.png'), { other: sameForm });
    await send(await fixture('rash.png'), { other: { submissionKey: 'another form' } });
    expect(await countReports()).toBe(1);
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1000);
    await send(await fixture('rash.png'), { other: { submissionKey: 'a third form' } });
    expect(await countReports()).toBe(2);
    vi.useRealTimers();
  });

  test('has its own key on each page, which also shows the file size limit', async () => {
    const keys = new Set<string>();
    for (let at = 0; at < 2; at += 1) {
      const page = await getPage(uploadPage, { path: '/dashboard/upload-report', cookie: patient.cookie });
      const data = page.data as { submissionKey: string; megabytes: number; maxBytes: number };
      expect([data.megabytes, data.maxBytes]).toEqual([25, 25 * 1024 * 1024]);
      keys.add(data.submissionKey);
    }
    expect(keys.size).toBe(2);
  });
});

const idOf = ({ json }: { json: Record<string, unknown> }) => (json.data as { _id: string })._id;
