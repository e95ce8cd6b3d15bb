import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtures, inFolder, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { jpegOf } from '../../../../tests/support/padded.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import { isShort } from '../../../../tests/support/short-form.ts';
import type { MediaType } from '../../media-types.ts';
import { openStorage } from '../storage.server.ts';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

let decoder: Decoder;
beforeAll(() => {
  decoder = openDecoder({ timeoutMs: patientMs });
});
afterAll(() => decoder.close());

const key = Buffer.alloc(32, 7);

/** Seals pictures on disk from their plain content. */
async function sealedOf(contents: Buffer[], folder: string) {
  const storage = await openStorage({ directory: inFolder(folder), keys: { current: key, older: [] } });
  const pictures: Parameters<Decoder['compose']>[0] = [];
  for (const [at, content] of contents.entries()) {
    const received = await storage.receive(Readable.from([content]), {
      boundTo: `picture-${at}`,
      maxBytes: 100e6,
      onWritten: (pending, sealed) => {
        pictures.push({ sealed, mediaType: pending.mediaType as MediaType });
      },
    });
    if ('refused' in received) throw new Error(received.refused);
  }
  return pictures;
}

async function composed(contents: Buffer[], folder: string) {
  const answer = await decoder.compose(await sealedOf(contents, folder));
  if ('refused' in answer) throw new Error(answer.refused);
  return buffer(answer.pdf);
}

/** Reads the colours of a page's corners, and its size. */
async function cornersOf(pdf: Buffer, page: number) {
  const drawn = await decoder.drawPage(async () => Readable.from([pdf]), {
    mediaType: 'application/pdf',
    bytes: pdf.length,
    page,
    side: 400,
  });
  if ('refused' in drawn) throw new Error(drawn.refused);
  const { data, info } = await sharp(drawn.picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number) => {
    const from = (y * width + x) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
  };
  const [right, bottom] = [width - 8, height - 8];
  return {
    isUpright: height > width,
    corners: [at(8, 8), at(right, 8), at(8, bottom), at(right, bottom)],
  };
}

/** The corners of the test sheet, from the upper left. */
const corners = ['100', '010', '001', '110'];

