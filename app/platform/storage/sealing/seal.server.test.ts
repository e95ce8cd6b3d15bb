import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSealed } from './open-sealed.server.ts';
import { seal } from './seal.server.ts';
import { headerBytes, plainSize, sealedSize } from './sealed-format.server.ts';
import { keyIdIn, keyIdOf, rewrapHeader } from './sealed-header.server.ts';

const chunk = 64 * 1024;
const sealedChunk = chunk + 16;
const fileKey = randomBytes(32);
const boundTo = 'report-1';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seal-'));
});
afterAll(() => rm(folder, { recursive: true }));

function* inPieces(plain: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let at = 0; at < plain.length; at += pieceBytes) yield plain.subarray(at, at + pieceBytes);
}

async function sealed(
  plain: Buffer,
  { pieceBytes = 10_007, to = boundTo, key = fileKey } = {},
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of seal(inPieces(plain, pieceBytes), { fileKey: key, boundTo: to })) parts.push(part);
  return Buffer.concat(parts);
}

type Reading = { start?: number; end?: number; bytes?: number; to?: string; key?: Buffer };

/** What a reader gets: the bytes delivered, and the code of the error that ended it, if one did. */
async function read(
  file: Buffer,
  { start, end, bytes, to = boundTo, key = fileKey }: Reading = {},
): Promise<{ got: Buffer; code?: unknown; announced?: number; total?: number }> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, file);
  const parts: Buffer[] = [];
  try {
    const handle = await open(path, 'r');
    const opened = await openSealed({ handle, fileKey: key, boundTo: to, bytes, start, end });
    for await (const part of opened.stream) parts.push(part);
    await expect(handle.stat(), 'the file is closed').rejects.toThrow();
    return { got: Buffer.concat(parts), announced: opened.bytes, total: opened.totalBytes };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return { got: Buffer.concat(parts), code };
  }
}

/** The error is there, and what was delivered before it is the true beginning of the file. */
async function expectDamage(file: Buffer, plain: Buffer, reading: Reading = {}): Promise<void> {
  const { got, code } = await read(file, reading);
  expect(code).toBe('FILE_DAMAGED');
  expect(got.equals(plain.subarray(0, got.length))).toBe(true);
  expect(got.length).toBeLessThan(Math.max(1, plain.length));
}

function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

const sizes = [0, 1, 31, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 1, 1024 * 1024 + 3];

