import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  boundTo,
  chunk,
  expectDamage,
  fileKey,
  flipBit,
  inSealedFolder,
  read,
  sealed,
  sealedChunk,
  setUpSealed,
} from '../../../../tests/support/sealed-files.ts';
import { openFile } from '../core/durable-files.server.ts';
import { openSealed } from './open-sealed.server.ts';
import { headerBytes, plainSize, sealedSize } from './sealed-format.server.ts';
import { keyIdIn, keyIdOf, rewrapHeader } from './sealed-header.server.ts';

setUpSealed();

const sizes = [0, 1, 31, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 1, 1024 * 1024 + 3];

describe('opening a sealed file', () => {
  for (const size of sizes) {
    test(`returns a file of ${size} bytes unchanged, however it was split`, async () => {
      const plain = randomBytes(size);
      for (const pieceBytes of [chunk, 4097, 65_537, 3 * chunk + 11, size < 200_000 ? 13 : 999]) {
        const file = await sealed(plain, { pieceBytes });
        expect(file.length).toBe(sealedSize(size));
        expect(plainSize(file.length)).toBe(size);
        const { output: got, code, announced, total } = await read(file, { bytes: size });
        expect(code).toBeUndefined();
        expect(got.equals(plain)).toBe(true);
        expect([announced, total]).toEqual([size, size]);
      }
    });
  }

  test('reads any part of a file, within and across chunks', async () => {
    const plain = randomBytes(6 * chunk + 100);
    const file = await sealed(plain);
    const last = plain.length - 1;
    const parts: Array<[number, number]> = [
      [0, 0],
      [0, chunk - 1],
      [chunk - 1, chunk],
      [chunk, chunk],
      [10, 3 * chunk + 5],
      [1, last],
      [5 * chunk + 1, 6 * chunk - 1],
      [6 * chunk, last],
      [last, last],
      [last - 5, last + 1000],
    ];
    for (const [start, end] of parts) {
      const { output: got, announced } = await read(file, { start, end });
      expect(got.equals(plain.subarray(start, end + 1))).toBe(true);
      expect(announced).toBe(got.length);
    }
    expect((await read(file, { start: last - 9 })).output.equals(plain.subarray(last - 9))).toBe(true);
  });

  test('rejects a part outside the file', async () => {
    const file = await sealed(randomBytes(100));
    for (const part of [
      { start: 100 },
      { start: 5, end: 4 },
      { start: -1 },
      { start: 0.5, end: 9 },
      { start: 3, end: Number.NaN },
    ]) {
      expect((await read(file, part)).code).toBeInstanceOf(RangeError);
    }
    expect((await read(await sealed(Buffer.alloc(0)), { start: 0, end: 0 })).code).toBeInstanceOf(RangeError);
  });

  test('hides the content, and never seals the same file to the same bytes', async () => {
    const plain = Buffer.from('Haemoglobin 11.2 g/dL, ferritin low. '.repeat(6000));
    const [firstCopy, secondCopy] = [await sealed(plain), await sealed(plain)];
    for (let at = 0; at + 32 <= 4096; at += 1)
      expect(firstCopy.includes(plain.subarray(at, at + 32))).toBe(false);
    expect(firstCopy.includes(Buffer.from('Haemoglobin'))).toBe(false);
    expect(firstCopy.includes(fileKey)).toBe(false);
    expect(firstCopy.includes(Buffer.from(boundTo))).toBe(false);
    expect(firstCopy.subarray(12).equals(secondCopy.subarray(12))).toBe(false);
    // Equal chunks of one file differ too.
    const zeros = await sealed(Buffer.alloc(3 * chunk));
    const first = zeros.subarray(headerBytes, headerBytes + chunk);
    expect(first.equals(zeros.subarray(headerBytes + sealedChunk, headerBytes + sealedChunk + chunk))).toBe(
      false,
    );
  });
});

