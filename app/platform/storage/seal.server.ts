import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/*
 * The sealed file:
 *
 *   header  72 bytes   'SLF1' | key id 8 | wrap nonce 12 | wrapped file key 32 | wrap tag 16
 *   chunk   n + 16     AES-256-GCM of n plain bytes, then its tag; n is 65,536 in all but the last
 *
 * A file has its own random key, so a counter is nonce enough: 11 bytes big-endian chunk number,
 * then one byte that is 1 in the last chunk and 0 in all others. Every chunk carries the bound id
 * as associated data; the wrapped key carries magic, key id and bound id. Only a file of 0 bytes
 * has an empty last chunk.
 */
const magic = Buffer.from('SLF1', 'latin1');
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const chunkBytes = 64 * 1024;
const sealedChunkBytes = chunkBytes + tagBytes;
const chunksPerRead = 4;

/** How many bytes stand before the first chunk of a sealed file. */
export const headerBytes = magic.length + keyIdBytes + nonceBytes + keyBytes + tagBytes;

/**
 * What can be wrong with a stored file: bytes changed, missing or moved; written under another
 * FILE_KEY; not there. It is the `code` of the Error that a failed open rejects with or a failed
 * read destroys its stream with.
 */
export type FileFault = 'FILE_DAMAGED' | 'FILE_KEY_UNKNOWN' | 'FILE_MISSING';

/**
 * Takes a fault and, where there is one, the error behind it; gives an Error whose `code` is the
 * fault.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function fileFault(code: FileFault, cause?: unknown): Error & { code: FileFault } {
  return Object.assign(new Error(code, { cause }), { code });
}

/**
 * Takes a FILE_KEY of 32 bytes; gives the 8 bytes that name it in a header and tell nothing about
 * it.
 *
 * @throws RangeError for a key of another length.
 * @see docs/requirements.md#reports-and-files
 */
export function keyIdOf(fileKey: Buffer): Buffer {
  if (fileKey.length !== keyBytes)
    throw new RangeError(`a file key is ${keyBytes} bytes, not ${fileKey.length}`);
  return createHash('sha256')
    .update('secondlook file key id\0')
    .update(fileKey)
    .digest()
    .subarray(0, keyIdBytes);
}

/**
 * Takes a count of plain bytes, 0 or more; gives the exact size in bytes of the file they are
 * sealed into.
 */
export function sealedSize(plainBytes: number): number {
  return headerBytes + plainBytes + chunkCountOf(plainBytes) * tagBytes;
}

/**
 * Takes the size in bytes of a sealed file; gives how many plain bytes it holds.
 *
 * @throws FILE_DAMAGED for a size no sealed file can have.
 */
export function plainSize(sealedBytes: number): number {
  const body = sealedBytes - headerBytes;
  const chunks = Math.ceil(body / sealedChunkBytes);
  const plain = body - chunks * tagBytes;
  if (chunks < 1 || plain < 0 || sealedSize(plain) !== sealedBytes) throw fileFault('FILE_DAMAGED');
  return plain;
}

/**
 * A sealed file as a program of its own reads it: where it lies, the key of this one file, and how
 * it is laid out.
 */
export type SealedFile = {
  path: string;
  /** Base64. */
  key: string;
  boundTo: string;
  /** Size in plain bytes. */
  bytes: number;
  headerBytes: number;
  chunkBytes: number;
  tagBytes: number;
};

/** Makes the random key of one file, 32 bytes. */
export const newSealKey = (): Buffer => randomBytes(keyBytes);

/**
 * Describes a sealed file for the program that reads it. Takes its path, its own key, the id it is
 * bound to, its size in plain bytes.
 */
export function sealedFile({
  key,
  ...file
}: {
  path: string;
  key: Buffer;
  boundTo: string;
  bytes: number;
}): SealedFile {
  return { ...file, key: key.toString('base64'), headerBytes, chunkBytes, tagBytes };
}

/**
 * Takes plain bytes in pieces of any size, the FILE_KEY (32 bytes), the id the file is bound to
 * and, where it is made already, the file's own key; gives the sealed file in pieces of at most 64
 * KiB + 16, header first, holding one chunk in memory. Errors of the source pass through.
 *
 * @see docs/requirements.md#reports-and-files
 */
