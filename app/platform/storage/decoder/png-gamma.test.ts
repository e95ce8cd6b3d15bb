import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aDecoder, setUpDecoders } from '../../../../tests/support/decoders.ts';

setUpDecoders();

function chunk(type: string, content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), content, Buffer.alloc(4)]);
  whole.writeUInt32BE(content.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

/** Makes a PNG of one grey value that states a gamma × 100,000. */
async function greyPng(value: number, gamma: number, options: { bits?: 16; sRGB?: boolean } = {}) {
  const background = { r: value, g: value, b: value };
  const grey = sharp({ create: { width: 100, height: 100, channels: 3, background } });
  const space = options.bits === 16 ? 'rgb16' : 'srgb';
  const png = await grey.toColourspace(space).png().toBuffer();
  const stated = Buffer.alloc(4);
  stated.writeUInt32BE(gamma);
  const chunks = [chunk('gAMA', stated), ...(options.sRGB ? [chunk('sRGB', Buffer.from([0]))] : [])];
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

test.each([
  ['1.0', 100_000, {}, 187],
  ['1.0 in 16 bits', 100_000, { bits: 16 as const }, 187],
  ['0.3', 30_000, {}, 90],
  ['of screens', 45_455, {}, 127],
  ['1.0, and sRGB', 100_000, { sRGB: true }, 127],
])('a PNG with a gamma %s is as bright as a browser shows it', async (_gamma, gamma, options, brightness) => {
  const content = await greyPng(127, gamma, options);
  const job = { mediaType: 'image/png', bytes: content.length, page: 1, side: 1800 } as const;
  const drawn = await aDecoder().drawPage(async () => Readable.from([content]), job);
  if ('refused' in drawn) throw new Error(drawn.refused);
  const { channels } = await sharp(drawn.picture).stats();
  expect(Math.abs((channels[0]?.mean ?? 0) - brightness)).toBeLessThan(4);
});