describe('a damaged file', () => {
  const plain = randomBytes(6 * chunk + 500);
  const chunkAt = (index: number) => headerBytes + index * sealedChunk;
  let file: Buffer;
  beforeAll(async () => {
    file = await sealed(plain);
  });

  test('fails with one changed bit anywhere in the header', async () => {
    for (let at = 0; at < headerBytes; at += 1) {
      const { output: got, code } = await read(flipBit(file, at));
      expect(code, `byte ${at}`).toBe(at >= 4 && at < 12 ? 'FILE_KEY_UNKNOWN' : 'FILE_DAMAGED');
      expect(got.length).toBe(0);
    }
  });

  test('fails with one changed bit in a chunk or its tag, without returning any of that chunk', async () => {
    for (let index = 0; index <= 6; index += 1) {
      const bodyBytes = index === 6 ? 500 : chunk;
      for (const at of [0, bodyBytes >> 1, bodyBytes - 1, bodyBytes, bodyBytes + 15]) {
        const { output: got, code } = await read(flipBit(file, chunkAt(index) + at));
        expect(code).toBe('FILE_DAMAGED');
        expect(got.equals(plain.subarray(0, index * chunk))).toBe(true);
      }
    }
  });

  test('returns a part if its own chunks are intact, and fails if one of them is damaged', async () => {
    const damaged = flipBit(file, chunkAt(3) + 7);
    const part = { start: 4 * chunk, end: 5 * chunk };
    expect((await read(damaged, part)).output.equals(plain.subarray(4 * chunk, 5 * chunk + 1))).toBe(true);
    const spoiled = await read(damaged, { start: 3 * chunk + 60_000, end: 3 * chunk + 60_001 });
    expect(spoiled.code).toBe('FILE_DAMAGED');
    expect(spoiled.output.length).toBe(0);
  });

  test('fails with two swapped chunks', async () => {
    const swapped = Buffer.from(file);
    file.copy(swapped, chunkAt(1), chunkAt(2), chunkAt(3));
    file.copy(swapped, chunkAt(2), chunkAt(1), chunkAt(2));
    await expectDamage(swapped, plain);
  });

  test('fails with a chunk missing from the middle or the end', async () => {
    for (const missingIndex of [0, 3, 5]) {
      await expectDamage(
        Buffer.concat([file.subarray(0, chunkAt(missingIndex)), file.subarray(chunkAt(missingIndex + 1))]),
        plain,
      );
    }
    for (const kept of [1, 2, 5, 6]) await expectDamage(file.subarray(0, chunkAt(kept)), plain);
  });

  test('fails if the file is cut off anywhere', async () => {
    for (const length of [
      0,
      3,
      headerBytes - 1,
      headerBytes,
      headerBytes + 15,
      headerBytes + 16,
      headerBytes + 17,
    ]) {
      await expectDamage(file.subarray(0, length), plain);
    }
    for (const length of [
      chunkAt(2) + 5,
      chunkAt(2) + 16,
      chunkAt(2) + 17,
      file.length - 1,
      file.length - 16,
    ]) {
      await expectDamage(file.subarray(0, length), plain);
    }
  });

  test('fails before the first byte if its size differs from its row', async () => {
    for (const bytes of [plain.length - 1, plain.length + 1]) {
      const { output: got, code } = await read(file, { bytes });
      expect([got.length, code]).toEqual([0, 'FILE_DAMAGED']);
    }
    const cut = await read(file.subarray(0, chunkAt(5)), { bytes: plain.length, start: 0, end: 9 });
    expect([cut.output.length, cut.code]).toEqual([0, 'FILE_DAMAGED']);
  });

  test('fails with bytes added after the end', async () => {
    await expectDamage(Buffer.concat([file, Buffer.alloc(1)]), plain);
    const fullChunks = randomBytes(2 * chunk);
    await expectDamage(Buffer.concat([await sealed(fullChunks), randomBytes(17)]), fullChunks);
  });

  test('does not open in the place of another report', async () => {
    const { output: got, code } = await read(file, { to: 'report-2' });
    expect([got.length, code]).toEqual([0, 'FILE_DAMAGED']);
  });

  test('does not open with a chunk of another file, even at the same position and under the same report', async () => {
    const otherFile = await sealed(randomBytes(plain.length));
    const mixed = Buffer.concat([
      file.subarray(0, chunkAt(1)),
      otherFile.subarray(chunkAt(1), chunkAt(2)),
      file.subarray(chunkAt(2)),
    ]);
    await expectDamage(mixed, plain);
    await expectDamage(
      Buffer.concat([otherFile.subarray(0, headerBytes), file.subarray(headerBytes)]),
      plain,
    );
  });

  test('is distinguished from a file under another key', async () => {
    const { output: got, code } = await read(file, { key: randomBytes(32) });
    expect([got.length, code]).toEqual([0, 'FILE_KEY_UNKNOWN']);
  });
});

describe('changing the key', () => {
  test('rewraps a header so that only the new key opens it', async () => {
    const newKey = randomBytes(32);
    const plain = randomBytes(chunk + 9);
    const file = await sealed(plain);
    const header = rewrapHeader({
      header: file.subarray(0, headerBytes),
      oldKeys: [fileKey],
      newKey,
      boundTo,
    });
    const moved = Buffer.concat([header, file.subarray(headerBytes)]);
    expect(keyIdIn(moved).equals(keyIdOf(newKey))).toBe(true);
    expect((await read(moved, { key: newKey })).output.equals(plain)).toBe(true);
    expect((await read(moved)).code).toBe('FILE_KEY_UNKNOWN');
  });

  test('does not rewrap a header from the wrong key or for another report', async () => {
    const header = (await sealed(randomBytes(9))).subarray(0, headerBytes);
    const newKey = randomBytes(32);
    expect(() => rewrapHeader({ header, oldKeys: [randomBytes(32)], newKey, boundTo })).toThrow(
      'FILE_KEY_UNKNOWN',
    );
    expect(() => rewrapHeader({ header, oldKeys: [fileKey], newKey, boundTo: 'report-2' })).toThrow(
      'FILE_DAMAGED',
    );
  });

  test('rejects a key of the wrong length', () => {
    expect(() => keyIdOf(randomBytes(16))).toThrow(RangeError);
  });
});

test('closes the file when the reader stops early', async () => {
  const path = inSealedFolder('early');
  await writeFile(path, await sealed(randomBytes(5 * chunk)));
  for (const readFirst of [false, true]) {
    const source = await openFile(path);
    const { stream } = await openSealed({ source, keys: [fileKey], boundTo });
    if (readFirst) await new Promise((resolve) => stream.once('data', resolve));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
    await expect(source.read(0, 1)).rejects.toHaveProperty('code', 'EBADF');
  }
  expect((await readFile(path)).length).toBe(sealedSize(5 * chunk));
});

test('rejects a size that no sealed file can have', () => {
  for (const size of [
    0,
    headerBytes,
    headerBytes + 15,
    headerBytes + sealedChunk + 1,
    headerBytes + sealedChunk + 16,
  ]) {
    expect(() => plainSize(size)).toThrow('FILE_DAMAGED');
  }
});
