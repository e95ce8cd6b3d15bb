import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSealed, fixtures, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

let decoder: Decoder;
beforeAll(() => {
  decoder = openDecoder({ timeoutMs: patientMs });
});
afterAll(() => decoder.close());

const fixture = (name: string) => readFile(join(fixtures, name));
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photo = (o: { progressive?: boolean; quality?: number } = {}) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .jpeg(o)
    .toBuffer();
const withoutLast = (content: Buffer, bytes: number) => content.subarray(0, content.length - bytes);
const with16 = (content: Buffer, tail: string) => Buffer.concat([content, Buffer.from(tail.repeat(16))]);

describe('accepts a picture that can be drawn completely', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without its end mark', async () => withoutLast(await photo(), 2)],
    ['a JPEG with half of its end mark', async () => withoutLast(await photo(), 1)],
    [
      'a progressive JPEG without its end mark',
      async () => withoutLast(await photo({ progressive: true }), 2),
    ],
    ['a photo of a phone without its end mark', async () => withoutLast(await fixture('xray.jpg'), 2)],
    ['a JPEG with bytes behind its end', async () => with16(await photo(), 'behind')],
    ['a PNG without its end chunk', async () => withoutLast(await fixture('rash.png'), 12)],
    ['a PNG with half of its end chunk', async () => withoutLast(await fixture('rash.png'), 6)],
    ['a PNG with bytes behind its end', async () => with16(await fixture('rash.png'), 'behind')],
    ['a GIF without its end mark', async () => withoutLast(await fixture('ecg.gif'), 1)],
    ['a GIF with bytes behind its end', async () => with16(await fixture('ecg.gif'), 'behind')],
    ['a WebP with bytes behind its end', async () => with16(await fixture('scan.webp'), 'behind')],
  ])('%s', async (_what, content) => {
    expect(await checkSealed(await content(), decoder)).toMatchObject({ pages: 1 });
  });
});

/** Returns the offset after the n-th part of a JPEG that begins with a marker. */
function endOfScan(jpeg: Buffer, number: number): number {
  let at = 0;
  for (let count = 0; count <= number; count += 1) at = jpeg.indexOf(Buffer.from([0xff, 0xda]), at + 2);
  return at;
}

describe('reports a truncated picture', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without its last bytes', async () => withoutLast(await photo(), 12)],
    ['a JPEG cut in two', async () => withoutLast(await photo(), 9000)],
    ['a truncated progressive JPEG', async () => withoutLast(await photo({ progressive: true }), 40)],
    ['a PNG without its last bytes', async () => withoutLast(await fixture('rash.png'), 24)],
    ['a GIF without its last bytes', async () => withoutLast(await fixture('ecg.gif'), 3)],
    ['a WebP without its last bytes', async () => withoutLast(await fixture('scan.webp'), 4)],
  ])('%s', async (_what, content) => {
    expect(await checkSealed(await content(), decoder)).toEqual({ refused: 'truncated' });
  });

  test('reports a JPEG that ends where its next scan would begin', async () => {
    const whole = await photo({ progressive: true });
    const passes = whole.toString('latin1').split('\xff\xda').length - 1;
    expect(passes).toBeGreaterThan(3);
    for (let number = 1; number < passes; number += 1) {
      // The bytes between two scans are the tables of the second.
      const table = whole.lastIndexOf(Buffer.from([0xff, 0xc4]), endOfScan(whole, number));
      const cut = Math.max(table, endOfScan(whole, number - 1) + 2);
      expect(await checkSealed(whole.subarray(0, cut), decoder), String(number)).toEqual({
        refused: 'truncated',
      });
    }
  });
});

test('stores a JPEG without an end mark with one, and draws it completely', async () => {
  const whole = await photo({ quality: 90 });
  const drawn = async (content: Buffer) => {
    const found = await checkSealed(content, decoder);
    if ('refused' in found) throw new Error(found.refused);
    return found.thumbnail;
  };
  expect((await drawn(withoutLast(whole, 2)))?.equals((await drawn(whole)) ?? whole)).toBe(true);
});
