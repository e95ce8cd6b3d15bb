import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { unzip } from '../../tests/support/zip';
import { type ZipEntry, zipOf } from './zip-archive.server';

const at = new Date('2026-03-05T08:30:00Z');
const megabyte = 1024 * 1024;

async function* listed(...entries: ZipEntry[]) {
  yield* entries;
}

test('returns every file unchanged, compressed before or not, empty ones too', async () => {
  const [photo, words] = [randomBytes(3 * megabyte), Buffer.from('मेरी रिपोर्ट '.repeat(9000))];
  const pieces = (content: Buffer) => {
    const parts = Array.from({ length: Math.ceil(content.length / 60_000) }, (_, part) =>
      content.subarray(part * 60_000, (part + 1) * 60_000),
    );
    return Readable.from(parts);
  };
  const archive = Buffer.concat(
    await (
      await zipOf(
        listed(
          { name: 'reports/one photo.jpg', at, content: pieces(photo), isPacked: true },
          { name: 'nothing.txt', at, content: Readable.from([]) },
          { name: 'words.json', at, content: pieces(words) },
        ),
      )
    ).toArray(),
  );
  const files = unzip(archive);
  expect([...files.keys()]).toEqual(['reports/one photo.jpg', 'nothing.txt', 'words.json']);
  expect(files.get('reports/one photo.jpg')?.equals(photo)).toBe(true);
  expect(files.get('nothing.txt')?.length).toBe(0);
  expect(files.get('words.json')?.equals(words)).toBe(true);
  expect(archive.length).toBeLessThan(photo.length + words.length / 10);
});

/** Builds an endless content that counts the megabytes read from it. */
function endless() {
  const count = { megabytes: 0 };
  const content = new Readable({
    read() {
      count.megabytes += 1;
      this.push(Buffer.alloc(megabyte));
    },
  });
  return { taken: count, content };
}

test('writes no faster than it is read and closes its files when the reader stops', async () => {
  const { taken: count, content } = endless();
  const requested: string[] = [];
  async function* entries() {
    requested.push('first');
    yield { name: 'first', at, content, isPacked: true };
    requested.push('second');
    yield { name: 'second', at, content: Readable.from(['x']) };
  }
  const archive = await zipOf(entries());
  await archive[Symbol.asyncIterator]().next();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(count.megabytes).toBeLessThan(20);
  const closed = new Promise((resolve) => content.once('close', resolve));
  archive.destroy();
  await closed;
  expect([content.destroyed, requested]).toEqual([true, ['first']]);
});

test.each([
  [
    'a file breaks off',
    listed({
      name: 'broken',
      at,
      content: Readable.from(
        (async function* () {
          yield 'half';
          throw new Error('broken off');
        })(),
      ),
    }),
  ],
  [
    'the next file cannot be had',
    (async function* () {
      yield { name: 'whole', at, content: Readable.from(['whole']) };
      throw new Error('broken off');
    })(),
  ],
])('when %s, ends with the error and never looks complete', async (_when, entries) => {
  await expect((await zipOf(entries)).toArray()).rejects.toThrow('broken off');
});
