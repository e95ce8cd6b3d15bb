import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, efforts } from './compress.server';

/** A list as long as that of all countries, without repeated names. */
const text = Buffer.from(
  Array.from({ length: 240 }, (_, at) => `<option value="+${at}">${name(at)} (+${at})</option>`).join(''),
);

function name(at: number) {
  return Array.from({ length: 9 }, (_, sign) =>
    String.fromCharCode(97 + ((at * 31 + sign * sign * 7 + at * sign) % 26)),
  ).join('');
}

test('preserves an answer at each effort, and makes it smallest at the highest', async () => {
  const page = await compress(text, 'gzip, br', efforts.page);
  const long = await compress(text, 'gzip, br', efforts.longPage);
  expect([page.encoding, long.encoding]).toEqual(['br', 'br']);
  expect(brotliDecompressSync(page.body)).toEqual(text);
  expect(brotliDecompressSync(long.body)).toEqual(text);
  expect(long.body.length).toBeLessThan(page.body.length);
});

test.each([1, 30])('uses gzip or no encoding if the client asks for it (%i times)', async (times) => {
  const long = Buffer.concat(Array<Buffer>(times).fill(text));
  for (const effort of Object.values(efforts)) {
    const answer = await compress(long, 'gzip, br;q=0', effort);
    expect(answer.encoding).toBe('gzip');
    expect(gunzipSync(answer.body).equals(long)).toBe(true);
    expect((await compress(long, null, effort)).body).toBe(long);
    expect(await compress(text.subarray(0, 1000), 'br', effort)).toEqual({ body: text.subarray(0, 1000) });
  }
});
