import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { heicOfSize } from '../../../../tests/fixtures/heic.mjs';
import { cornersOf, uprightCorners } from '../../../../tests/support/corners.ts';
import { aDecoder, fixture, fixtures, inFolder, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { isShort } from '../../../../tests/support/short-form.ts';
import type { SealedFile } from '../sealing/sealed-format.server.ts';
import { openStorage } from '../storage.server.ts';
import type { Decoder } from './decoder.server.ts';

setUpDecoders();

/** Seals a file as an upload is, and gives it to be checked. */
async function checked(content: Buffer, decoder: Decoder, o: { want?: 'picture' } = {}) {
  const storage = openStorage({
    directory: inFolder('sealed'),
    keys: { own: Buffer.alloc(32, 9), older: [] },
  });
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
