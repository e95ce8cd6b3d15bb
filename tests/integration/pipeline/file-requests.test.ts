import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as image from '~/routes/files/image';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { jpegOf } from '../../support/padded';
import { aReportOf, type Report } from '../../support/reports';
import { openFile } from '../../support/requests';
import { sealedBytes, spoil } from '../../support/test-storage';
import { deleteByApi, pendingFor, reportsOf } from '../../support/visits';

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const listed = async (reportId: string) => {
  const { json } = await reportsOf(patient.id, patient);
  const report = (json.data as Report[]).find(({ _id }) => _id === reportId);
  if (!report) throw new Error('the report is not in the list');
  return report;
};
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());
const read = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const open = (reportId: string, headers: Record<string, string> = {}, method = 'GET') =>
  openFile(image, { token: patient.token, params: { reportId }, headers, method });

describe('a link to a file', () => {
  const follow = (link: string, module: typeof raw = raw) => {
    const { pathname } = new URL(link);
    return openFile(module, { path: link, params: { reportId: pathname.split('/').at(-1) ?? '' } });
  };
  const status = async (answer: Promise<Response>) => {
    const opened = await answer;
    await opened.arrayBuffer();
    return opened.status;
  };

  test('works without a header, for the file and its thumbnail', async () => {
    const report = await aReportOf(patient);
    expect(report.thumbnailUrl, 'it is rendered after the answer').toBeNull();
    const { reportUrl, thumbnailUrl } = await listed(report._id);
    const file = await follow(reportUrl ?? '');
    expect((await read(file)).equals(await bytesOf(await fixture('blood-test.pdf')))).toBe(true);
    const small = await follow(thumbnailUrl ?? '', thumbnail);
    expect([small.status, small.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect((await read(small)).subarray(8, 12).toString()).toBe('WEBP');
  });

  test('is valid for fifteen minutes', async () => {
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000);
    const { reportUrl } = await aReportOf(patient);
    vi.setSystemTime(Date.now() + 15 * 60_000 - 1000);
    expect(await status(follow(reportUrl ?? ''))).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    expect(await status(follow(reportUrl ?? ''))).toBe(401);
  });

  test('breaks if any part of it is changed', async () => {
    const [report, otherReport] = [await aReportOf(patient), await aReportOf(patient)];
    const expert = await an.expert();
    const link = report.reportUrl ?? '';
    const changes: ((url: URL) => void)[] = [
      (url) => url.searchParams.set('viewer', expert.id),
      (url) => url.searchParams.delete('viewer'),
      (url) => url.searchParams.set('until', String(Number(url.searchParams.get('until')) + 60)),
      (url) => url.searchParams.set('until', 'NaN'),
      (url) => url.searchParams.delete('until'),
      (url) => url.searchParams.set('signature', `${url.searchParams.get('signature')}x`),
      (url) => url.searchParams.set('signature', ''),
      (url) => url.searchParams.delete('signature'),
      (url) => {
        url.pathname = `/files/raw/${otherReport._id}`;
      },
      (url) => {
        url.pathname = `/files/thumbnail/${report._id}`;
      },
    ];
    for (const change of changes) {
      const url = new URL(link);
      change(url);
      expect(await status(follow(url.href)), url.href).toBe(401);
    }
    expect(await status(follow(link)), 'unchanged').toBe(200);
  });

  test('ends with the right: the report is deleted, or the expert is no longer approved', async () => {
    const expert = await an.expert();
    const report = await aReportOf(patient);
    const listed = (await pendingFor(expert)).json.data as { _id: string; reportUrl: string }[];
    const ofExpert = listed.find(({ _id }) => _id === report._id)?.reportUrl ?? '';
    expect(ofExpert).not.toBe(report.reportUrl);
    expect(await status(follow(ofExpert))).toBe(200);
    await execute(db().update(users).set({ approved: false }).where(eq(users.id, expert.id)));
    expect(await status(follow(ofExpert))).toBe(404);

    expect(await status(follow(report.reportUrl ?? ''))).toBe(200);
    await deleteByApi(patient, report._id);
    expect(await status(follow(report.reportUrl ?? ''))).toBe(404);
  });
});

describe('a part of a file', () => {
  let reportId: string;
  let whole: Buffer;
  beforeAll(async () => {
    const file = await jpegOf(200_000);
    whole = await bytesOf(file);
    reportId = (await aReportOf(patient, { file }))._id;
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=0-0', 0, 0],
    ['bytes=65530-65545', 65_530, 65_545],
    ['bytes=131071-131072', 131_071, 131_072],
    ['bytes=199990-', 199_990, 199_999],
    ['bytes=-10', 199_990, 199_999],
    ['bytes=-999999', 0, 199_999],
    ['bytes=199999-999999', 199_999, 199_999],
    ['bytes=0-', 0, 199_999],
  ])('%s returns exactly these bytes', async (range, first, last) => {
    const answer = await open(reportId, { Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/200000`);
    expect(answer.headers.get('Content-Length')).toBe(String(last - first + 1));
    expect((await read(answer)).equals(whole.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=200000-', 'bytes=999999-', 'bytes=-0', 'bytes=200000-300000'])(
    '%s is outside the file',
    async (range) => {
      const answer = await open(reportId, { Range: range });
      expect([answer.status, answer.headers.get('Content-Range')]).toEqual([416, 'bytes */200000']);
      expect(await answer.text()).toBe('');
    },
  );

  test.each(['bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes', '0-1'])(
    '%s is not understood, and returns the whole file',
    async (range) => {
      const answer = await open(reportId, { Range: range });
      expect([answer.status, answer.headers.get('Content-Range')]).toEqual([200, null]);
      expect((await read(answer)).equals(whole)).toBe(true);
    },
  );

  test('returns only the headers for HEAD', async () => {
    const answer = await open(reportId, {}, 'HEAD');
    expect([answer.status, answer.headers.get('Content-Length')]).toEqual([200, '200000']);
    expect(answer.headers.get('Accept-Ranges')).toBe('bytes');
    expect(answer.body).toBeNull();
  });
});

describe('a file answer', () => {
  test('has its own type, stays with this reader, and can run nothing', async () => {
    const file = await fixture('blood-test.pdf', 'Bericht "März"\r\nX-Evil: 1 ‮.pdf');
    const { _id } = await aReportOf(patient, { file });
    const answer = await openFile(raw, { token: patient.token, params: { reportId: _id } });
    await answer.arrayBuffer();
    expect(answer.headers.get('Content-Type')).toBe('application/pdf');
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('Cache-Control')).toMatch(/^private\b/);
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*\bsandbox\b/);
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^inline; filename="[ -~]*"; filename\*=UTF-8''[\w%.!~-]*$/,
    );
    expect(answer.headers.get('X-Evil')).toBeNull();
  });

  test('is only served under its own kind of path, and for no other method', async () => {
    const pdf = await aReportOf(patient);
    const params = { reportId: pdf._id };
    expect((await openFile(image, { token: patient.token, params })).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await openFile(raw, { token: patient.token, params, method })).status).toBe(405);
    }
    await (await openFile(raw, { cookie: patient.cookie, params })).arrayBuffer();
    const { status, headers } = await openFile(raw, { params });
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  });
});

describe('a damaged file on the disk', () => {
  /** Reads an answer up to the point where it breaks, and tells whether it broke. */
  async function readAsFarAsItGoes(answer: Response) {
    const got: Uint8Array[] = [];
    try {
      for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) got.push(piece);
      return { got: Buffer.concat(got), broke: false };
    } catch {
      return { got: Buffer.concat(got), broke: true };
    }
  }

  test('is an error, and never other bytes than the patient sent', async () => {
    const file = await jpegOf(200_000);
    const whole = await bytesOf(file);
    const { _id } = await aReportOf(patient, { file });
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    const name = row?.fileName ?? 'none';
    const right = await sealedBytes(clinic.objects, name);
    const damages: [string, Buffer][] = [5, 40, 100, 30_000, 70_000, 140_000, right.length - 1].map((at) => {
      const flipped = Buffer.from(right);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      return [`byte ${at}`, flipped];
    });
    damages.push(['cut short', right.subarray(0, 140_000)], ['cut by one', right.subarray(0, -1)]);
    damages.push(['one byte more', Buffer.concat([right, Buffer.of(0)])], ['empty', Buffer.alloc(0)]);
    for (const [what, damaged] of damages) {
      await spoil(clinic.objects, name, damaged);
      const answer = await open(_id);
      if (answer.status === 200) {
        const { got, broke } = await readAsFarAsItGoes(answer);
        expect(broke, what).toBe(true);
        expect(got.length, what).toBeLessThan(whole.length);
        expect(got.equals(whole.subarray(0, got.length)), what).toBe(true);
      } else {
        expect([what, answer.status, await answer.text()]).toEqual([what, 500, 'Could not fetch the report']);
        expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
      }
    }
    await spoil(clinic.objects, name, right);
    expect((await read(await open(_id))).equals(whole), 'the restored file').toBe(true);
  });

  test('is an error if replaced by another file', async () => {
    const [firstReport, secondReport] = [await aReportOf(patient), await aReportOf(patient)];
    const rows = await db().select().from(reports);
    const nameOf = (reportId: string) => rows.find(({ id }) => id === reportId)?.fileName ?? 'none';
    await spoil(
      clinic.objects,
      nameOf(firstReport._id),
      await sealedBytes(clinic.objects, nameOf(secondReport._id)),
    );
    const openRaw = (reportId: string) => openFile(raw, { token: patient.token, params: { reportId } });
    expect((await openRaw(firstReport._id)).status).toBe(500);
    expect((await read(await openRaw(secondReport._id))).length).toBeGreaterThan(0);
  });
});
