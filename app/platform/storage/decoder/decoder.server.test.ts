import { execFile, spawn } from 'node:child_process';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { heicOfSize } from '../../../../tests/fixtures/heic.mjs';
import { greedyPdf, streamBombPdf } from '../../../../tests/fixtures/pdf.mjs';
import { cornersOf, uprightCorners } from '../../../../tests/support/corners.ts';
import { projectRoot } from '../../project-root.server.ts';
import type { MediaType, ReceivedType } from '../media-types.ts';
import type { SealedFile } from '../sealing/sealed-format.server.ts';
import { openStorage } from '../storage.server.ts';
import { type Decoder, openDecoder, type Turn } from './decoder.server.ts';

const program = join(projectRoot(), 'app/platform/storage/decoder/decode.mjs');
const fixtures = join(projectRoot(), 'tests', 'fixtures');
const run = promisify(execFile);
const megabyte = 1024 * 1024;
const opened: Decoder[] = [];
let folder = '';

beforeAll(async () => {
  earlier = await children();
  folder = await mkdtemp(join(tmpdir(), 'decoder-'));
});
afterEach(() => Promise.all(opened.splice(0).map((decoder) => decoder.close())));
afterAll(() => rm(folder, { recursive: true }));

function aDecoder(o?: Parameters<typeof openDecoder>[0]): Decoder {
  const decoder = openDecoder(o);
  opened.push(decoder);
  return decoder;
}

const kindOf: Record<string, MediaType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};
const heicKinds: Record<string, ReceivedType> = { heic: 'image/heic', heif: 'image/heic' };

function bytesOf(content: Buffer, decoder: Decoder, mediaType: ReceivedType) {
  return decoder.decode(Readable.from(content, { objectMode: false }), { mediaType, bytes: content.length });
}

async function fixture(name: string, decoder: Decoder) {
  const path = join(fixtures, name);
  const ending = name.split('.').at(-1) ?? '';
  const mediaType = kindOf[ending] ?? heicKinds[ending];
  if (!mediaType) throw new Error(name);
  return decoder.decode(createReadStream(path), { mediaType, bytes: (await stat(path)).size });
}

/** Seals a file as an upload is, and gives it to be checked. */
async function checked(content: Buffer, decoder: Decoder, o: { want?: 'picture' } = {}) {
  const storage = openStorage({ directory: join(folder, 'sealed'), fileKey: Buffer.alloc(32, 9) });
  let sealed: SealedFile | undefined;
  const whenWritten = (_pendingFile: unknown, file: SealedFile) => {
    sealed = file;
  };
  const received = await storage.receive(Readable.from([content]), {
    boundTo: 'report-heic',
    maxBytes: content.length,
    whenWritten,
  });
  if (!sealed || 'refused' in received) throw new Error('the file was not received');
  return decoder.check(sealed, { mediaType: received.pendingFile.mediaType, ...o });
}

/**
 * A stand-in for the decoding program that says it is ready and then does what `behaviour` says.
 */
async function standIn(behaviour: string): Promise<string> {
  const path = join(folder, `${Math.random()}.mjs`);
  const ready = `const json = Buffer.from('{"ready":true,"thumbnailBytes":0}'); const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length); writeSync(3, Buffer.concat([length, json]));`;
  await writeFile(path, `import { writeFileSync, writeSync } from 'node:fs';\n${ready}\n${behaviour}\n`);
  return path;
}

/** What a program in the decoder's place says when it works out an expression. */
async function saidBy(expression: string): Promise<string> {
  const path = join(folder, `${Math.random()}.mjs`);
  await writeFile(
    path,
    `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
     import { spawnSync } from 'node:child_process';
     import { Worker } from 'node:worker_threads';
     const codeOf = (work) => { try { work(); return 'done'; } catch (error) { return error.code ?? String(error); } };
     writeSync(2, 'said:' + (await (async () => ${expression})()));
     process.exit(1);`,
  );
  const failure = await fixture('rash.png', aDecoder({ program: path })).catch(String);
  return String(failure).split('said:')[1] ?? `nothing: ${failure}`;
}

type Running = { pid: number; parent: number; kilobytes: number; command: string };

/** The processes of this machine that have not ended; one that waits to be collected has. */
async function processes(): Promise<Running[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=,rss=,args=']).catch(fromProc);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state, kilobytes, ...command] = line.trim().split(/\s+/);
    if (!pid || state?.startsWith('Z')) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      kilobytes: Number(kilobytes),
      command: command.join(' '),
    };
  });
}

