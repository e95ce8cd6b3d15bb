import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { heicOfSize } from '../../../../tests/fixtures/heic.mjs';
import { cornersOf, uprightCorners } from '../../../../tests/support/corners.ts';
import { aDecoder, checked, fixture, fixtures, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { isShort } from '../../../../tests/support/short-form.ts';
import { jpegOfHeic } from './heic.mjs';

setUpDecoders();

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

  test('of any width keeps each point where it was', async () => {
    const tile = await readFile(join(fixtures, 'mirrored.heif'));
    // The second number is the width that is seen: phones turn what they take upright.
    const seen = async (height: number, width: number) => {
      const made = await jpegOfHeic(heicOfSize(tile, height, width), 1e6);
      if (!('jpeg' in made)) throw new Error(`${width}: ${made.refused}`);
      return sharp(made.jpeg);
    };
    const whole = await (await seen(512, 512)).toBuffer();
    for (let width = 64; width <= 96; width += 1) {
      const { data, info } = await (await seen(120, width)).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, 120]);
      const part = { left: 512 - width, top: 0, width, height: 120 };
      const points = await sharp(whole).extract(part).raw().toBuffer();
      const difference = points.reduce((sum, point, at) => sum + Math.abs(point - (data[at] ?? 0)), 0);
      expect(difference / points.length, String(width)).toBeLessThan(3);
    }
  });

  test('with bytes behind its end is taken, and cut off it is not', async () => {
    const photo = await readFile(join(fixtures, 'phone.heic'));
    const decoder = aDecoder();
    for (const behind of [Buffer.alloc(300), Buffer.alloc(300, 'A'), Buffer.from([1, 2, 3])]) {
      const found = await checked(Buffer.concat([photo, behind]), decoder);
      expect(found).toMatchObject({ width: 720, height: 960 });
      if ('converted' in found) found.converted?.destroy();
    }
    expect(await checked(photo.subarray(0, -400), decoder)).toEqual({ refused: 'truncated' });
  });

  // In the short form a PNG stands for it (decoder.server.test.ts).
  test.skipIf(isShort)('of 48 megapixels is taken, and of more than 50 is not decoded', async () => {
    const tile = await readFile(join(fixtures, 'mirrored.heif'));
    const decoder = aDecoder();
    const found = await checked(heicOfSize(tile, 8064, 6048), decoder);
    expect(found).toMatchObject({ width: 6048, height: 8064 });
    if ('converted' in found) found.converted?.destroy();
    expect(await checked(heicOfSize(tile, 9000, 6000), decoder)).toEqual({ refused: 'tooManyPixels' });
  });
});
