import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { heicOfSize } from '../../../../tests/fixtures/heic.mjs';
import { cornersOf, uprightCorners } from '../../../../tests/support/corners.ts';
import {
  aDecoder,
  checkSealed,
  fixture,
  fixtures,
  setUpDecoders,
} from '../../../../tests/support/decoders.ts';
import { isShort } from '../../../../tests/support/short-form.ts';
import { jpegOfHeic } from './heic.mjs';

setUpDecoders();

describe('a HEIC', () => {
  test('yields an upright JPEG of its size, and a small picture', async () => {
    const decoder = aDecoder();
    for (const name of ['phone.heic', 'mirrored.heif']) {
      const answer = await checkSealed(await readFile(join(fixtures, name)), decoder);
      if ('refused' in answer) throw new Error(answer.refused);
      const jpeg = Buffer.concat((await answer.converted?.toArray()) ?? []);
      const { format, width, height } = await sharp(jpeg).metadata();
      expect([format, width, height]).toEqual(['jpeg', answer.width, answer.height]);
      expect(await cornersOf(jpeg)).toEqual(uprightCorners);
      expect(await cornersOf((await answer.thumbnail) ?? jpeg.subarray(0, 0))).toEqual(uprightCorners);
    }
  });

  test('yields only the square for a display picture', async () => {
    const answer = await checkSealed(await readFile(join(fixtures, 'phone.heic')), aDecoder(), {
      want: 'picture',
    });
    if ('refused' in answer) throw new Error(answer.refused);
    expect(answer.converted).toBeUndefined();
    expect((await sharp(await answer.thumbnail).metadata()).width).toBe(256);
  });

  test('does not delay others if its JPEG is not read', async () => {
    const decoder = aDecoder({ workers: 1 });
    const photo = heicOfSize(await readFile(join(fixtures, 'mirrored.heif')), 3000, 2000);
    const answer = await checkSealed(photo, decoder);
    if ('refused' in answer) throw new Error(answer.refused);
    answer.converted?.destroy();
    expect(await answer.thumbnail).toBeUndefined();
    expect(await fixture('rash.png', decoder)).toMatchObject({ width: 480 });
  });

  test('keeps every pixel in place at any width', async () => {
    const tile = await readFile(join(fixtures, 'mirrored.heif'));
    // The second number is the displayed width, because phones rotate their photos.
    const seen = async (height: number, width: number) => {
      const made = await jpegOfHeic(heicOfSize(tile, height, width), 1e6);
      if (!('jpeg' in made)) throw new Error(`${width}: ${made.refused}`);
      return sharp(made.jpeg);
    };
    const whole = await (await seen(512, 512)).toBuffer();
    for (let width = 64; width <= 96; width += isShort ? 5 : 1) {
      const { data, info } = await (await seen(120, width)).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, 120]);
      const part = { left: 512 - width, top: 0, width, height: 120 };
      const points = await sharp(whole).extract(part).raw().toBuffer();
      const difference = points.reduce((sum, point, at) => sum + Math.abs(point - (data[at] ?? 0)), 0);
      expect(difference / points.length, String(width)).toBeLessThan(3);
    }
  });

  test('is accepted with bytes after its end, but not truncated', async () => {
    const photo = await readFile(join(fixtures, 'phone.heic'));
    const decoder = aDecoder();
    for (const behind of [Buffer.alloc(300), Buffer.alloc(300, 'A'), Buffer.from([1, 2, 3])]) {
      const answer = await checkSealed(Buffer.concat([photo, behind]), decoder);
      expect(answer).toMatchObject({ width: 720, height: 960 });
      if ('converted' in answer) answer.converted?.destroy();
    }
    expect(await checkSealed(photo.subarray(0, -400), decoder)).toEqual({ refused: 'truncated' });
  });

  // The short run covers this with a PNG (decoder.server.test.ts).
  test.skipIf(isShort)('is accepted with 48 megapixels, and not decoded with more than 50', async () => {
    const tile = await readFile(join(fixtures, 'mirrored.heif'));
    const decoder = aDecoder();
    const answer = await checkSealed(heicOfSize(tile, 8064, 6048), decoder);
    expect(answer).toMatchObject({ width: 6048, height: 8064 });
    if ('converted' in answer) answer.converted?.destroy();
    expect(await checkSealed(heicOfSize(tile, 9000, 6000), decoder)).toEqual({ refused: 'tooManyPixels' });
  });
});
