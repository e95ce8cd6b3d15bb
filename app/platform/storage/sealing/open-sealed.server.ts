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
import { readHeader, unwrap } from './sealed-header.server.ts';

// A read costs a round trip where kept files are in an object store.
const chunksAtOnce = 16;

/**
 * What an opened range gives: its plain bytes as a stream, how many these are, and how many the
 * whole file has.
 */
export type OpenedFile = { stream: Readable; bytes: number; totalBytes: number };

/**
 * Takes a sealed file to be read in parts, the keys (32 bytes) it may be under and the id the file
 * is bound to; `bytes`, the plain size the file must have, where it is known; `start` and `end`
 * (inclusive, 0-based; an `end` beyond the file means its last byte), for a part of it. Gives the
 * plain bytes of that part, reading at most sixteen chunks ahead, and only the chunks the part
 * touches; the header is checked before it resolves.
 *
 * The source is taken over and closed in every case: after a refusal, at the end, and when the
 * stream is destroyed.
 *
 * @throws with FILE_KEY_UNKNOWN for a header under another key, FILE_DAMAGED for a header or a
 *   size that cannot be right, RangeError for a part that is not in the file. A chunk that was
 *   changed, left out, swapped or taken from another file destroys the stream with FILE_DAMAGED,
 *   and none of its bytes are given.
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
    const key = createSecretKey(unwrap({ header, keys, bound }));
    const totalBytes = plainSize(source.size);
    if (expectedBytes !== undefined && expectedBytes !== totalBytes) throw fileFault('FILE_DAMAGED');

    const isWhole = start === 0 && end === undefined;
    const stop = Math.min(end ?? totalBytes - 1, totalBytes - 1) + 1;
    if (!isWhole && !(Number.isInteger(start) && Number.isInteger(stop) && start >= 0 && start < stop)) {
      throw new RangeError('the part asked for is not in the file');
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
  /** The part that is read, in plain bytes: [start, stop). */
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
    destroy(error, done) {
      part.source.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      );
    },
  });
}

/** Reads several chunks at a time, and gives each by itself. */
async function* plainPieces({ source, start, stop, ...file }: Part): AsyncGenerator<Buffer, undefined> {
  const stopIndex = chunkCountOf(stop);
  const lastIndex = chunkCountOf(plainSize(source.size)) - 1;
  for (let first = Math.floor(start / chunkBytes); first < stopIndex; first += chunksAtOnce) {
    const from = headerBytes + first * sealedChunkBytes;
    const until = Math.min(first + chunksAtOnce, stopIndex);
    const to = Math.min(headerBytes + until * sealedChunkBytes, source.size);
    const sealed = await source.read(from, to);
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