/** The same listing where `ps` is not installed, as in small containers. */
async function fromProc(): Promise<{ stdout: string }> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const lines = pids.map(async (pid) => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const pageKilobytes = 4;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return (
      status &&
      `${pid} ${fields[1]} ${fields[0]} ${Number(fields[21]) * pageKilobytes} ${command.replaceAll('\0', ' ')}`
    );
  });
  return { stdout: (await Promise.all(lines)).join('\n') };
}

async function isRunning(pid: number): Promise<boolean> {
  return (await processes()).some((one) => one.pid === pid);
}

/** Whether nothing is left of a process, not even its exit code for its parent to collect. */
function isCollected(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** The programs this process has started and that have not ended. */
async function children(): Promise<number[]> {
  const own = (await processes()).filter((one) => one.parent === process.pid && one.command.includes('.mjs'));
  return own.map((one) => one.pid);
}

// Test files that ran before in this process may have left some that end by themselves.
let earlier: number[] = [];

/** The decoding programs these tests have started and that have not ended. */
async function programs(): Promise<number[]> {
  return (await children()).filter((pid) => !earlier.includes(pid));
}

const until = (condition: () => boolean | Promise<boolean>) =>
  expect.poll(condition, { timeout: 8000, interval: 25 }).toBe(true);

describe('a HEIC', () => {
  test('gives a JPEG of its size, upright, and the small picture of it', async () => {
    const decoder = aDecoder();
    for (const name of ['phone.heic', 'mirrored.heif']) {
      const found = await checked(await readFile(join(fixtures, name)), decoder);
      if ('refused' in found) throw new Error(found.refused);
      const jpeg = Buffer.concat((await found.converted?.toArray()) ?? []);
      const { format, width, height } = await sharp(jpeg).metadata();
      expect([format, width, height]).toEqual(['jpeg', found.width, found.height]);
      expect(await cornersOf(jpeg)).toEqual(uprightCorners);
      expect(await cornersOf((await found.thumbnail) ?? jpeg.subarray(0, 0))).toEqual(uprightCorners);
    }
  });

  test('that is to be a display picture gives the square alone', async () => {
    const found = await checked(await readFile(join(fixtures, 'phone.heic')), aDecoder(), {
      want: 'picture',
    });
    if ('refused' in found) throw new Error(found.refused);
    expect(found.converted).toBeUndefined();
    expect((await sharp(await found.thumbnail).metadata()).width).toBe(256);
  });

  test('whose JPEG nobody wants holds up no other', async () => {
    const decoder = aDecoder({ workers: 1 });
    const photo = heicOfSize(await readFile(join(fixtures, 'mirrored.heif')), 3000, 2000);
    const found = await checked(photo, decoder);
    if ('refused' in found) throw new Error(found.refused);
    found.converted?.destroy();
    expect(await found.thumbnail).toBeUndefined();
    expect(await fixture('rash.png', decoder)).toMatchObject({ width: 480 });
  });

  test('of 48 megapixels is taken, and of more than 50 is not decoded', async () => {
    const tile = await readFile(join(fixtures, 'mirrored.heif'));
    const decoder = aDecoder({ timeoutMs: 100_000 });
    const found = await checked(heicOfSize(tile, 8064, 6048), decoder);
    expect(found).toMatchObject({ width: 6048, height: 8064 });
    if ('converted' in found) found.converted?.destroy();
    expect(await checked(heicOfSize(tile, 9000, 6000), decoder)).toEqual({ refused: 'tooManyPixels' });
  }, 120_000);
});

describe('what a decode finds', () => {
  // Starting a program costs more than decoding a small file: these share one.
  let decoder: Decoder;
  beforeAll(() => {
    decoder = openDecoder();
  });
  afterAll(() => decoder.close());

  const readable: Array<[string, number, number, number]> = [
    ['blood-test.pdf', 1, 595, 842],
    ['two-pages.pdf', 2, 595, 842],
    ['xray.jpg', 1, 900, 700],
    ['rash.png', 1, 480, 360],
    ['scan.webp', 1, 512, 512],
    ['ecg.gif', 1, 500, 200],
    ['phone.heic', 1, 720, 960],
    ['mirrored.heif', 1, 512, 512],
  ];
  for (const [name, pages, width, height] of readable) {
    test(`${name} has ${pages} page(s) of ${width} × ${height}, and a small picture`, async () => {
      const found = await fixture(name, decoder);
      if ('refused' in found) throw new Error(found.refused);
      expect([found.pages, found.width, found.height]).toEqual([pages, width, height]);
      const picture = await sharp(found.thumbnail).metadata();
      expect(picture.format).toBe('webp');
      expect(found.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
      expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(480);
      expect(picture.width / picture.height).toBeCloseTo(width / height, 1);
      expect([picture.exif, picture.orientation, picture.pages]).toEqual([undefined, undefined, undefined]);
      // The picture shows something: it is not one flat colour.
      const { channels } = await sharp(found.thumbnail).stats();
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(5);
    });
  }

  for (const [name] of readable) {
    test(`${name} gives a square of 256 for a display picture`, async () => {
      const content = await readFile(join(fixtures, name));
      const ending = name.split('.')[1] ?? '';
      const mediaType = kindOf[ending] ?? heicKinds[ending] ?? 'image/gif';
      const found = await decoder.decode(Readable.from(content, { objectMode: false }), {
        mediaType,
        bytes: content.length,
        want: 'picture',
      });
      if ('refused' in found) throw new Error(found.refused);
      const { format, width, height, exif } = await sharp(found.thumbnail).metadata();
      expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
      expect(found.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
    });
  }

  const refused: Array<[string, string]> = [
    ['locked.pdf', 'passwordProtected'],
    ['no-pages.pdf', 'empty'],
    ['truncated.pdf', 'truncated'],
    ['truncated.jpg', 'truncated'],
    ['truncated.png', 'truncated'],
    ['truncated.webp', 'truncated'],
    ['truncated.gif', 'truncated'],
    ['truncated.heic', 'truncated'],
    ['huge.png', 'tooManyPixels'],
    ['svg-named.png', 'unreadable'],
    ['page-named.pdf', 'truncated'],
  ];
  for (const [name, refusal] of refused) {
    test(`${name} is refused as ${refusal}`, async () => {
      expect(await fixture(name, decoder)).toEqual({ refused: refusal });
    });
  }

  test('a picture cut off at any place is truncated, whatever its format', async () => {
    for (const name of ['xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'phone.heic']) {
      const whole = await readFile(join(fixtures, name));
      const ending = name.split('.')[1] ?? '';
      const mediaType = kindOf[ending] ?? heicKinds[ending] ?? 'image/gif';
      for (const part of [0.5, 0.9, 0.99]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        expect(await bytesOf(cut, decoder, mediaType), `${name} ${part}`).toEqual({ refused: 'truncated' });
      }
    }
  });

  test('a damaged file, and a file of a kind that is not taken, is unreadable under every taken name', async () => {
    const png = await readFile(join(fixtures, 'rash.png'));
    png.fill(0xa5, 1500, 2000);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .tiff()
      .toBuffer();
    expect(await bytesOf(png, decoder, 'image/png')).toEqual({ refused: 'unreadable' });
    expect(await bytesOf(svg, decoder, 'image/jpeg')).toEqual({ refused: 'unreadable' });
    expect(await bytesOf(tiff, decoder, 'image/jpeg')).toEqual({ refused: 'unreadable' });
    expect(await bytesOf(Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), decoder, 'application/pdf')).toEqual({
      refused: 'unreadable',
    });
    const jpeg = await readFile(join(fixtures, 'xray.jpg'));
    expect(await bytesOf(jpeg, decoder, 'image/png')).toEqual({ refused: 'unreadable' });
    expect(await bytesOf(Buffer.alloc(0), decoder, 'image/png')).toEqual({ refused: 'empty' });
  });

  test('50 megapixels are taken and more are not', async () => {
    const flat = (height: number) =>
      sharp({ create: { width: 5000, height, channels: 3, background: '#777' } })
        .png({ palette: true, colours: 2 })
        .toBuffer();
    expect(await bytesOf(await flat(10_000), decoder, 'image/png')).toHaveProperty('height', 10_000);
    expect(await bytesOf(await flat(10_001), decoder, 'image/png')).toEqual({ refused: 'tooManyPixels' });
  });

  test('a picture that compresses badly still gets a small picture of at most 20 KB', async () => {
    const noise = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 80 },
      },
    })
      .jpeg()
      .toBuffer();
    const found = await bytesOf(noise, decoder, 'image/jpeg');
    if ('refused' in found) throw new Error(found.refused);
    expect(found.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
  });

  test('a page of an absurd shape is drawn within bounds', async () => {
    const pdf = (await readFile(join(fixtures, 'blood-test.pdf'))).toString('latin1');
    for (const box of ['0 0 9 1 ', '0 0 9999999', '0 0 1 99999']) {
      const content = Buffer.from(pdf.replace('[0 0 595 842]', `[${box}]`.padEnd(13)), 'latin1');
      const found = await bytesOf(content, decoder, 'application/pdf');
      if ('refused' in found) expect(found.refused).toBe('unreadable');
      else expect((await sharp(found.thumbnail).metadata()).width).toBeLessThanOrEqual(480);
    }
  });

  test('a pending file goes from storage into the decoder without being decrypted on disk', async () => {
    const storage = openStorage({ directory: join(folder, 'files'), fileKey: Buffer.alloc(32, 7) });
    const source = createReadStream(join(fixtures, 'xray.jpg'));
    const outcome = await storage.receive(source, { boundTo: 'report-1', maxBytes: megabyte });
    if ('refused' in outcome) throw new Error(outcome.refused);
    const stream = await storage.openPendingFile(outcome.pendingFile);
    expect(await decoder.decode(stream, outcome.pendingFile)).toHaveProperty('width', 900);
    expect(stream.destroyed).toBe(true);
  });
});

