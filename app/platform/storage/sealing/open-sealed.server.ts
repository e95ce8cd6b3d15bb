import { Buffer } from 'node:buffer';
import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileFault } from '../core/file-fault.server.ts';
import type { RangeReader } from '../core/object-store.ts';
import {
  type ChunkPlace,
  chunkBytes,
  chunkCountOf,
  headerBytes,
  nonceOf,
  plainSize,
  sealedChunkBytes,
  tagBytes,
} from './sealed-format.server.ts';
import { readHeader, unwrapFileKey } from './sealed-header.server.ts';

// Each read costs a round trip if kept files are in an object store.
const chunksAtOnce = 16;

/**
 * An opened part of a file: its plain bytes as a stream, their number (`bytes`), and the plain size
 * of the whole file (`totalBytes`).
 */
export type OpenedFile = { stream: Readable; bytes: number; totalBytes: number };

/**
 * Opens a sealed file, or a part of it, and decrypts it as a stream. Reads at most sixteen chunks
 * ahead, and only the chunks that the part touches. The header is verified before it resolves. A
 * chunk that was changed, omitted, swapped or taken from another file destroys the stream with
 * FILE_DAMAGED before any of its bytes are passed on.
 *
 * The source is owned by this function and always closed: after an error, at the end, and when the
 * stream is destroyed.
 *
 * @param options.keys the keys the file may be under, 32 bytes each.
 * @param options.boundTo the id the file is bound to.
 * @param options.bytes the plain size the file must have, if known.
 * @param options.start the first byte of the part, 0-based.
 * @param options.end the last byte of the part, inclusive; beyond the file means its last byte.
 * @throws with FILE_KEY_UNKNOWN if the header is under another key, FILE_DAMAGED if the header or
 *   size is invalid, and RangeError if the part is not in the file.
 * @see docs/requirements.md#reports-and-files
 */
export async function openSealed({
  source,
  keys,
  boundTo,
  bytes: expectedBytes,
  start = 0,
  end,
}: {
  source: RangeReader;
  keys: Buffer[];
  boundTo: string;
  bytes?: number;
  start?: number;
  end?: number;
}): Promise<OpenedFile> {
  try {
    const header = await readHeader(source);
    const bound = Buffer.from(boundTo, 'utf8');
    const key = createSecretKey(unwrapFileKey({ header, keys, bound }));
    const totalBytes = plainSize(source.size);
    if (expectedBytes !== undefined && expectedBytes !== totalBytes) throw fileFault('FILE_DAMAGED');

    const isWhole = start === 0 && end === undefined;
    const stop = Math.min(end ?? totalBytes - 1, totalBytes - 1) + 1;
    if (!isWhole && !(Number.isInteger(start) && Number.isInteger(stop) && start >= 0 && start < stop)) {
      throw new RangeError('the requested range is not in the file');
    }
    return {
      stream: plainStream({ source, key, bound, start, stop }),
      bytes: stop - start,
      totalBytes,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

type Part = {
  source: RangeReader;
  key: KeyObject;
  bound: Buffer;
  /** The part to read, in plain bytes: [start, stop). */
  start: number;
  stop: number;
};

function plainStream(part: Part): Readable {
  const pieces = plainPieces(part);
  return new Readable({
    read() {
      pieces.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      part.source.close().then(
        () => callback(error),
        (closeError: Error) => callback(error ?? closeError),
      );
    },
  });
}

/** Reads several chunks at a time and yields them one by one. */
async function* plainPieces({ source, start, stop, ...file }: Part): AsyncGenerator<Buffer, undefined> {
  const stopIndex = chunkCountOf(stop);
  const lastIndex = chunkCountOf(plainSize(source.size)) - 1;
  const startIndex = Math.floor(start / chunkBytes);
  // Each read is decrypted before the next, so one stream needs this memory once.
  const memory = Buffer.allocUnsafe(Math.min(chunksAtOnce, stopIndex - startIndex) * sealedChunkBytes);
  for (let first = startIndex; first < stopIndex; first += chunksAtOnce) {
    const from = headerBytes + first * sealedChunkBytes;
    const until = Math.min(first + chunksAtOnce, stopIndex);
    const to = Math.min(headerBytes + until * sealedChunkBytes, source.size);
    const sealed = await source.read(from, to, memory);
    if (sealed.length < to - from) throw fileFault('FILE_DAMAGED');
    for (let index = first; index < until; index += 1) {
      const at = (index - first) * sealedChunkBytes;
      const chunk = sealed.subarray(at, at + sealedChunkBytes);
      const plain = openChunk(chunk, { ...file, index, last: index === lastIndex });
      const plainAt = index * chunkBytes;
      // A file of 0 bytes has one chunk, which is empty.
      if (plain.length > 0) yield plain.subarray(Math.max(0, start - plainAt), stop - plainAt);
    }
  }
}

function openChunk(sealed: Buffer, { key, bound, index, last }: ChunkPlace): Buffer {
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
