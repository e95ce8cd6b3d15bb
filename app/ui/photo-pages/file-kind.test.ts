import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { findKindProblem } from './use-pages';

const fixture = async (name: string) =>
  new Blob([new Uint8Array(await readFile(new URL(`../../../tests/fixtures/${name}`, import.meta.url)))]);
const container = (text: string) => new Blob([new Uint8Array([0, 0, 0, 24]), text]);

describe('what a file begins with', () => {
  test.each(['blood-test.pdf', 'xray.jpg', 'rash.png', 'ecg.gif', 'scan.webp', 'truncated.jpg'])(
    '%s may be sent',
    async (name) => expect(await findKindProblem(await fixture(name))).toBeUndefined(),
  );

  test.each(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'])(
    'a photo of a phone (%s) may be sent',
    async (brand) => expect(await findKindProblem(container(`ftyp${brand}\0\0\0\0mif1heic`))).toBeUndefined(),
  );

  test.each(['svg-named.png', 'page-named.pdf', 'archive.zip'])('%s is refused', async (name) =>
    expect(await findKindProblem(await fixture(name))).toBe('kind'),
  );

  test.each([
    ['a TIFF', new Blob(['II*\0'])],
    ['a video', container('ftypisom\0\0\x02\0isomiso2')],
    ['an AVIF', container('ftypavif\0\0\0\0avifmif1')],
    ['a sound', new Blob(['RIFF....WAVEfmt '])],
    ['text', new Blob(['Haemoglobin 9.1'])],
  ])('%s is refused', async (_what, file) => expect(await findKindProblem(file)).toBe('kind'));

  test('what cannot be read is left to the server', async () => {
    const unreadable = {
      slice: () => {
        throw new Error('gone');
      },
    };
    expect(await findKindProblem(unreadable as unknown as Blob)).toBeUndefined();
  });
});
