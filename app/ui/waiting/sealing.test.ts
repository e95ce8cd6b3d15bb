import { expect, test } from 'vitest';
import {
  type FileContent,
  openContent,
  openValue,
  sealContent,
  sealValue,
  toContent,
  toSealingKey,
} from './sealing';

const key = await toSealingKey(Buffer.alloc(32, 0xfb).toString('base64url'));
const otherKey = await toSealingKey(Buffer.alloc(32, 0xfa).toString('base64url'));
const place = 'report 1';

test('what was typed opens with its key and in its place alone, and can be read nowhere before', async () => {
  const form = { fields: [['description', 'थकान for weeks']] };
  const sealed = await sealValue(key, form, place);
  expect(await sealed.text()).not.toMatch(/description|weeks/);
  expect(await openValue(key, sealed, place)).toEqual(form);
  await expect(openValue(otherKey, sealed, place)).rejects.toThrow();
  await expect(openValue(key, sealed, 'report 2')).rejects.toThrow();
});

test('no script can read the key out', async () => {
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

const fileOf = (size: number) => {
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251);
  return { bytes, content: toContent(new File([bytes], 'scan.pdf')) };
};
const bytesOf = async (content: FileContent, from: number, to: number) =>
  new Uint8Array(await (await content.read(from, to)).arrayBuffer());
const sealedOf = async ({ name, size, read }: FileContent) => {
  const sealed = await sealContent(key, { name, size, read }, place);
  return { sealed, content: openContent(key, { sealed, name, size, place }) };
};
const chunk = 256 * 1024;

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk + 77])(
  'a file of %i bytes comes out as it was',
  async (size) => {
    const { bytes, content } = fileOf(size);
    const opened = (await sealedOf(content)).content;
    expect([opened.name, opened.size]).toEqual(['scan.pdf', size]);
    expect(Buffer.compare(await bytesOf(opened, 0, size), bytes)).toBe(0);
  },
);

test.each([
  [0, 10],
  [chunk - 5, chunk + 5],
  [chunk, 2 * chunk],
  [chunk + 100, 3 * chunk + 50],
  [3 * chunk, 3 * chunk + 77],
])('the part from %i to %i is the same as of the file', async (from, to) => {
  const { bytes, content } = fileOf(3 * chunk + 77);
  const opened = (await sealedOf(content)).content;
  expect(Buffer.compare(await bytesOf(opened, from, to), bytes.slice(from, to))).toBe(0);
});

test('a chunk that was altered or moved does not open', async () => {
  const { content } = fileOf(2 * chunk);
  const { sealed } = await sealedOf(content);
  const bytes = new Uint8Array(await sealed.arrayBuffer());
  const half = bytes.length / 2;
  const swapped = new Blob([bytes.slice(half), bytes.slice(0, half)]);
  const altered = bytes.slice();
  altered[100] = (altered[100] ?? 0) ^ 1;
  for (const wrong of [swapped, new Blob([altered]), sealed.slice(0, 50)]) {
    const opened = openContent(key, { sealed: wrong, name: '', size: 2 * chunk, place });
    await expect(opened.read(0, 2 * chunk)).rejects.toThrow();
  }
});
