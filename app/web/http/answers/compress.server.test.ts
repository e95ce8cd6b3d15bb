import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brotliQuality, compress } from './compress.server';

/** A list as long as that of all countries, of which no name is said twice. */
const page = Buffer.from(
  Array.from({ length: 240 }, (_, at) => `<option value="+${at}">${name(at)} (+${at})</option>`).join(''),
);

function name(at: number) {
  return Array.from({ length: 9 }, (_, sign) =>
    String.fromCharCode(97 + ((at * 31 + sign * sign * 7 + at * sign) % 26)),
  ).join('');
}

test('an answer is what it was at either quality, and smaller at the high one', async () => {
  const fast = await compress(page, 'gzip, br');
  const high = await compress(page, 'gzip, br', brotliQuality.high);
  expect([fast.encoding, high.encoding]).toEqual(['br', 'br']);
  expect(brotliDecompressSync(fast.body)).toEqual(page);
  expect(brotliDecompressSync(high.body)).toEqual(page);
  expect(high.body.length).toBeLessThan(fast.body.length);
});

test('a client has what it takes: gzip, or the bytes as they are', async () => {
  const answer = await compress(page, 'gzip, br;q=0', brotliQuality.high);
  expect(answer.encoding).toBe('gzip');
  expect(gunzipSync(answer.body)).toEqual(page);
  expect(await compress(page, null, brotliQuality.high)).toEqual({ body: page });
  expect(await compress(page.subarray(0, 1000), 'br')).toEqual({ body: page.subarray(0, 1000) });
});
