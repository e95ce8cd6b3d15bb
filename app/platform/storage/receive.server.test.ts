import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  boundTo,
  directory,
  filesOnDisk,
  fixtures,
  megabyte,
  pdfOf,
  pendingFileFor,
  receiveFile,
  setUpStorage,
  storage,
  storedPath,
  tempPath,
} from '../../../tests/support/stored-files.ts';

setUpStorage();

describe('receiving a file', () => {
  test('returns a report unchanged, as a pending and as a kept file', async () => {
    for (const size of [9, 65_535, 65_536, 65_537, megabyte + 3]) {
      const content = pdfOf(size);
      const pendingFile = await pendingFileFor(content);
      expect(pendingFile).toEqual({
        name: expect.stringMatching(/^[\w-]{22}$/),
        boundTo,
        bytes: size,
        mediaType: 'application/pdf',
      });
      expect((await buffer(await storage.openPendingFile(pendingFile))).equals(content)).toBe(true);
      await storage.keep(pendingFile);
      const { stream, bytes, totalBytes } = await storage.open({
        name: pendingFile.name,
        boundTo,
        bytes: size,
      });
      expect([bytes, totalBytes]).toEqual([size, size]);
      expect((await buffer(stream)).equals(content)).toBe(true);
    }
  });

  test('stores the same file from single bytes and odd pieces', async () => {
    const content = pdfOf(9001);
    for (const pieceBytes of [1, 7, 4099, 4100, 4101]) {
      async function* pieces() {
        for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
      }
      const outcome = await storage.receive(pieces(), { boundTo, maxBytes: 9001 });
      if ('refused' in outcome) throw new Error(outcome.refused);
      expect((await buffer(await storage.openPendingFile(outcome.pendingFile))).equals(content)).toBe(true);
    }
  });

  test('creates private files and folders, and hides the report on disk', async () => {
    const content = await readFile(join(fixtures, 'blood-test.pdf'));
    const pendingFile = await pendingFileFor(content);
    expect((await stat(tempPath(pendingFile))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'tmp'))).mode & 0o777).toBe(0o700);
    await storage.keep(pendingFile);
    expect(await filesOnDisk()).toEqual([storedPath(pendingFile)]);
    expect((await stat(storedPath(pendingFile))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, pendingFile.name.slice(0, 2)))).mode & 0o777).toBe(0o700);
    const onDisk = await readFile(storedPath(pendingFile));
    for (let at = 0; at + 32 <= content.length; at += 1) {
      expect(onDisk.includes(content.subarray(at, at + 32))).toBe(false);
    }
  });

  const outcomes: Array<[string, string]> = [
    ['blood-test.pdf', 'application/pdf'],
    ['two-pages.pdf', 'application/pdf'],
    ['locked.pdf', 'application/pdf'],
    ['xray.jpg', 'image/jpeg'],
    ['rash.png', 'image/png'],
    ['huge.png', 'image/png'],
    ['phone.heic', 'image/heic'],
    ['mirrored.heif', 'image/heic'],
    ['scan.webp', 'image/webp'],
    ['ecg.gif', 'image/gif'],
    ['svg-named.png', 'wrongType'],
    ['page-named.pdf', 'wrongType'],
    ['archive.zip', 'wrongType'],
    ['README.md', 'wrongType'],
  ];
  for (const [name, outcome] of outcomes) {
    test(`detects ${name} by its content as ${outcome}`, async () => {
      const result = await storage.receive(createReadStream(join(fixtures, name)), {
        boundTo,
        maxBytes: megabyte,
      });
      expect('pendingFile' in result ? result.pendingFile.mediaType : result.refused).toBe(outcome);
      expect((await filesOnDisk()).length).toBe('pendingFile' in result ? 1 : 0);
    });
  }

  test('stores a PDF after text unchanged', async () => {
    const pdf = await readFile(join(fixtures, 'blood-test.pdf'));
    const content = Buffer.concat([Buffer.from('\ufeff\r\n'), pdf, Buffer.alloc(3000)]);
    const result = await receiveFile(content);
    if (!('pendingFile' in result)) throw new Error(result.refused);
    expect(result.pendingFile).toMatchObject({ mediaType: 'application/pdf', bytes: content.length });
    const stored = await buffer(await storage.openPendingFile(result.pendingFile));
    expect(stored.equals(content)).toBe(true);
  });

  test('refuses a picture behind an audio tag and a PDF behind a web page as the wrong type', async () => {
    const jpeg = await readFile(join(fixtures, 'xray.jpg'));
    const pdf = await readFile(join(fixtures, 'blood-test.pdf'));
    const disguises = [
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10), jpeg]),
      Buffer.concat([Buffer.from('<html>'), pdf]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), jpeg]),
    ];
    for (const content of disguises) expect(await receiveFile(content)).toEqual({ refused: 'wrongType' });
  });

  test('refuses an empty file', async () => {
    expect(await receiveFile(Buffer.alloc(0))).toEqual({ refused: 'empty' });
    expect(await storage.receive(Readable.from([]), { boundTo, maxBytes: 0 })).toEqual({ refused: 'empty' });
    expect(await filesOnDisk()).toEqual([]);
  });

  test('accepts a file of the maximum size, and refuses one byte more without leaving a file', async () => {
    for (const limit of [100, 4100, 65_536, 200_000]) {
      expect(await receiveFile(pdfOf(limit), limit)).toHaveProperty('pendingFile.bytes', limit);
      const before = await filesOnDisk();
      expect(await receiveFile(pdfOf(limit + 1), limit)).toEqual({ refused: 'tooLarge' });
      expect(await filesOnDisk()).toEqual(before);
    }
  });

  test('refuses a file that is too large and of the wrong type as too large', async () => {
    expect(await receiveFile(Buffer.from('x'.repeat(10_000)), 10_000)).toEqual({ refused: 'wrongType' });
    expect(await receiveFile(Buffer.from('x'.repeat(10_001)), 10_000)).toEqual({ refused: 'tooLarge' });
  });

  test('leaves the rest of a file that is too large unread', async () => {
    let readBytes = 0;
    const content = pdfOf(3 * megabyte);
    const source = Readable.from(
      (function* () {
        for (let at = 0; at < content.length; at += 16_384) {
          readBytes += 16_384;
          yield content.subarray(at, at + 16_384);
        }
      })(),
      { objectMode: false },
    );
    expect(await storage.receive(source, { boundTo, maxBytes: 300_000 })).toEqual({ refused: 'tooLarge' });
    expect(readBytes).toBeLessThan(megabyte);
    expect(source.destroyed).toBe(false);
    expect(source.listenerCount('readable')).toBe(0);
    // The caller may still read the rest.
    const ended = new Promise((resolve) => source.once('end', resolve));
    source.resume();
    await ended;
    expect(readBytes).toBe(content.length);
  });

  test('leaves no file after an interrupted upload', async () => {
    const cut = new PassThrough();
    cut.write(pdfOf(500_000));
    const wasCut = storage.receive(cut, { boundTo, maxBytes: megabyte });
    setTimeout(() => cut.destroy(), 100);
    await expect(wasCut).rejects.toHaveProperty('code', 'ERR_STREAM_PREMATURE_CLOSE');

    const broken = new PassThrough();
    broken.write(pdfOf(500_000));
    const failed = storage.receive(broken, { boundTo, maxBytes: megabyte });
    setTimeout(() => broken.destroy(new Error('connection lost')), 100);
    await expect(failed).rejects.toThrow('connection lost');

    async function* failing() {
      yield pdfOf(200_000);
      throw new Error('read failed');
    }
    await expect(storage.receive(failing(), { boundTo, maxBytes: megabyte })).rejects.toThrow('read failed');

    const destroyed = new PassThrough();
    destroyed.destroy();
    await expect(storage.receive(destroyed, { boundTo, maxBytes: megabyte })).rejects.toThrow();
    expect(await filesOnDisk()).toEqual([]);
  });

  test('fails if the disk cannot be written to, without consuming the upload', async () => {
    await writeFile(join(directory, 'tmp'), 'a file where the folder should be');
    const source = new PassThrough();
    source.write(pdfOf(5000));
    await expect(receiveFile(pdfOf(9), megabyte, source)).rejects.toHaveProperty('code', 'EEXIST');
    expect(source.destroyed).toBe(false);
  });

  test('fails if the disk is full, and removes the partial file', async () => {
    // The disk is not really filled. The first write through any file handle fails as on a full
    // disk.
    const probe = await open(join(fixtures, 'README.md'), 'r');
    const handles = Object.getPrototypeOf(probe);
    await probe.close();
    const { writeFile } = handles;
    let writes = 0;
    handles.writeFile = function (...args: unknown[]) {
      writes += 1;
      if (writes === 3) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return writeFile.apply(this, args);
    };
    try {
      await expect(receiveFile(pdfOf(500_000))).rejects.toHaveProperty('code', 'ENOSPC');
    } finally {
      handles.writeFile = writeFile;
    }
    expect(writes).toBe(3);
    expect(await filesOnDisk()).toEqual([]);
  });

  test('streams a large file without holding it in memory', async () => {
    const piece = randomBytes(megabyte);
    async function* pieces() {
      yield Buffer.from('%PDF-1.7\n');
      for (let count = 0; count < 200; count += 1) yield piece;
    }
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 10);
    const outcome = await storage.receive(pieces(), { boundTo, maxBytes: 300 * megabyte });
    if ('refused' in outcome) throw new Error(outcome.refused);
    let read = 0;
    for await (const part of await storage.openPendingFile(outcome.pendingFile)) read += part.length;
    clearInterval(timer);
    expect(read).toBe(outcome.pendingFile.bytes);
    expect(peak - before).toBeLessThan(120 * megabyte);
  });
});
