import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetPages } from '~/domain/report-view/drawn-pages.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume } from '~/platform/limits/limits.server';
import { getSettings } from '~/platform/settings/env.server';
import { decoder, setStorage, storage } from '~/platform/storage/current-storage.server';
import { openDecoder } from '~/platform/storage/decoder/decoder.server';
import * as page from '~/routes/files/page';
import * as file from '~/routes/files/raw';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { enoughMs } from '../../support/decoders';
import { patientMs } from '../../support/patience';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { openFile } from '../../support/requests';
import { isShort } from '../../support/short-form';
import { deleteByApi, pendingFor, reportsOf } from '../../support/visits';

let patient: Somebody;
let expert: Somebody;
let reportId: string;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  expert = await an.expert();
  reportId = (await aReportOf(patient, { file: 'two-pages.pdf' }))._id;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Reader = Pick<Somebody, 'cookie'>;

const open = (
  id: string,
  number: number | string,
  { cookie }: Reader = expert,
  headers?: Record<string, string>,
) =>
  openFile(page, {
    path: `/files/page/${id}/${number}`,
    params: { reportId: id, page: String(number) },
    cookie,
    headers,
  });
/** Removes the page count, as in reports stored before pages were counted. */
const uncount = (id: string) =>
  execute(db().update(reports).set({ pages: 1, pagesCounted: false }).where(eq(reports.id, id)));
const statusOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};
const openingsOf = async (reader: Somebody, id: string) => {
  const lines = await db()
    .select()
    .from(audit)
    .where(and(eq(audit.objectId, id), eq(audit.actorId, reader.id), eq(audit.action, 'report.opened')));
  return lines.length;
};