describe('a page drawn for reading', () => {
  const side = 1800;
  let shared: Decoder;
  beforeAll(() => {
    shared = openDecoder();
  });
  afterAll(() => shared.close());

  async function page(name: string, number: number, decoder = shared) {
    const path = join(fixtures, name);
    const mediaType = kindOf[name.split('.').at(-1) ?? ''] ?? 'application/pdf';
    const job = { mediaType, bytes: (await stat(path)).size, page: number, side };
    return decoder.drawPage(async () => createReadStream(path), job);
  }

  async function pictureIn(drawn: Awaited<ReturnType<typeof page>>) {
    if ('refused' in drawn) throw new Error(drawn.refused);
    return sharp(drawn.picture).metadata();
  }

  test('a PDF gives each of its pages, large enough to read, and each another one', async () => {
    const drawn = [await page('two-pages.pdf', 1), await page('two-pages.pdf', 2)];
    for (const one of drawn) {
      expect(await pictureIn(one)).toMatchObject({ format: 'webp', height: side, width: 1271 });
      expect(one).toHaveProperty('pages', 2);
    }
    const [first, second] = drawn.map((one) => ('picture' in one ? one.picture : Buffer.alloc(0)));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });

  test.each([
    ['xray.jpg', 900, 700],
    ['rash.png', 480, 360],
    ['scan.webp', 512, 512],
    ['ecg.gif', 500, 200],
  ])('%s is its own page 1, no larger than it is', async (name, width, height) => {
    expect(await pictureIn(await page(name, 1))).toMatchObject({ format: 'webp', width, height });
  });

  test.each([
    ['locked.pdf', 1, 'passwordProtected'],
    ['truncated.jpg', 1, 'truncated'],
    ['huge.png', 1, 'tooManyPixels'],
  ])('%s, page %i: %s', async (name, number, refused) => {
    expect(await page(name, number)).toEqual({ refused });
  });

  test.each([
    ['two-pages.pdf', 3, 2],
    ['xray.jpg', 2, 1],
  ])('%s has no page %i, and says how many it has', async (name, number, pages) => {
    expect(await page(name, number)).toEqual({ refused: 'noSuchPage', pages });
  });

  test('nothing of where and how a photo was taken is left in it, and it stands upright', async () => {
    const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#a66' } })
      .withExif({ IFD0: { Copyright: 'Canary of the camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes('Canary')).toBe(true);
    const source = async () => Readable.from(photo, { objectMode: false });
    const job = { mediaType: 'image/jpeg', bytes: photo.length, page: 1, side } as const;
    const { width, height, exif, icc, xmp, orientation } = await pictureIn(
      await shared.drawPage(source, job),
    );
    expect([width, height]).toEqual([200, 400]);
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('a page that compresses badly still comes in at most 600 KB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
    const photo = await sharp({
      create: { width: 2400, height: 2400, channels: 3, background: '#888', noise },
    })
      .jpeg()
      .toBuffer();
    const job = { mediaType: 'image/jpeg', bytes: photo.length, page: 1, side } as const;
    const drawn = await shared.drawPage(async () => Readable.from(photo, { objectMode: false }), job);
    if ('refused' in drawn) throw new Error(drawn.refused);
    expect(drawn.picture.length).toBeLessThanOrEqual(600 * 1024);
    expect((await sharp(drawn.picture).metadata()).width).toBeGreaterThanOrEqual(450);
  });

  test('a page that never ends is stopped, and an upload does not wait for it', async () => {
    const decoder = aDecoder({ timeoutMs: 2000, workers: 1 });
    let isOver = false;
    const endless = page('endless.pdf', 1, decoder).finally(() => {
      isOver = true;
    });
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    expect(isOver).toBe(false);
    expect(await endless).toEqual({ refused: 'tooSlow' });
    expect(await page('two-pages.pdf', 2, decoder)).toHaveProperty('pages', 2);
  });
});

describe('a hostile or unlucky file costs one upload and not the server', () => {
  test('a PDF that never ends is stopped, and the next file is decoded', async () => {
    const decoder = aDecoder({ timeoutMs: 1500, workers: 1 });
    const both = Promise.all([fixture('endless.pdf', decoder), fixture('blood-test.pdf', decoder)]);
    await until(async () => (await programs()).length === 1);
    const [first = 0] = await programs();
    const [endless, next] = await both;
    expect(endless).toEqual({ refused: 'tooSlow' });
    expect(next).toHaveProperty('pages', 1);
    // The next one's own program may have ended by itself meanwhile: it does where it has grown.
    await until(async () => !(await programs()).includes(first));
  });

  test('content that breaks off while it waits its turn fails alone', async () => {
    const decoder = aDecoder({ workers: 1, timeoutMs: 1000 });
    const endless = fixture('endless.pdf', decoder);
    const broken = new PassThrough();
    const failed = decoder.decode(broken, { mediaType: 'image/png', bytes: 10 });
    const outcome = expect(failed).rejects.toThrow('disk failed');
    broken.destroy(new Error('disk failed'));
    const next = fixture('rash.png', decoder);
    expect(await endless).toEqual({ refused: 'tooSlow' });
    await outcome;
    expect(await next).toHaveProperty('pages', 1);
  });

  test('a program that dies over a file makes that file unreadable, and no other', async () => {
    const path = await standIn('process.stdin.once("data", () => process.abort());');
    const decoder = aDecoder({ program: path, workers: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect(await fixture('rash.png', decoder)).toEqual({ refused: 'unreadable' });
    }
  });

  test('a program killed while it has nothing to do does not fail the next file', async () => {
    const decoder = aDecoder({ workers: 1 });
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    const [pid] = await programs();
    if (!pid) throw new Error('no program is running');
    process.kill(pid, 'SIGKILL');
    // Until this process has collected it, it may not have heard of its end.
    await until(() => isCollected(pid));
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });

  test('a program that never reads its file is stopped too, and the file is let go', async () => {
    const decoder = aDecoder({ program: await standIn('setInterval(() => {}, 1000);'), timeoutMs: 300 });
    const content = Readable.from(
      (function* () {
        while (true) yield Buffer.alloc(65_536);
      })(),
      { objectMode: false },
    );
    expect(await decoder.decode(content, { mediaType: 'image/png', bytes: 1000 * megabyte })).toEqual({
      refused: 'tooSlow',
    });
    expect(content.destroyed).toBe(true);
  });

  test('a program that answers nonsense without end is stopped', async () => {
    const decoder = aDecoder({
      program: await standIn('setInterval(() => writeSync(3, Buffer.alloc(9000, 1)), 1);'),
    });
    expect(await fixture('rash.png', decoder)).toEqual({ refused: 'unreadable' });
  });

  test('a program that cannot start is a fault of the server and never the fault of the file', async () => {
    const path = join(folder, 'broken.mjs');
    await writeFile(path, 'throw new Error("sharp is not installed");');
    await expect(fixture('rash.png', aDecoder({ program: path }))).rejects.toThrow('sharp is not installed');
    await expect(fixture('rash.png', aDecoder({ program: join(folder, 'absent.mjs') }))).rejects.toThrow();
  });

  test('content that breaks off, or is not as long as said, is an error and not an answer', async () => {
    const decoder = aDecoder({ workers: 1 });
    const content = await readFile(join(fixtures, 'rash.png'));
    for (const bytes of [content.length - 1, content.length + 1]) {
      const source = Readable.from(content, { objectMode: false });
      await expect(decoder.decode(source, { mediaType: 'image/png', bytes })).rejects.toThrow('announced');
    }
    const broken = new PassThrough();
    broken.write(content.subarray(0, 100));
    const failed = decoder.decode(broken, { mediaType: 'image/png', bytes: content.length });
    setTimeout(() => broken.destroy(new Error('disk failed')), 200);
    await expect(failed).rejects.toThrow('disk failed');
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });
});

describe('whose turn it is', () => {
  /** A program that answers each job when it is told to go on, so that a test sees who is next. */
  async function oneAtATime() {
    const decoder = aDecoder({
      workers: 1,
      program: await standIn(
        `const found = Buffer.from('{"pages":1,"width":1,"height":1,"thumbnailBytes":1}');
         length.writeUInt32BE(found.length);
         process.stdin.on('data', (piece) => {
           if (piece.includes('!')) writeSync(3, Buffer.concat([length, found, Buffer.from('x')]));
         });`,
      ),
    });
    const order: string[] = [];
    const requested: Promise<unknown>[] = [];
    const ask = (name: string, turn: Turn) => {
      const contents = new PassThrough();
      const open = async () => {
        order.push(name);
        // Written in the next round, so that everybody has asked when the first is over.
        setTimeout(() => contents.end('!'), 20);
        return contents;
      };
      const job = { mediaType: 'image/png', bytes: 1, page: 1, side: 9, turn } as const;
      requested.push(decoder.drawPage(open, job));
      return turn;
    };
    return { decoder, order, ask, all: () => Promise.all(requested) };
  }
  const of = (accountId: string, isUrgent = false): Turn => ({ accountId, isUrgent });

  test('accounts that wait take turns, however many files one of them has', async () => {
    const { order, ask, all } = await oneAtATime();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, of('a'));
    for (const name of ['b1', 'b2']) ask(name, of('b'));
    ask('c1', of('c'));
    await all();
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('what is urgent goes before all that is not, by turns as well, and after what is under way', async () => {
    const { order, ask, all } = await oneAtATime();
    for (const name of ['a1', 'a2', 'a3']) ask(name, of('a'));
    for (const name of ['x1', 'x2']) ask(name, of('x', true));
    ask('y1', of('y', true));
    await all();
    expect(order).toEqual(['a1', 'x1', 'y1', 'x2', 'a2', 'a3']);
  });

  test('what waits can become urgent', async () => {
    const { order, ask, all } = await oneAtATime();
    ask('a1', of('a'));
    ask('b1', of('b'));
    const late = ask('c1', of('c'));
    Object.assign(late, of('x', true));
    await all();
    expect(order).toEqual(['a1', 'c1', 'b1']);
  });

  test('who no longer wants it when the turn comes costs no program, and the next one has it', async () => {
    const { decoder, order, ask, all } = await oneAtATime();
    ask('a1', of('a'));
    let spent = 0;
    const closed = decoder.drawPage(() => Promise.reject(new Error('closed')), {
      mediaType: 'image/png',
      bytes: 1,
      page: 1,
      side: 9,
      onSpent: (ms) => {
        spent += ms;
      },
    });
    ask('b1', of('b'));
    await expect(closed).rejects.toThrow('closed');
    await all();
    expect([order, spent]).toEqual([['a1', 'b1'], 0]);
    expect((await programs()).length).toBe(1);
  });

  test('how long a program was busy is told, whatever came of it', async () => {
    const spentOn = async (name: string, decoder: Decoder) => {
      let spent = -1;
      const content = await readFile(join(fixtures, name));
      const job = { mediaType: 'application/pdf', bytes: content.length, page: 1, side: 900 } as const;
      const drawn = await decoder.drawPage(async () => Readable.from([content]), {
        ...job,
        onSpent: (ms) => {
          spent = ms;
        },
      });
      return [spent, 'refused' in drawn ? drawn.refused : 'drawn'] as const;
    };
    const [slow, why] = await spentOn('endless.pdf', aDecoder({ timeoutMs: 700 }));
    expect([slow > 650, why]).toEqual([true, 'tooSlow']);
    const [quick, refused] = await spentOn('no-pages.pdf', aDecoder({ timeoutMs: 60_000 }));
    expect([quick > 0 && quick < 60_000, refused]).toEqual([true, 'empty']);
  });
});

describe('how much a program may have', () => {
  const isLinux = process.platform === 'linux';
  const most = 512 * 1024;

  /**
   * The most that any program of this process had resident, in kilobytes, while something was done.
   */
  async function peakWhile(work: () => Promise<unknown>) {
    let [peak, pids]: [number, number[]] = [0, []];
    const finding = setInterval(async () => {
      pids = await programs();
    }, 50);
    const reading = setInterval(() => {
      for (const pid of pids) peak = Math.max(peak, peakOf(pid));
    }, 2);
    await work().finally(() => {
      clearInterval(finding);
      clearInterval(reading);
    });
    return peak;
  }
  function peakOf(pid: number) {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  const bombs: [name: string, content: () => Buffer][] = [
    ['nested forms', greedyPdf],
    ['a stream of 500 MB', streamBombPdf],
    ['a stream of 2 GB, packed twice', () => readFileSync(join(fixtures, 'double-deflate.pdf'))],
  ];
  test.runIf(isLinux).each(bombs)(
    '%s: 512 MB at most, and the next file is decoded',
    async (name, make) => {
      const decoder = aDecoder({ workers: 1, timeoutMs: 60_000 });
      await fixture('rash.png', decoder);
      const content = make();
      let refused: unknown;
      const peak = await peakWhile(async () => {
        refused = await bytesOf(content, decoder, 'application/pdf');
      });
      process.stdout.write(`  ${name}: the decoder had ${Math.round(peak / 1024)} MB at most\n`);
      expect(refused).toEqual({ refused: 'unreadable' });
      expect(peak).toBeGreaterThan(200 * 1024);
      expect(peak).toBeLessThanOrEqual(most);
      expect(await fixture('blood-test.pdf', decoder)).toHaveProperty('pages', 1);
    },
    120_000,
  );

  test.runIf(isLinux)(
    'where the kernel does not hold a program, it ends itself',
    async () => {
      const path = process.env.PATH;
      const decoder = aDecoder({ workers: 1, timeoutMs: 60_000 });
      process.env.PATH = folder;
      await fixture('rash.png', decoder).finally(() => {
        process.env.PATH = path;
      });
      const [pid = 0] = await programs();
      expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max data size +unlimited/m);
      const peak = await peakWhile(async () => {
        expect(await bytesOf(greedyPdf(), decoder, 'application/pdf')).toEqual({ refused: 'unreadable' });
      });
      await until(async () => !(await programs()).includes(pid));
      // Between two looks of its watch it grows a little, and on a busy machine more.
      expect(peak).toBeLessThan(1.25 * most);
    },
    60_000,
  );

  test.runIf(isLinux)('the kernel ends it first, and keeps no copy of what it had', async () => {
    await fixture('rash.png', aDecoder());
    const [pid] = await programs();
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    expect(read('oom_score_adj').trim()).toBe('1000');
    expect(read('limits')).toMatch(/^Max core file size +0 +0/m);
    expect(read('limits')).not.toMatch(/^Max data size +unlimited/m);
  });

  test('many files one after the other leave it as small as it was', async () => {
    const decoder = aDecoder({ workers: 1 });
    await fixture('blood-test.pdf', decoder);
    const [first] = await programs();
    for (let round = 0; round < 5; round += 1) {
      for (const name of ['two-pages.pdf', 'xray.jpg', 'rash.png']) await fixture(name, decoder);
    }
    expect(await programs()).toEqual([first]);
  });
});

describe('what a program may touch', () => {
  const canForbid = process.allowedNodeEnvironmentFlags.has('--permission');
  const secret = () => JSON.stringify(join(folder, 'file.key'));

  test.skipIf(!canForbid)(
    'no file but its own code, where Node has a permission model (not before 22.13)',
    async () => {
      await writeFile(join(folder, 'file.key'), 'a key');
      const tries = [
        `readFileSync(${secret()})`,
        `readFileSync('/etc/passwd')`,
        `readFileSync(${JSON.stringify(join(projectRoot(), 'package.json'))})`,
        `readFileSync('/proc/self/environ')`,
        `writeFileSync(${secret()}, 'another')`,
        `spawnSync('/bin/cat', [${secret()}])`,
      ];
      for (const one of tries) {
        expect(await saidBy(`codeOf(() => ${one})`), one).toBe('ERR_ACCESS_DENIED');
      }
      const inThread = `new Promise((resolve) => new Worker(
        \`const { parentPort } = require('node:worker_threads');
          try { require('node:fs').readFileSync(${secret()}); parentPort.postMessage('read'); }
          catch (error) { parentPort.postMessage(error.code); }\`, { eval: true }).on('message', resolve))`;
      expect(await saidBy(inThread), 'in another thread').toBe('ERR_ACCESS_DENIED');
      const code = JSON.stringify(join(projectRoot(), 'node_modules', 'sharp', 'package.json'));
      expect(await saidBy(`codeOf(() => readFileSync(${code}))`)).toBe('done');
    },
    60_000,
  );

  test('a sealed file comes to it from the server, and damage or a missing file is no answer', async () => {
    const storage = openStorage({ directory: join(folder, 'sealed'), fileKey: Buffer.alloc(32, 7) });
    const decoder = aDecoder();
    for (const name of ['xray.jpg', 'two-pages.pdf', 'slow-pages.pdf']) {
      const sealed: SealedFile[] = [];
      const source = createReadStream(join(fixtures, name));
      const outcome = await storage.receive(source, {
        boundTo: 'report-1',
        maxBytes: megabyte,
        whenWritten: (_pendingFile, one) => sealed.push(one),
      });
      const [file] = sealed;
      if ('refused' in outcome || !file) throw new Error(name);
      const { mediaType } = outcome.pendingFile;
      const found = await decoder.check(file, { mediaType });
      expect(found).toHaveProperty('pages', { 'xray.jpg': 1, 'two-pages.pdf': 2 }[name] ?? 200);
      if (!('refused' in found)) await found.thumbnail;
      await expect(decoder.check({ ...file, boundTo: 'report-2' }, { mediaType })).rejects.toThrow(
        'decoding does not work here',
      );
      await storage.drop(outcome.pendingFile.name);
      await expect(decoder.check(file, { mediaType })).rejects.toThrow('ENOENT');
      expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    }
  });
});

describe('the programs', () => {
  test('many files at once wait their turn, and no more programs run than allowed', async () => {
    const decoder = aDecoder({ workers: 2 });
    const names = ['blood-test.pdf', 'xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'two-pages.pdf'];
    const found = await Promise.all([...names, ...names].map((name) => fixture(name, decoder)));
    expect(found.filter((one) => 'thumbnail' in one).length).toBe(12);
    expect((await programs()).length).toBe(2);
  });

  test('none runs before the first file, and none after a while without work', async () => {
    const decoder = aDecoder({ idleMs: 200 });
    expect(await programs()).toEqual([]);
    await fixture('rash.png', decoder);
    expect((await programs()).length).toBe(1);
    await until(async () => (await programs()).length === 0);
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });

  test('they are given no setting of the server', async () => {
    process.env.FILE_KEY_FOR_THIS_TEST = 'a secret';
    const said = await saidBy('JSON.stringify(process.env)');
    delete process.env.FILE_KEY_FOR_THIS_TEST;
    expect(Object.keys(JSON.parse(said)).sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_ENV',
      'VIPS_WARNING',
    ]);
  });

  test('closing ends them and refuses further files', async () => {
    const decoder = openDecoder({ workers: 1 });
    const first = fixture('endless.pdf', decoder);
    const second = fixture('rash.png', decoder);
    const outcomes = Promise.allSettled([first, second]);
    await until(async () => (await programs()).length === 1);
    await decoder.close();
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await programs()).toEqual([]);
    await expect(fixture('rash.png', decoder)).rejects.toThrow('closed');
  });

  for (const name of ['rash.png', 'endless.pdf']) {
    test(`one that decoded ${name} ends when the server is killed`, async () => {
      const server = `
        const { spawn } = require('node:child_process');
        const { readFileSync } = require('node:fs');
        const child = spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
        const content = readFileSync(${JSON.stringify(join(fixtures, name))});
        const json = Buffer.from(JSON.stringify({ mediaType: ${JSON.stringify(kindOf[name.split('.')[1] ?? ''])}, bytes: content.length }));
        const length = Buffer.alloc(4);
        length.writeUInt32BE(json.length);
        child.stdio[3].once('data', () => {
          child.stdin.write(Buffer.concat([length, json, content]));
          setTimeout(() => console.log(child.pid), 700);
        });`;
      const parent = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
      expect(await isRunning(pid)).toBe(true);
      parent.kill('SIGKILL');
      await until(async () => !(await isRunning(pid)));
    });
  }

  test('a large file passes through the server without being held in memory', async () => {
    const decoder = aDecoder();
    const picture = await readFile(join(fixtures, 'xray.jpg'));
    const filler = Buffer.alloc(megabyte);
    const content = Readable.from(
      (function* () {
        yield picture;
        // Bytes behind the end of a JPEG are allowed; cameras put previews there.
        for (let count = 0; count < 150; count += 1) yield Buffer.from(filler);
      })(),
      { objectMode: false },
    );
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const found = await decoder.decode(content, {
      mediaType: 'image/jpeg',
      bytes: picture.length + 150 * megabyte,
    });
    clearInterval(timer);
    expect(found).toHaveProperty('width', 900);
    expect(peak - before).toBeLessThan(100 * megabyte);
  });
});