export async function* seal(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { fileKey, boundTo, key = newSealKey() }: { fileKey: Buffer; boundTo: string; key?: Buffer },
): AsyncGenerator<Buffer, void, void> {
  const bound = Buffer.from(boundTo, 'utf8');
  yield wrap({ key, fileKey, bound });

  // A full chunk waits here until one more byte shows that it is not the last.
  const waiting = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  let index = 0;
  for await (const piece of source) {
    let offset = 0;
    while (offset < piece.length) {
      if (filled === chunkBytes) {
        yield sealChunk({ key, bound, index: index++, last: false, plain: waiting });
        filled = 0;
      }
      if (filled === 0 && piece.length - offset > chunkBytes) {
        const plain = piece.subarray(offset, offset + chunkBytes);
        offset += chunkBytes;
        yield sealChunk({ key, bound, index: index++, last: false, plain });
        continue;
      }
      const taken = Math.min(chunkBytes - filled, piece.length - offset);
      waiting.set(piece.subarray(offset, offset + taken), filled);
      filled += taken;
      offset += taken;
    }
  }
  yield sealChunk({ key, bound, index, last: true, plain: waiting.subarray(0, filled) });
}

/**
 * What an opened range gives: its plain bytes as a stream, how many these are, and how many the
 * whole file has.
 */
export type OpenedFile = { stream: Readable; bytes: number; totalBytes: number };

/**
 * Takes the handle of a sealed file, the FILE_KEY (32 bytes) and the id the file is bound to;
 * `bytes`, the plain size the file must have, where it is known; `start` and `end` (inclusive,
 * 0-based; an `end` beyond the file means its last byte), for a part of it. Gives the plain bytes
 * of that part, reading at most four chunks ahead and only the chunks the part touches; the header
 * is checked before it resolves.
 *
 * The handle is taken over and closed in every case: after a refusal, at the end, and when the
 * stream is destroyed.
 *
 * @throws with FILE_KEY_UNKNOWN for a header under another FILE_KEY, FILE_DAMAGED for a header or a
 *   size that cannot be right, RangeError for a part that is not in the file. A chunk that was
 *   changed, left out, swapped or taken from another file destroys the stream with FILE_DAMAGED,
 *   and none of its bytes are given.
 * @see docs/requirements.md#reports-and-files
 */
export async function openSealed({
  handle,
  fileKey,
  boundTo,
  bytes: expectedBytes,
  start = 0,
  end,
}: {
  handle: FileHandle;
  fileKey: Buffer;
  boundTo: string;
  bytes?: number;
  start?: number;
  end?: number;
}): Promise<OpenedFile> {
  try {
    const header = await readHeader(handle);
    const bound = Buffer.from(boundTo, 'utf8');
    const key = unwrap({ header, fileKey, bound });
    const totalBytes = plainSize((await handle.stat()).size);
    if (expectedBytes !== undefined && expectedBytes !== totalBytes) throw fileFault('FILE_DAMAGED');

    const isWhole = start === 0 && end === undefined;
    const stop = Math.min(end ?? totalBytes - 1, totalBytes - 1) + 1;
    if (!isWhole && !(Number.isInteger(start) && Number.isInteger(stop) && start >= 0 && start < stop)) {
      throw new RangeError('the part asked for is not in the file');
    }
    return {
      stream: plainStream({ handle, key, bound, totalBytes, start, stop }),
      bytes: stop - start,
      totalBytes,
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Takes the handle of a sealed file; gives its first 72 bytes, unchecked but for the magic. Leaves
 * the handle open.
 *
 * @throws with FILE_DAMAGED where the file is shorter or is not a sealed file.
 */
export async function readHeader(handle: FileHandle): Promise<Buffer> {
  const header = Buffer.allocUnsafe(headerBytes);
  if ((await readFully({ handle, into: header, position: 0 })) < headerBytes) throw fileFault('FILE_DAMAGED');
  if (!header.subarray(0, magic.length).equals(magic)) throw fileFault('FILE_DAMAGED');
  return header;
}

/**
 * Takes a header of 72 bytes as read from a file; gives the 8-byte id of the FILE_KEY it was
 * written under.
 */
export function keyIdIn(header: Buffer): Buffer {
  return header.subarray(magic.length, magic.length + keyIdBytes);
}

/**
 * Takes a header of 72 bytes, the FILE_KEY it was written under, the next FILE_KEY (32 bytes each)
 * and the bound id; gives the header to write over it. The chunks stay as they are.
 *
 * @throws FILE_KEY_UNKNOWN where the header belongs to a third key, FILE_DAMAGED where it does not
 *   verify.
 * @see docs/requirements.md#reports-and-files
 */
export function rewrapHeader({
  header,
  oldKey,
  newKey,
  boundTo,
}: {
  header: Buffer;
  oldKey: Buffer;
  newKey: Buffer;
  boundTo: string;
}): Buffer {
  const bound = Buffer.from(boundTo, 'utf8');
  return wrap({ key: unwrap({ header, fileKey: oldKey, bound }), fileKey: newKey, bound });
}

function chunkCountOf(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / chunkBytes));
}

function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function sealChunk({
  key,
  bound,
  index,
  last,
  plain,
}: {
  key: Buffer;
  bound: Buffer;
  index: number;
  last: boolean;
  plain: Uint8Array;
}): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last), { authTagLength: tagBytes });
  cipher.setAAD(bound);
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([sealed, cipher.getAuthTag()], plain.length + tagBytes);
}