describe('a page of a report', () => {
  test('is a picture cached by this reader alone, one for each page', async () => {
    const pages = [await open(reportId, 1), await open(reportId, 2)];
    const pictures: Buffer[] = [];
    for (const answer of pages) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('image/webp');
      expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const picture = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('Content-Length')).toBe(String(picture.length));
      expect((await sharp(picture).metadata()).height).toBe(1800);
      pictures.push(picture);
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
    expect(pages[0]?.headers.get('ETag')).not.toBe(pages[1]?.headers.get('ETag'));
  });

  test('is larger in the large size, and in no other size than those two', async () => {
    const sized = (size: string) =>
      openFile(page, {
        path: `/files/page/${reportId}/1/${size}`,
        params: { reportId, page: '1', size },
        cookie: expert.cookie,
      });
    const large = await sized('large');
    const picture = Buffer.from(await large.arrayBuffer());
    expect((await sharp(picture).metadata()).height).toBe(3600);
    expect(picture.length).toBeLessThanOrEqual(2.5 * 1024 * 1024);
    expect(large.headers.get('ETag')).not.toBe((await open(reportId, 1)).headers.get('ETag'));
    const drawn = vi.spyOn(decoder(), 'drawPage');
    await Promise.all([sized('large'), open(reportId, 1)]);
    expect(drawn, 'both sizes are cached').not.toHaveBeenCalled();
    for (const size of ['huge', '99999', '3600', 'LARGE', ''])
      expect([size, await statusOf(sized(size))]).toEqual([size, 404]);
    expect(drawn).not.toHaveBeenCalled();
  });

  test('opens for every reader of the file, and for nobody else', async () => {
    const otherPatient = await a.patient();
    const unapproved = await an.unapprovedExpert();
    const admin = await an.admin();
    const reviewed = await aReviewedReportOf(await a.patient(), expert);
    const ask = (id: string) => async (who: Reader) => statusOf(open(id, 1, who));
    const readers = [{ cookie: '' }, patient, otherPatient, unapproved, expert, await an.expert(), admin];
    expect(await Promise.all(readers.map(ask(reportId)))).toEqual([401, 200, 404, 404, 200, 200, 200]);
    // After the review its author may still open it; a doctor new to the patient may not.
    expect(await Promise.all(readers.map(ask(reviewed._id)))).toEqual([401, 404, 404, 404, 200, 404, 200]);
  });

  test('answers alike for a missing page, a missing report and another person’s report', async () => {
    const stranger = await a.patient();
    const answers = await Promise.all([
      open(reportId, 1, stranger),
      open('00000000-0000-7000-8000-000000000000', 1, stranger),
      ...[3, 0, -1, 1.5, 'two', '', 999_999_999].map((number) => open(reportId, number)),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(texts)).toEqual(new Set(['Report not found']));
  });

  test('is neither drawn nor sent again if the reader has it, after the permission check', async () => {
    const first = await open(reportId, 1);
    await first.arrayBuffer();
    const ifNoneMatch = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    forgetPages(reportId);
    const drawn = vi.spyOn(decoder(), 'drawPage');
    const again = await open(reportId, 1, expert, ifNoneMatch);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await statusOf(open(reportId, 1, await a.patient(), ifNoneMatch))).toBe(404);
    expect(drawn).not.toHaveBeenCalled();
  });

  test('is drawn once for all simultaneous readers, and again only once forgotten', async () => {
    const drawn = vi.spyOn(decoder(), 'drawPage');
    forgetPages(reportId);
    const readers = [expert, patient, expert, await an.admin()];
    expect(await Promise.all(readers.map((who) => statusOf(open(reportId, 2, who))))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(drawn).toHaveBeenCalledTimes(1);
    forgetPages(reportId);
    expect(await statusOf(open(reportId, 2))).toBe(200);
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  test('stays in memory for ten minutes, since another server may have deleted its report', async () => {
    forgetPages(reportId);
    const drawn = vi.spyOn(decoder(), 'drawPage');
    const later = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(now + ms);
    const now = performance.now();
    await statusOf(open(reportId, 2));
    later(9 * 60_000);
    await statusOf(open(reportId, 2));
    expect(drawn).toHaveBeenCalledTimes(1);
    // Reading the page in between does not extend the ten minutes.
    later(10 * 60_000 + 10_000);
    await statusOf(open(reportId, 2));
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  test('is deleted with its report', async () => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    expect(await statusOf(open(_id, 1))).toBe(200);
    await deleteByApi(patient, _id);
    expect(await statusOf(open(_id, 1))).toBe(404);
  });

  test('is one audit entry an hour for the report, however many pages are read', async () => {
    const reader = await an.expert();
    const report = await aReportOf(patient, { file: 'two-pages.pdf' });
    await statusOf(open(report._id, 1, reader));
    await statusOf(open(report._id, 2, reader));
    await statusOf(open(report._id, 3, reader));
    expect(await openingsOf(reader, report._id)).toBe(1);
    await statusOf(open(report._id, 1, reader));
    expect(await openingsOf(reader, report._id), 'opened again within the hour').toBe(1);
    const sly = await an.expert();
    await statusOf(open(report._id, 2, sly));
    expect(await openingsOf(sly, report._id), 'another page only').toBe(1);
  });

  test('is found in a report older than the page counts, which is counted from then on', async () => {
    const report = await aReportOf(patient, { file: 'two-pages.pdf' });
    await uncount(report._id);
    expect(await statusOf(open(report._id, 2))).toBe(200);
    expect(await statusOf(open(report._id, 3))).toBe(404);
    const [row] = await db().select({ pages: reports.pages }).from(reports).where(eq(reports.id, report._id));
    expect(row?.pages).toBe(2);
  });

  test('is not found beyond the page count, without loading the file', async () => {
    const report = await aReportOf(patient, { file: 'blood-test.pdf' });
    const drawn = vi.spyOn(decoder(), 'drawPage');
    const ask = (numbers: number[]) =>
      Promise.all(numbers.map((number) => statusOf(open(report._id, number))));
    expect(await ask([2, 3, 9999, 10_000, 10_001])).toEqual([404, 404, 404, 404, 404]);
    expect(drawn).not.toHaveBeenCalled();
    // Without a page count, the first number past the end counts the pages.
    await uncount(report._id);
    expect(await ask([10_001])).toEqual([404]);
    expect(drawn).not.toHaveBeenCalled();
    expect(await ask([7])).toEqual([404]);
    expect(await ask([8, 9, 10_000])).toEqual([404, 404, 404]);
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  test('is refused with a sentence if it takes too long, and not tried again at once', async () => {
    const report = await aReportOf(patient, { file: 'two-pages.pdf' });
    const drawn = vi.spyOn(decoder(), 'drawPage').mockImplementation(async () => {
      // Replaces the ten seconds of an endless page, which the decoder's own tests wait for.
      return { refused: 'tooSlow' };
    });
    for (let round = 0; round < 2; round += 1) {
      const answer = await open(report._id, 2);
      expect([answer.status, await answer.text()]).toEqual([
        422,
        'This page cannot be shown here. Please open the file.',
      ]);
    }
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  test('blocks nobody else: an account has two drawn at once and twenty more waiting at most', async () => {
    const ids = [reportId];
    for (let count = 0; count < 11; count += 1) {
      ids.push((await aReportOf(patient, { file: 'two-pages.pdf' }))._id);
    }
    for (const id of ids) forgetPages(id);
    let maxAtOnce = 0;
    let now = 0;
    const waiting: (() => void)[] = [];
    vi.spyOn(decoder(), 'drawPage').mockImplementation(async () => {
      // Replaces the program, so that the test decides when a page is finished.
      now += 1;
      maxAtOnce = Math.max(maxAtOnce, now);
      await new Promise<void>((resolve) => waiting.push(resolve));
      now -= 1;
      return { pages: 2, notes: [], picture: Buffer.from('a page') };
    });
    const requested = ids.flatMap((id) => [open(id, 1), open(id, 2)]);
    const beyond = await Promise.race(requested);
    expect([beyond.status, beyond.headers.get('Retry-After')]).toEqual([429, '10']);
    const neighbour = open(ids[0] ?? '', 1, await an.expert());
    await expect.poll(() => now).toBe(2);
    const finishing = setInterval(() => {
      for (const finish of waiting.splice(0)) finish();
    }, 1);
    const statuses = await Promise.all(requested.map(statusOf));
    clearInterval(finishing);
    expect(await statusOf(neighbour)).toBe(200);
    expect(maxAtOnce).toBe(2);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((s) => s === 429).length,
    ]).toEqual([22, 2]);
    for (const id of ids) forgetPages(id);
  });
});

describe('a file with pages that take too long', () => {
  const slow = async (pages: number) => {
    const report = await aReportOf(patient, { file: 'two-pages.pdf' });
    await execute(db().update(reports).set({ pages }).where(eq(reports.id, report._id)));
    return report._id;
  };
  type DrawPage = ReturnType<typeof decoder>['drawPage'];
  /**
   * Replaces the program: draws page 1, and lets any other page time out. Opens the file as the
   * real program does.
   */
  const drawingSlowly = () => {
    const program = vi.fn<(page: number) => void>();
    vi.spyOn(decoder(), 'drawPage').mockImplementation((async (openContent, { page, onSpent }) => {
      (await openContent()).destroy();
      program(page);
      onSpent?.(page === 1 ? 300 : 10_000);
      return page === 1 ? { pages: 199, notes: [], picture: Buffer.from('a page') } : { refused: 'tooSlow' };
    }) satisfies DrawPage);
    return program;
  };
  const saying = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return [status, await (await answer).text(), headers.get('Retry-After')];
  };
  const closed =
    'Some pages of this file take too long to display. Please open the file itself, or try again in ten minutes.';

  test('is closed to everyone for ten minutes after two of them, except drawn pages and the file', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const id = await slow(199);
    const otherId = await slow(199);
    const drawn = drawingSlowly();
    expect(await statusOf(open(id, 1))).toBe(200);
    const requested = await Promise.all(
      Array.from({ length: 20 }, (_, index) => statusOf(open(id, index + 2, patient))),
    );
    expect(new Set(requested)).toEqual(new Set([422]));
    // An account has at most two pages in progress at once.
    expect(drawn.mock.calls.filter(([number]) => number > 1).length).toBeLessThanOrEqual(3);
    drawn.mockClear();
    for (const who of [patient, expert, await an.admin()]) {
      expect(await saying(open(id, 150, who))).toEqual([422, closed, null]);
      expect(await statusOf(open(id, 1, who))).toBe(200);
    }
    expect(drawn).not.toHaveBeenCalled();
    const whole = await openFile(file, {
      path: `/files/raw/${id}`,
      params: { reportId: id },
      cookie: expert.cookie,
    });
    expect(await statusOf(Promise.resolve(whole))).toBe(200);
    expect(await statusOf(open(otherId, 1))).toBe(200);
    drawn.mockClear();
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1000);
    expect(await saying(open(id, 151))).toEqual([
      422,
      'This page cannot be shown here. Please open the file.',
      null,
    ]);
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  test('costs its owner an hour’s drawing time, while a doctor can still read it', async () => {
    const owner = await a.patient();
    const perHour = 300_000 * getSettings().LIMIT_SCALE;
    const aReport = () => aReportOf(owner, { file: 'two-pages.pdf' });
    const [first, second, fresh] = [await aReport(), await aReport(), await aReport()];
    const drawn = drawingSlowly();
    expect(await statusOf(open(first._id, 2, owner))).toBe(422);
    expect(await statusOf(open(first._id, 1, owner))).toBe(200);
    // Leaves 10,300 ms of the hour. The page that exceeds it is the last.
    expect(await consume('drawingMs', owner.id, perHour - 10_300 - 1)).toBe(0);
    expect(await statusOf(open(second._id, 2, owner))).toBe(422);
    drawn.mockClear();
    const [status, words, wait] = await saying(open(fresh._id, 1, owner));
    expect([status, Number(wait) > 3000]).toEqual([429, true]);
    expect(words).toMatch(/^Too many attempts/);
    expect(drawn).not.toHaveBeenCalled();
    expect(await statusOf(open(fresh._id, 1, expert))).toBe(200);
  });

  // In the short form, the test of the decoder alone proves it (decoder.server.test.ts).
  test.skipIf(isShort)('blocks no other doctor, whoever opens it', async () => {
    const usual = decoder();
    const patientDecoder = openDecoder({ timeoutMs: patientMs, processorMs: enoughMs });
    setStorage({ storage: storage(), decoder: patientDecoder });
    const [neighbour, doctor] = [await a.patient(), await an.expert()];
    const slowReportOf = async (owner: Somebody) => (await aReportOf(owner, { file: 'slow-pages.pdf' }))._id;
    const [ofPatient, ofNeighbour] = [await slowReportOf(patient), await slowReportOf(neighbour)];
    const { _id } = await aReportOf(neighbour, { file: 'two-pages.pdf' });
    let over = 0;
    const slowPages = [
      ...[2, 3].map((number) => open(ofPatient, number, patient)),
      open(ofNeighbour, 2, neighbour),
      open(ofNeighbour, 3, doctor),
    ].map((answer) =>
      statusOf(answer).finally(() => {
        over += 1;
      }),
    );
    await expect.poll(() => patientDecoder.waiting()).toBeGreaterThan(2);
    for (const number of [1, 2]) expect([await statusOf(open(_id, number)), over]).toEqual([200, 0]);
    await patientDecoder.close();
    await Promise.all(slowPages);
    setStorage({ storage: storage(), decoder: usual });
  });

  test('is drawn for a doctor before other readers, even if its owner asked first', async () => {
    const owner = await a.patient();
    const { _id } = await aReportOf(owner, { file: 'two-pages.pdf' });
    let finish: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      vi.spyOn(decoder(), 'drawPage').mockImplementation((async (_open, { turn }) => {
        requested.push(turn);
        resolve();
        await new Promise<void>((done) => {
          finish = done;
        });
        return { pages: 2, notes: [], picture: Buffer.from('a page') };
      }) satisfies DrawPage);
    });
    const requested: unknown[] = [];
    const ownPage = open(_id, 1, owner);
    await started;
    expect(requested).toEqual([{ accountId: owner.id, isUrgent: false }]);
    const doctors = open(_id, 1, expert);
    await expect.poll(() => requested).toEqual([{ accountId: expert.id, isUrgent: true }]);
    finish();
    expect(await Promise.all([ownPage, doctors].map(statusOf))).toEqual([200, 200]);
  });
});

test('the page count is shown to the readers of a report, and hidden from an unapproved expert', async () => {
  const pagesFor = async (who: Somebody) => {
    const rows = (await pendingFor(who, '?limit=100')).json.data as { _id: string; pages: number | null }[];
    return rows.find(({ _id }) => _id === reportId)?.pages;
  };
  expect(await pagesFor(expert)).toBe(2);
  expect(await pagesFor(await an.unapprovedExpert())).toBeNull();
  const ownReports = (await reportsOf(patient.id, patient)).json.data as { _id: string; pages: number }[];
  expect(ownReports.find(({ _id }) => _id === reportId)?.pages).toBe(2);
});