describe('what is sealed comes back', () => {
  for (const size of sizes) {
    test(`a file of ${size} bytes comes back byte for byte, in whatever pieces it arrived`, async () => {
      const plain = randomBytes(size);
      for (const pieceBytes of [chunk, 4097, 65_537, 3 * chunk + 11, size < 200_000 ? 13 : 999]) {
        const file = await sealed(plain, { pieceBytes });
        expect(file.length).toBe(sealedSize(size));
        expect(plainSize(file.length)).toBe(size);
        const { got, code, announced, total } = await read(file, { bytes: size });
        expect(code).toBeUndefined();
        expect(got.equals(plain)).toBe(true);
        expect([announced, total]).toEqual([size, size]);
      }
    });
  }

  test('any part of a file can be read alone, within and across chunks', async () => {
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
      const { got, announced } = await read(file, { start, end });
      expect(got.equals(plain.subarray(start, end + 1))).toBe(true);
      expect(announced).toBe(got.length);
    }
    expect((await read(file, { start: last - 9 })).got.equals(plain.subarray(last - 9))).toBe(true);
  });

  test('a part that lies outside the file is refused', async () => {
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

  test('nothing of the content can be recognised in the sealed file, and the same file never looks the same', async () => {
    const plain = Buffer.from('Haemoglobin 11.2 g/dL, ferritin low. '.repeat(6000));
    const [one, two] = [await sealed(plain), await sealed(plain)];
    for (let at = 0; at + 32 <= 4096; at += 1) expect(one.includes(plain.subarray(at, at + 32))).toBe(false);
    expect(one.includes(Buffer.from('Haemoglobin'))).toBe(false);
    expect(one.includes(fileKey)).toBe(false);
    expect(one.includes(Buffer.from(boundTo))).toBe(false);
    expect(one.subarray(12).equals(two.subarray(12))).toBe(false);
    // Equal chunks of one file differ too.
    const zeros = await sealed(Buffer.alloc(3 * chunk));
    const first = zeros.subarray(headerBytes, headerBytes + chunk);
    expect(first.equals(zeros.subarray(headerBytes + sealedChunk, headerBytes + sealedChunk + chunk))).toBe(
      false,
    );
  });
});

describe('damage is an error, never garbage', () => {
  const plain = randomBytes(6 * chunk + 500);
  const chunkAt = (index: number) => headerBytes + index * sealedChunk;
  let file: Buffer;
  beforeAll(async () => {
    file = await sealed(plain);
  });

  test('one changed bit anywhere in the header is an error', async () => {
    for (let at = 0; at < headerBytes; at += 1) {
      const { got, code } = await read(flipped(file, at));
      expect(code, `byte ${at}`).toBe(at >= 4 && at < 12 ? 'FILE_KEY_UNKNOWN' : 'FILE_DAMAGED');
      expect(got.length).toBe(0);
    }
  });

  test('one changed bit in any chunk, or in its tag, is an error and nothing of that chunk is given', async () => {
    for (let index = 0; index <= 6; index += 1) {
      const bodyBytes = index === 6 ? 500 : chunk;
      for (const at of [0, bodyBytes >> 1, bodyBytes - 1, bodyBytes, bodyBytes + 15]) {
        const { got, code } = await read(flipped(file, chunkAt(index) + at));
        expect(code).toBe('FILE_DAMAGED');
        expect(got.equals(plain.subarray(0, index * chunk))).toBe(true);
      }
    }
  });

  test('a part is given when its own chunks are whole, and not when one of them is damaged', async () => {
    const damaged = flipped(file, chunkAt(3) + 7);
    const part = { start: 4 * chunk, end: 5 * chunk };
    expect((await read(damaged, part)).got.equals(plain.subarray(4 * chunk, 5 * chunk + 1))).toBe(true);
    const spoiled = await read(damaged, { start: 3 * chunk + 60_000, end: 3 * chunk + 60_001 });
    expect(spoiled.code).toBe('FILE_DAMAGED');
    expect(spoiled.got.length).toBe(0);
  });

  test('two chunks that changed places are an error', async () => {
    const swapped = Buffer.from(file);
    file.copy(swapped, chunkAt(1), chunkAt(2), chunkAt(3));
    file.copy(swapped, chunkAt(2), chunkAt(1), chunkAt(2));
    await expectDamage(swapped, plain);
  });

  test('a chunk that was taken out, from the middle or the end, is an error', async () => {
    for (const gone of [0, 3, 5]) {
      await expectDamage(
        Buffer.concat([file.subarray(0, chunkAt(gone)), file.subarray(chunkAt(gone + 1))]),
        plain,
      );
    }
    for (const kept of [1, 2, 5, 6]) await expectDamage(file.subarray(0, chunkAt(kept)), plain);
  });

  test('a file cut off at any place is an error', async () => {
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

  test('a file shorter or longer than its row says is refused before a byte is given', async () => {
    for (const bytes of [plain.length - 1, plain.length + 1]) {
      const { got, code } = await read(file, { bytes });
      expect([got.length, code]).toEqual([0, 'FILE_DAMAGED']);
    }
    const cut = await read(file.subarray(0, chunkAt(5)), { bytes: plain.length, start: 0, end: 9 });
    expect([cut.got.length, cut.code]).toEqual([0, 'FILE_DAMAGED']);
  });

  test('bytes added behind the end are an error', async () => {
    await expectDamage(Buffer.concat([file, Buffer.alloc(1)]), plain);
    const fullChunks = randomBytes(2 * chunk);
    await expectDamage(Buffer.concat([await sealed(fullChunks), randomBytes(17)]), fullChunks);
  });

  test('a file put in the place of another report does not open', async () => {
    const { got, code } = await read(file, { to: 'report-2' });
    expect([got.length, code]).toEqual([0, 'FILE_DAMAGED']);
  });

  test('a chunk of another file does not open, even in its own place and under the same report', async () => {
    const other = await sealed(randomBytes(plain.length));
    const mixed = Buffer.concat([
      file.subarray(0, chunkAt(1)),
      other.subarray(chunkAt(1), chunkAt(2)),
      file.subarray(chunkAt(2)),
    ]);
    await expectDamage(mixed, plain);
    await expectDamage(Buffer.concat([other.subarray(0, headerBytes), file.subarray(headerBytes)]), plain);
  });

  test('a file written under another key is told apart from a damaged one', async () => {
    const { got, code } = await read(file, { key: randomBytes(32) });
    expect([got.length, code]).toEqual([0, 'FILE_KEY_UNKNOWN']);
  });
});

describe('the key can be changed', () => {
  test('a header written again under the new key opens with it, and no longer with the old one', async () => {
    const newKey = randomBytes(32);
    const plain = randomBytes(chunk + 9);
    const file = await sealed(plain);
    const header = rewrapHeader({ header: file.subarray(0, headerBytes), oldKey: fileKey, newKey, boundTo });
    const moved = Buffer.concat([header, file.subarray(headerBytes)]);
    expect(keyIdIn(moved).equals(keyIdOf(newKey))).toBe(true);
    expect((await read(moved, { key: newKey })).got.equals(plain)).toBe(true);
    expect((await read(moved)).code).toBe('FILE_KEY_UNKNOWN');
  });

  test('a header is not written again from the wrong key or for another report', async () => {
    const header = (await sealed(randomBytes(9))).subarray(0, headerBytes);
    const newKey = randomBytes(32);
    expect(() => rewrapHeader({ header, oldKey: randomBytes(32), newKey, boundTo })).toThrow(
      'FILE_KEY_UNKNOWN',
    );
    expect(() => rewrapHeader({ header, oldKey: fileKey, newKey, boundTo: 'report-2' })).toThrow(
      'FILE_DAMAGED',
    );
  });

  test('a key of the wrong length is refused', () => {
    expect(() => keyIdOf(randomBytes(16))).toThrow(RangeError);
  });
});

test('stopping early closes the file', async () => {
  const path = join(folder, 'early');
  await writeFile(path, await sealed(randomBytes(5 * chunk)));
  for (const readFirst of [false, true]) {
    const handle = await open(path, 'r');
    const { stream } = await openSealed({ handle, fileKey, boundTo });
    if (readFirst) await new Promise((resolve) => stream.once('data', resolve));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
    expect(handle.fd).toBe(-1);
  }
  expect((await readFile(path)).length).toBe(sealedSize(5 * chunk));
});

test('a size no sealed file can have is recognised', () => {
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