function openChunk({
  key,
  bound,
  index,
  last,
  sealed,
}: {
  key: Buffer;
  bound: Buffer;
  index: number;
  last: boolean;
  sealed: Buffer;
}): Buffer {
  const body = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, last), { authTagLength: tagBytes });
  decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(body));
  const plain = decipher.update(sealed.subarray(0, body));
  try {
    decipher.final();
  } catch (error) {
    throw fileFault('FILE_DAMAGED', error);
  }
  return plain;
}

function wrap({ key, fileKey, bound }: { key: Buffer; fileKey: Buffer; bound: Buffer }): Buffer {
  const keyId = keyIdOf(fileKey);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([magic, keyId, bound]));
  const wrapped = cipher.update(key);
  cipher.final();
  return Buffer.concat([magic, keyId, nonce, wrapped, cipher.getAuthTag()]);
}

function unwrap({ header, fileKey, bound }: { header: Buffer; fileKey: Buffer; bound: Buffer }): Buffer {
  if (header.length !== headerBytes) throw fileFault('FILE_DAMAGED');
  const keyId = keyIdOf(fileKey);
  if (!keyIdIn(header).equals(keyId)) throw fileFault('FILE_KEY_UNKNOWN');
  const nonceAt = magic.length + keyIdBytes;
  const wrappedAt = nonceAt + nonceBytes;
  const tagAt = wrappedAt + keyBytes;
  const decipher = createDecipheriv('aes-256-gcm', fileKey, header.subarray(nonceAt, wrappedAt), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.concat([header.subarray(0, nonceAt), bound]));
  decipher.setAuthTag(header.subarray(tagAt));
  const key = decipher.update(header.subarray(wrappedAt, tagAt));
  try {
    decipher.final();
  } catch (error) {
    throw fileFault('FILE_DAMAGED', error);
  }
  return key;
}

/** Gives how many bytes were read: fewer than asked for only at the end of the file. */
async function readFully({
  handle,
  into,
  position,
}: {
  handle: FileHandle;
  into: Buffer;
  position: number;
}): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function plainStream({
  handle,
  key,
  bound,
  totalBytes,
  start,
  stop,
}: {
  handle: FileHandle;
  key: Buffer;
  bound: Buffer;
  totalBytes: number;
  start: number;
  stop: number;
}): Readable {
  const lastIndex = chunkCountOf(totalBytes) - 1;
  const stopIndex = chunkCountOf(stop);
  let index = Math.floor(start / chunkBytes);
  // Sealed chunks read ahead in one go: [heldFrom, heldTo).
  const held = Buffer.allocUnsafe(Math.min(chunksPerRead, stopIndex - index) * sealedChunkBytes);
  let heldFrom = index;
  let heldTo = index;

  async function readAhead(): Promise<void> {
    heldFrom = index;
    heldTo = Math.min(index + chunksPerRead, stopIndex);
    const last = heldTo - 1;
    const wanted = (last - heldFrom) * sealedChunkBytes + sealedBytesOf(last);
    const position = headerBytes + heldFrom * sealedChunkBytes;
    if ((await readFully({ handle, into: held.subarray(0, wanted), position })) < wanted) {
      throw fileFault('FILE_DAMAGED');
    }
  }

  function sealedBytesOf(chunk: number): number {
    return chunk === lastIndex ? totalBytes - chunk * chunkBytes + tagBytes : sealedChunkBytes;
  }

  async function nextPart(): Promise<Buffer> {
    if (index === heldTo) await readAhead();
    const at = (index - heldFrom) * sealedChunkBytes;
    const sealed = held.subarray(at, at + sealedBytesOf(index));
    const plain = openChunk({ key, bound, index, last: index === lastIndex, sealed });
    const plainAt = index * chunkBytes;
    index += 1;
    return plain.subarray(Math.max(0, start - plainAt), Math.min(plain.length, stop - plainAt));
  }

  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      if (index >= stopIndex) {
        this.push(null);
        return;
      }
      nextPart().then(
        // An empty push would not ask for more; only a file of 0 bytes has an empty part, and it is
        // its last.
        (part) => this.push(part.length > 0 ? part : null),
        (error: Error) => this.destroy(error),
      );
    },
    // close() waits for a read in flight, so a read never lands in a reused buffer of another file.
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      );
    },
  });
}
