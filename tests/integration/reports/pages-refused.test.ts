import { readdir, readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { consume } from '~/platform/limits/limits.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { jpegOf, pdfOf } from '../../support/padded';
import { type FileInput, formOf, sendPages, toFile } from '../../support/pages';
import { countReports } from '../../support/reports';
import { postPage } from '../../support/requests';
import { ways } from '../../support/short-form';

const megabyte = 1024 * 1024;

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

let before: { files: number; rows: number | undefined };
const state = async () => {
  await untilThumbnailsStored();
  return { files: (await clinic.storedFiles()).length, rows: await countReports() };
};
beforeEach(async () => {
  before = await state();
});
afterEach(() => vi.restoreAllMocks());

/** Sends the files by API and page, and checks that both refuse them and keep nothing. */
async function expectRefusal(files: FileInput[]) {
  const { status, errors, pages } = await sendPages(patient, files);
  const onPage = await postPage(uploadPage, {
    path: '/dashboard/upload-report',
    cookie: patient.cookie,
    fields: await formOf(files),
  });
  expect([status, onPage.fieldErrors]).toEqual([status, errors]);
  expect((onPage.data as { pages?: unknown }).pages).toEqual(pages);
  expect(await state()).toEqual(before);
  return { status, onPage: onPage.status, words: errors?.report, pages };
}

const damaged = 'This file is incomplete. Please choose it again, or take a new photo.';
const wrongKind = 'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.';
const mixed = 'Please send either one PDF, or photos.';

describe('several photos', () => {
  test('are refused if one is damaged, naming each damaged page', async () => {
    expect(await expectRefusal(['rash.png', 'xray.jpg', 'truncated.jpg', 'ecg.gif', 'scan.webp'])).toEqual({
      status: 422,
      onPage: 400,
      words: `Page 3: ${damaged}`,
      pages: [{ page: 3, message: damaged }],
    });
    expect(await expectRefusal(['truncated.jpg', 'rash.png', 'archive.zip'])).toEqual({
      status: 415,
      onPage: 415,
      words: `Page 1: ${damaged}`,
      pages: [
        { page: 1, message: damaged },
        { page: 3, message: wrongKind },
      ],
    });
    const empty = new File([], 'empty.jpg');
    expect(await expectRefusal(['rash.png', empty])).toMatchObject({
      status: 422,
      pages: [{ page: 2, message: 'This file is empty. Please choose another.' }],
    });
  });

  test('have no page number if a damaged photo comes alone', async () => {
    expect(await expectRefusal(['truncated.jpg'])).toEqual({
      status: 422,
      onPage: 400,
      words: damaged,
      pages: undefined,
    });
  });

  test.each<[string, FileInput[]]>([
    ['a PDF after photos', ['rash.png', 'xray.jpg', 'blood-test.pdf']],
    ['a PDF before photos', ['blood-test.pdf', 'rash.png']],
    ['two PDFs', ['blood-test.pdf', 'two-pages.pdf']],
    ['a locked PDF', ['rash.png', 'locked.pdf']],
  ])('are refused: %s', async (_what, files) => {
    expect(await expectRefusal(files)).toEqual({ status: 415, onPage: 415, words: mixed, pages: undefined });
  });

  test('are refused if a PDF is named as a photo', async () => {
    const pdf = toFile(Buffer.from(await (await pdfOf(20_000)).arrayBuffer()), 'photo.jpg');
    expect(await expectRefusal(['rash.png', pdf])).toMatchObject({ status: 415, words: mixed });
  });

  test('are at most twenty', async () => {
    expect(await expectRefusal(Array(21).fill('rash.png'))).toEqual({
      status: 422,
      onPage: 400,
      words: 'Please send at most 20 photos.',
      pages: undefined,
    });
    const { status, report } = await sendPages(patient, Array(20).fill('rash.png'));
    expect([status, report.pages]).toEqual([200, 20]);
  });

  test('have a common limit, exceeded by a single byte', async () => {
    const before = getSettings();
    setSettings({ ...before, MAX_UPLOAD_MB: 3, maxUploadBytes: 3 * megabyte });
    onTestFinished(() => setSettings(before));
    const three = [megabyte, megabyte, megabyte];
    const whole = await Promise.all(three.map(jpegOf));
    const over = await Promise.all([...three.slice(0, 2), (three[2] ?? 0) + 1].map(jpegOf));
    expect(await expectRefusal(over)).toEqual({
      status: 413,
      onPage: 413,
      words: 'Together, the files are larger than 3 MB. Please send fewer or smaller ones.',
      pages: undefined,
    });
    expect((await sendPages(patient, whole)).status).toBe(200);
  });

  test('have at most 15 MB each, while a single photo may have more', async () => {
    const [large, over] = [await jpegOf(15 * megabyte), await jpegOf(15 * megabyte + 1)];
    const message = 'This photo is larger than 15 MB. Please take it again or choose a smaller one.';
    for (const [files, page] of ways<[files: FileInput[], page: number]>(
      [['rash.png', over], 2],
      [[over, 'rash.png'], 1],
    )) {
      expect(await expectRefusal([...files])).toEqual({
        status: 413,
        onPage: 413,
        words: `Page ${page}: ${message}`,
        pages: [{ page, message }],
      });
    }
    expect((await sendPages(patient, [large, 'rash.png'])).status).toBe(200);
    expect((await sendPages(patient, [over])).status).toBe(200);
  });

  test('count with their sum towards the limit of a day', async () => {
    const her = await a.patient();
    const maxMegabytes = 500 * getSettings().LIMIT_SCALE;
    await consume('uploadMegabytes', her.id, maxMegabytes - 19);
    const two = await Promise.all([9 * megabyte, 9 * megabyte].map(jpegOf));
    expect((await sendPages(her, two)).status).toBe(200);
    expect((await sendPages(her, ['rash.png'])).status).toBe(429);
  });
});

describe('if photos cannot be combined', () => {
  const words = 'These photos could not be combined. Please send fewer of them, or smaller ones.';
  const two = ['rash.png', 'xray.jpg'];

  test('because it takes too long, nothing is stored and the user is told', async () => {
    vi.spyOn(decoder(), 'compose').mockResolvedValue({ refused: 'tooSlow' });
    expect(await expectRefusal(two)).toEqual({ status: 422, onPage: 400, words, pages: undefined });
  });

  test('because the machine is busy, it is 503, and the same photos may be sent again', async () => {
    vi.spyOn(decoder(), 'compose').mockResolvedValueOnce({ refused: 'busy' });
    expect((await sendPages(patient, two)).status).toBe(503);
    expect(await state()).toEqual(before);
    expect((await sendPages(patient, two)).status).toBe(200);
  });

  test('because the program ends in the middle, nothing is stored and the user is told', async () => {
    vi.spyOn(decoder(), 'compose').mockImplementation(async () => {
      const pdf = new PassThrough();
      pdf.write('%PDF-1.5\n');
      pdf.write(Buffer.alloc(5000, 'x'));
      setTimeout(() => pdf.destroy(new Error('the decoding program ended')), 20);
      return { pdf };
    });
    expect(await expectRefusal(two)).toEqual({ status: 422, onPage: 400, words, pages: undefined });
  });

  test.each(['while they are put together', 'while that is kept'])(
    'because the disk is full %s, it is 507 and nothing is stored',
    async (when) => {
      const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
      const files = storage();
      if (when === 'while that is kept') vi.spyOn(files, 'keep').mockRejectedValue(full);
      else {
        const { receive } = files;
        vi.spyOn(files, 'receive').mockImplementation((source, options) =>
          source instanceof PassThrough ? Promise.reject(full) : receive(source, options),
        );
      }
      const { status } = await sendPages(patient, two);
      expect(status).toBe(507);
      expect(await state()).toEqual(before);
    },
  );

  test('because the program is killed, nothing is stored and the user is told', async () => {
    const earlier = new Set(await programs());
    const { compose } = decoder();
    vi.spyOn(decoder(), 'compose').mockImplementation(async (...args) => {
      const composed = compose(...args);
      let programId: number | undefined;
      const limits = async () => {
        programId = (await programs()).find((pid) => !earlier.has(pid));
        return readFile(`/proc/${programId}/limits`, 'utf8').catch(() => '');
      };
      // The program gets its memory limit once it is ready, and then its job.
      await expect.poll(limits, { interval: 2 }).toMatch(/^Max data size +\d/m);
      process.kill(programId ?? 0, 'SIGKILL');
      return composed;
    });
    // Two programs check pictures and keep running.
    await Promise.all([sendPages(patient, ['rash.png']), sendPages(patient, ['xray.jpg'])]);
    before = await state();
    for (const pid of await programs()) earlier.add(pid);
    const large = await jpegOf(12 * megabyte);
    const answer = await sendPages(patient, [large, large]);
    expect([answer.status, answer.errors]).toEqual([422, { report: words }]);
    expect(await state()).toEqual(before);
  });
});

/** Lists the decoding programs that this process has started. */
async function programs(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lookups = pids.map(async (pid) => {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return parent === String(process.pid) && command.includes('decode.mjs') ? [Number(pid)] : [];
  });
  return (await Promise.all(lookups)).flat();
}