/** An upright sheet with a colour in each corner: red, green, blue, yellow. */
async function paper() {
  const tile = (background: string) =>
    sharp({ create: { width: 150, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
  const [a, b, c, d] = await Promise.all(['#f00', '#0f0', '#00f', '#ff0'].map(tile));
  return sharp({ create: { width: 300, height: 400, channels: 3, background: '#fff' } }).composite([
    { input: a, left: 0, top: 0 },
    { input: b, left: 150, top: 0 },
    { input: c, left: 0, top: 200 },
    { input: d, left: 150, top: 200 },
  ]);
}

const turnedBy = async (picture: Buffer, degrees: number) => sharp(picture).rotate(degrees).toBuffer();
const mirrored = async (picture: Buffer) => sharp(picture).flop().toBuffer();

/** Stores the sheet so that it is upright under an EXIF orientation. */
const stored: Record<number, (upright: Buffer) => Promise<Buffer>> = {
  1: async (one) => one,
  2: mirrored,
  3: (one) => turnedBy(one, 180),
  4: async (one) => mirrored(await turnedBy(one, 180)),
  5: async (one) => mirrored(await turnedBy(one, 90)),
  6: (one) => turnedBy(one, 270),
  7: async (one) => mirrored(await turnedBy(one, 270)),
  8: (one) => turnedBy(one, 90),
};

test('makes an upright page of each picture, in order, for every orientation and format', async () => {
  const flat = await (await paper()).png().toBuffer();
  const turned = Object.entries(stored).map(async ([orientation, lay]) =>
    sharp(await lay(flat))
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: Number(orientation) })
      .toBuffer(),
  );
  const otherFiles = [
    sharp(flat).png().toBuffer(),
    sharp(flat).webp({ lossless: true }).toBuffer(),
    sharp(flat).gif().toBuffer(),
  ];
  const pdf = await composed(await Promise.all([...turned, ...otherFiles]), 'orientations');
  for (let page = 1; page <= 11; page += 1) {
    expect([page, await cornersOf(pdf, page)]).toEqual([page, { isUpright: true, corners }]);
  }
});

/** Undoes the filters of a PNG's rows, one byte per pixel (PNG specification, 9). */
function unfiltered(rows: Buffer, width: number): Buffer {
  const height = rows.length / (width + 1);
  const plain = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (width + 1)];
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const left = x > 0 ? (plain[at - 1] ?? 0) : 0;
      const up = y > 0 ? (plain[at - width] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (plain[at - width - 1] ?? 0) : 0;
      const nearest = [left, up, corner].reduce((best, one) =>
        Math.abs(left + up - corner - one) < Math.abs(left + up - corner - best) ? one : best,
      );
      const predicted = [0, left, up, (left + up) >> 1, nearest][filter ?? 0] ?? 0;
      plain[at] = (rows[y * (width + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return plain;
}

test('copies the data of a JPEG unchanged, and a PNG without loss', async () => {
  const xray = await readFile(join(fixtures, 'xray.jpg'));
  const grey = await sharp(xray).rotate().toColourspace('b-w').png().toBuffer();
  const jpeg = await sharp(xray).jpeg({ quality: 90 }).toBuffer();
  const pdf = await composed([jpeg, grey], 'lossless');
  const start = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  expect(pdf.includes(jpeg.subarray(start, jpeg.length - 2))).toBe(true);
  const [, colours = '', columns = '', bytes = ''] =
    /\/Predictor 15 \/Colors (\d) \/BitsPerComponent 8 \/Columns (\d+) >> \/Length (\d+) >>\nstream\n/.exec(
      pdf.toString('latin1'),
    ) ?? [];
  const from = pdf.indexOf('stream\n', pdf.indexOf('/Predictor')) + 'stream\n'.length;
  expect([colours, columns]).toEqual(['1', '900']);
  const rows = inflateSync(pdf.subarray(from, from + Number(bytes)));
  expect(
    unfiltered(rows, Number(columns)).equals(await sharp(grey).toColourspace('b-w').raw().toBuffer()),
  ).toBe(true);
  const checked = await decoder.decode(Readable.from([pdf], { objectMode: false }), {
    mediaType: 'application/pdf',
    bytes: pdf.length,
  });
  expect(checked).toMatchObject({ pages: 2 });
});

test('makes transparent parts white, and accepts any colour space', async () => {
  const clear = await sharp({
    create: { width: 400, height: 500, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const inks = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#00f' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  const pdf = await composed([clear, inks], 'colours');
  expect((await cornersOf(pdf, 1)).corners).toEqual(['111', '111', '111', '111']);
  expect((await cornersOf(pdf, 2)).corners).toEqual(['001', '001', '001', '001']);
});

// 75 MB. Other tests draw the pages of smaller PDFs.
test.skipIf(isShort)('makes a PDF that can be read to its last page, and refuses a larger one', async () => {
  const largestPicture = Buffer.from(await (await jpegOf(15 * 1024 * 1024)).arrayBuffer());
  const pdf = await composed(Array(5).fill(largestPicture), 'five');
  const last = { mediaType: 'application/pdf' as const, bytes: pdf.length, page: 5, side: 1800 };
  expect(await decoder.drawPage(async () => Readable.from([pdf]), last)).toMatchObject({ pages: 5 });
  const six = await sealedOf(Array(6).fill(largestPicture), 'six');
  expect(await decoder.compose(six)).toEqual({ refused: 'unreadable' });
});

test('refuses a job that the machine has no time for, and completes the next one', async () => {
  const impatient = openDecoder({ timeoutMs: 1 });
  const jpeg = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  const pictures = await sealedOf([jpeg, jpeg, jpeg], 'slow');
  expect(await impatient.compose(pictures)).toEqual({ refused: 'busy' });
  await impatient.close();
  expect(
    await decoder.compose(pictures).then((answer) => 'pdf' in answer && answer.pdf.resume()),
  ).toBeTruthy();
});
