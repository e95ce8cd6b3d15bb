import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../../../tests/fixtures/pdf.mjs';
import {
  aDecoder,
  bytesOf,
  enoughMs,
  fixture,
  fixtures,
  inFolder,
  kindOf,
  megabyte,
  programs,
  receivedTypeOf,
  setUpDecoders,
  until,
  writeStandIn,
} from '../../../../tests/support/decoders.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import type { MediaType } from '../../media-types.ts';
import { openStorage } from '../storage.server.ts';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

describe('decoding a file', () => {
  // Starting a program takes longer than decoding a small file, so these tests share one.
  let decoder: Decoder;
  beforeAll(() => {
    decoder = openDecoder({ timeoutMs: patientMs });
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
    test(`finds ${pages} page(s) of ${width} × ${height} in ${name}, and makes a small picture`, async () => {
      const answer = await fixture(name, decoder);
      if ('refused' in answer) throw new Error(answer.refused);
      expect([answer.pages, answer.width, answer.height]).toEqual([pages, width, height]);
      const picture = await sharp(answer.thumbnail).metadata();
      expect(picture.format).toBe('webp');
      expect(answer.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
      expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(480);
      expect(picture.width / picture.height).toBeCloseTo(width / height, 1);
      expect([picture.exif, picture.orientation, picture.pages]).toEqual([undefined, undefined, undefined]);
      // The picture is not a single flat colour.
      const { channels } = await sharp(answer.thumbnail).stats();
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(5);
    });
  }

  for (const [name] of readable) {
    test(`makes a square of 256 px of ${name} for a display picture`, async () => {
      const content = await readFile(join(fixtures, name));
      const mediaType = receivedTypeOf(name);
      const answer = await decoder.decode(Readable.from(content, { objectMode: false }), {
        mediaType,
        bytes: content.length,
        want: 'picture',
      });
      if ('refused' in answer) throw new Error(answer.refused);
      const { format, width, height, exif } = await sharp(answer.thumbnail).metadata();
      expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
      expect(answer.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
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
    test(`refuses ${name} as ${refusal}`, async () => {
      expect(await fixture(name, decoder)).toEqual({ refused: refusal });
    });
  }

  test('refuses a picture cut off anywhere as truncated, in every format', async () => {
    for (const name of ['xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'phone.heic']) {
      const whole = await readFile(join(fixtures, name));
      const mediaType = receivedTypeOf(name);
      for (const part of [0.5, 0.9, 0.99]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        expect(await bytesOf(cut, decoder, mediaType), `${name} ${part}`).toEqual({ refused: 'truncated' });
      }
    }
  });

  test('refuses damaged and unsupported files as unreadable, under every accepted type', async () => {
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

  test('accepts 50 megapixels and no more', async () => {
    const flat = (height: number) =>
      sharp({ create: { width: 5000, height, channels: 3, background: '#777' } })
        .png({ compressionLevel: 1 })
        .toBuffer();
    expect(await bytesOf(await flat(10_000), decoder, 'image/png')).toHaveProperty('height', 10_000);
    expect(await bytesOf(await flat(10_001), decoder, 'image/png')).toEqual({ refused: 'tooManyPixels' });
  });

  test('limits the small picture to 20 KB even if it compresses badly', async () => {
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
    const answer = await bytesOf(noise, decoder, 'image/jpeg');
    if ('refused' in answer) throw new Error(answer.refused);
    expect(answer.thumbnail.length).toBeLessThanOrEqual(20 * 1024);
  });

  test('draws a page of an absurd shape within bounds', async () => {
    const pdf = (await readFile(join(fixtures, 'blood-test.pdf'))).toString('latin1');
    for (const box of ['0 0 9 1 ', '0 0 9999999', '0 0 1 99999']) {
      const content = Buffer.from(pdf.replace('[0 0 595 842]', `[${box}]`.padEnd(13)), 'latin1');
      const answer = await bytesOf(content, decoder, 'application/pdf');
      if ('refused' in answer) expect(answer.refused).toBe('unreadable');
      else expect((await sharp(answer.thumbnail).metadata()).width).toBeLessThanOrEqual(480);
    }
  });

  test('decodes a pending file without decrypting it on disk', async () => {
    const storage = openStorage({
      directory: inFolder('files'),
      keys: { current: Buffer.alloc(32, 7), older: [] },
    });
    const source = createReadStream(join(fixtures, 'xray.jpg'));
    const outcome = await storage.receive(source, { boundTo: 'report-1', maxBytes: megabyte });
    if ('refused' in outcome) throw new Error(outcome.refused);
    const stream = await storage.openPendingFile(outcome.pendingFile);
    expect(await decoder.decode(stream, outcome.pendingFile)).toHaveProperty('width', 900);
    expect(stream.destroyed).toBe(true);
  });
});

describe('drawing a page for reading', () => {
  const side = 1800;
  let shared: Decoder;
  beforeAll(() => {
    shared = openDecoder({ timeoutMs: patientMs });
  });
  afterAll(() => shared.close());

  async function page(name: string, number: number, decoder = shared, pageSide = side) {
    const path = join(fixtures, name);
    const mediaType = kindOf[name.split('.').at(-1) ?? ''] ?? 'application/pdf';
    const job = { mediaType, bytes: (await stat(path)).size, page: number, side: pageSide };
    return decoder.drawPage(async () => createReadStream(path), job);
  }

  async function pictureIn(drawn: Awaited<ReturnType<typeof page>>) {
    if ('refused' in drawn) throw new Error(drawn.refused);
    return sharp(drawn.picture).metadata();
  }

  test('draws each page of a PDF, large enough to read', async () => {
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
  ])('draws %s as page 1, without enlarging it', async (name, width, height) => {
    expect(await pictureIn(await page(name, 1))).toMatchObject({ format: 'webp', width, height });
  });

  test('draws a PDF twice as large on request, and no photo larger than it is', async () => {
    expect(await pictureIn(await page('two-pages.pdf', 1, shared, 2 * side))).toMatchObject({
      height: 2 * side,
      width: 2543,
    });
    const photo = await pictureIn(await page('xray.jpg', 1, shared, 2 * side));
    expect(photo).toMatchObject({ width: 900, height: 700 });
  });

  test.each([
    ['locked.pdf', 1, 'passwordProtected'],
    ['truncated.jpg', 1, 'truncated'],
    ['huge.png', 1, 'tooManyPixels'],
  ])('refuses %s, page %i, as %s', async (name, number, refused) => {
    expect(await page(name, number)).toEqual({ refused });
  });

  test.each([
    ['two-pages.pdf', 3, 2],
    ['xray.jpg', 2, 1],
  ])('reports that %s has no page %i, with the number of its pages', async (name, number, pages) => {
    expect(await page(name, number)).toEqual({ refused: 'noSuchPage', pages });
  });

  test('removes the metadata of a photo, and draws it upright', async () => {
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

  test('limits a page to 600 KB even if it compresses badly', async () => {
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

  test('does not keep a doctor waiting for pages that never end', async () => {
    const before = await programs();
    const started = async () => (await programs()).filter((pid) => !before.includes(pid)).length;
    const decoder = aDecoder();
    const over: unknown[] = [];
    const ask = async (name: string, accountId: string, isUrgent = false) => {
      const path = join(fixtures, name);
      const job = {
        mediaType: 'application/pdf',
        bytes: (await stat(path)).size,
        page: 1,
        side,
        turn: { accountId, isUrgent },
      } as const;
      return decoder.drawPage(async () => createReadStream(path), job);
    };
    const endless = ['a', 'b'].map((account) =>
      ask('endless.pdf', account).then(
        () => over.push(account),
        () => undefined,
      ),
    );
    await until(async () => (await started()) > 0);
    for (let at = 0; at < 2; at += 1) {
      const drawn = await ask('two-pages.pdf', 'doctor', true);
      expect(drawn).toMatchObject({ pages: 2, picture: expect.any(Uint8Array) });
      expect(over).toEqual([]);
    }
    // One program draws slow pages, and one draws all others.
    expect(await started()).toBeLessThanOrEqual(2);
    await decoder.close();
    await Promise.all(endless);
  });

  test('moves a slow page out of the way, draws it anyway, and remembers its file as slow', async () => {
    const answer = `const found = Buffer.from('{"pages":7,"width":1,"height":1,"thumbnailBytes":1}');
      length.writeUInt32BE(found.length);
      process.stdin.on('data', (piece) => piece.includes('!') &&
        setTimeout(() => writeSync(3, Buffer.concat([length, found, Buffer.from('x')])), 1000));`;
    const decoder = aDecoder({ quickPageMs: 50, program: await writeStandIn(answer) });
    const calls: string[] = [];
    const draw = (isUrgent: boolean, isSlow = false) =>
      decoder.drawPage(async () => Readable.from([Buffer.from('!')]), {
        ...({ mediaType: 'image/png', bytes: 1, page: 1, side } as const),
        turn: { accountId: String(isUrgent), isUrgent },
        isSlow: () => isSlow,
        onSlow: () => calls.push('slow'),
        onSpent: (ms: number) => calls.push(ms < 1000 ? 'a part' : 'all of it'),
      });
    expect(await draw(false)).toMatchObject({ pages: 7 });
    expect(calls.splice(0)).toEqual(['all of it']);
    expect(await Promise.all([draw(false), draw(true)])).toMatchObject([{ pages: 7 }, { pages: 7 }]);
    expect(calls.splice(0).sort()).toEqual(['a part', 'all of it', 'all of it', 'slow']);
    expect(await Promise.all([draw(true), draw(false)])).toMatchObject([{ pages: 7 }, { pages: 7 }]);
    expect(calls.splice(0), 'nothing makes way for less urgent work').toEqual(['all of it', 'all of it']);
    expect(await draw(false, true)).toMatchObject({ pages: 7 });
    expect(calls).toEqual(['slow', 'all of it']);
  });

  /** Creates a screenshot of this many screens, with a black line at its very end. */
  const screenshot = async (screens: number) => {
    const [width, height] = [1080, 1440 * screens];
    const end = await sharp({ create: { width, height: 100, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    return sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .composite([{ input: end, left: 0, top: height - 100 }])
      .png()
      .toBuffer();
  };
  const drawnOf = async (content: Buffer, mediaType: MediaType) => {
    const job = { mediaType, bytes: content.length, page: 1, side } as const;
    const drawn = await shared.drawPage(async () => Readable.from([content]), job);
    if ('refused' in drawn) throw new Error(drawn.refused);
    return drawn.picture;
  };

  test.each([
    // A picture no longer than a phone screen fits the square.
    [1, 1080, 1440],
    [10, 948, 12_649],
    [20, 600, 16_000],
  ])('draws all of a screenshot of %i screens, wide enough to read', async (screens, width, height) => {
    const picture = await drawnOf(await screenshot(screens), 'image/png');
    const metadata = await sharp(picture).metadata();
    expect(Math.abs((metadata.width ?? 0) - width)).toBeLessThan(2);
    expect(Math.abs((metadata.height ?? 0) - height)).toBeLessThan(20);
    expect((metadata.width ?? 0) * (metadata.height ?? 0)).toBeLessThanOrEqual(12_000_000);
    const lowest = { left: 0, top: (metadata.height ?? 0) - 20, width: 100, height: 10 };
    expect(Math.max(...(await sharp(picture).extract(lowest).raw().toBuffer()))).toBeLessThan(20);
  });

  test.each([
    ['[0 0 5600 210]', 16_000, 600],
    ['[0 0 226 3000]', 950, 12_620],
    ['[0 0 595 842]', 1271, 1800],
    ['[0 0 612 1008]', 1092, 1800],
  ])('draws a page of %s points as %i × %i, according to its short side', async (box, width, height) => {
    const pdf = pdfOf(['0 0 1 1 re f']).toString('latin1').replace('[0 0 595 842]', box);
    const metadata = await sharp(await drawnOf(Buffer.from(pdf, 'latin1'), 'application/pdf')).metadata();
    expect(Math.abs((metadata.width ?? 0) - width)).toBeLessThan(4);
    expect(Math.abs((metadata.height ?? 0) - height)).toBeLessThan(40);
  });

  test('shows the beginning of a very long picture in its small picture', async () => {
    const answer = await bytesOf(await screenshot(10), shared, 'image/png');
    if ('refused' in answer) throw new Error(answer.refused);
    expect(answer).toMatchObject({ width: 1080, height: 14_400 });
    expect(await sharp(answer.thumbnail).metadata()).toMatchObject({ width: 339, height: 480 });
  });

  test('stops a page that never ends, without delaying uploads', async () => {
    const decoder = aDecoder({ processorMs: enoughMs, workers: 1 });
    let isOver = false;
    const endless = page('endless.pdf', 1, decoder).finally(() => {
      isOver = true;
    });
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    expect(isOver).toBe(false);
    expect(await endless).toEqual({ refused: 'tooSlow' });
    // On a busy machine, it may take longer than this.
    await until(async () => 'picture' in (await page('two-pages.pdf', 2, decoder)));
  });
});
