import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as image from '~/routes/files/image';
import * as page from '~/routes/files/page';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';
import { openFile } from '../../support/requests';

let patient: Somebody;
let people: Record<'expert' | 'admin', Somebody>;
let ids: Record<'pdf' | 'picture', string>;
let now = Date.now();

clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  people = { expert: await an.expert(), admin: await an.admin() };
  const [pdf, picture] = [await aReportOf(patient), await aReportOf(patient, { file: 'rash.png' })];
  ids = { pdf: pdf._id, picture: picture._id };
});

// Each test begins in a new hour, so that no opening counts towards an earlier test.
beforeEach(() => {
  now += 61 * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

const linesOf = async (reader: Somebody, reportId: string) =>
  (
    await db()
      .select()
      .from(audit)
      .where(
        and(eq(audit.objectId, reportId), eq(audit.actorId, reader.id), eq(audit.action, 'report.opened')),
      )
  ).length;

const ways = {
  'a PDF': { module: raw, report: 'pdf' },
  'a photo': { module: image, report: 'picture' },
  'a page': { module: page, report: 'pdf', params: { page: '1' } },
  'a thumbnail': { module: thumbnail, report: 'picture' },
} as const;
type Way = keyof typeof ways;

async function read(who: Somebody, way: Way, headers: Record<string, string> = {}, method = 'GET') {
  const { module, report, ...options } = ways[way];
  const params = { reportId: ids[report], ...('params' in options ? options.params : {}) };
  const answer = await openFile(module, { token: who.token, params, headers, method });
  const content = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, bytes: content.length, tag: answer.headers.get('ETag') ?? '' };
}

const ranges: [range: string, status: number][] = [
  ['bytes=0-', 206],
  ['bytes=1-', 206],
  ['bytes=-1', 206],
  ['bytes=7-7', 206],
  ['bytes=1-3,5-9', 200],
];
const cases = (['expert', 'admin'] as const).flatMap((role) =>
  (Object.keys(ways) as Way[]).flatMap((way) =>
    ranges.map(([range, status]) => [role, way, range, status] as const),
  ),
);

describe('a read of a report', () => {
  test.each(cases)('by an %s, of %s, as %s is in the audit log', async (role, way, range, status) => {
    const reader = people[role];
    const reportId = ids[ways[way].report];
    const before = await linesOf(reader, reportId);
    const answer = await read(reader, way, { Range: range });
    expect([answer.status, answer.bytes > 0]).toEqual([status, true]);
    expect((await linesOf(reader, reportId)) - before).toBe(1);
  });

  test('is one entry an hour for each reader, also for simultaneous parts', async () => {
    const { expert, admin } = people;
    const before = await linesOf(expert, ids.pdf);
    await Promise.all(
      ['bytes=5-', 'bytes=0-4', 'bytes=-9', ''].map((Range) => read(expert, 'a PDF', Range ? { Range } : {})),
    );
    await read(expert, 'a page');
    expect((await linesOf(expert, ids.pdf)) - before).toBe(1);
    const beforeAdmin = await linesOf(admin, ids.pdf);
    await read(admin, 'a PDF', { Range: 'bytes=5-' });
    expect((await linesOf(admin, ids.pdf)) - beforeAdmin).toBe(1);
    vi.setSystemTime(now + 59 * 60_000);
    await read(expert, 'a PDF');
    expect((await linesOf(expert, ids.pdf)) - before).toBe(1);
    vi.setSystemTime(now + 60 * 60_000 + 1);
    await read(expert, 'a PDF', { Range: 'bytes=5-' });
    expect((await linesOf(expert, ids.pdf)) - before).toBe(2);
  });

  test('leaves no entry if no byte was served', async () => {
    const { expert } = people;
    const { tag } = await read(expert, 'a PDF');
    vi.setSystemTime(now + 61 * 60_000);
    const before = await linesOf(expert, ids.pdf);
    expect(await read(expert, 'a PDF', {}, 'HEAD')).toMatchObject({ status: 200, bytes: 0 });
    expect(await read(expert, 'a PDF', { Range: 'bytes=1-' }, 'HEAD')).toMatchObject({ bytes: 0 });
    expect(await read(expert, 'a PDF', { 'If-None-Match': tag })).toMatchObject({ status: 304, bytes: 0 });
    expect(await read(expert, 'a PDF', { Range: 'bytes=99999999-' })).toMatchObject({
      status: 416,
      bytes: 0,
    });
    expect(await linesOf(expert, ids.pdf)).toBe(before);
  });
});
