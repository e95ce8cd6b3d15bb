import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress } from './compress.server';

/** A list as long as that of all countries, of which no name is said twice. */
const page = Buffer.from(
  Array.from({ length: 240 }, (_, at) => `<option value="+${at}">${name(at)} (+${at})</option>`).join(''),
);

function name(at: number) {
  return Array.from({ length: 9 }, (_, sign) =>
    String.fromCharCode(97 + ((at * 31 + sign * sign * 7 + at * sign) % 26)),
  ).join('');
}

test('an answer is what it was, however it was packed, and smaller where it is packed close', async () => {
  const quick = await compress(page, 'gzip, br');
  const close = await compress(page, 'gzip, br', { isClose: true });
  expect([quick.encoding, close.encoding]).toEqual(['br', 'br']);
  expect(brotliDecompressSync(quick.body)).toEqual(page);
  expect(brotliDecompressSync(close.body)).toEqual(page);
  expect(close.body.length).toBeLessThan(quick.body.length);
});

test('a client has what it takes: gzip, or the bytes as they are', async () => {
  const packed = await compress(page, 'gzip, br;q=0', { isClose: true });
  expect(packed.encoding).toBe('gzip');
  expect(gunzipSync(packed.body)).toEqual(page);
  expect(await compress(page, null, { isClose: true })).toEqual({ body: page });
  expect(await compress(page.subarray(0, 1000), 'br')).toEqual({ body: page.subarray(0, 1000) });
});
