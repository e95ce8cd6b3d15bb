import { Buffer } from 'node:buffer';
import { createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RangeReader } from '../objects/object-store.ts';
import { fileFault } from './file-fault.server.ts';
import {
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
const readChunks = 16;
// So many are given joined: each piece costs a write to the reader, and lies in memory for it.
const joinedChunks = 8;

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
      stream: plainStream({ source, key, bound, totalBytes, start, stop }),
      bytes: stop - start,
      totalBytes,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

type Reading = {
  source: RangeReader;
  key: KeyObject;
  bound: Buffer;
  totalBytes: number;
  /** The part that is read, in plain bytes: [start, stop). */
  start: number;
  stop: number;
  /** The chunk that is read next, and the one at which reading stops. */
  index: number;
  stopIndex: number;
  /** Sealed chunks read ahead in one go: [heldFrom, heldTo), and the memory for them all. */
  held: Buffer;
  memory?: Buffer;
  heldFrom: number;
  heldTo: number;
};

function plainStream(
  part: Pick<Reading, 'source' | 'key' | 'bound' | 'totalBytes' | 'start' | 'stop'>,
): Readable {
  const index = Math.floor(part.start / chunkBytes);
  const stopIndex = chunkCountOf(part.stop);
  const reading: Reading = {
    ...part,
    index,
    stopIndex,
    held: Buffer.alloc(0),
    heldFrom: index,
    heldTo: index,
  };
  return new Readable({
    highWaterMark: joinedChunks * chunkBytes,
    read() {
      if (reading.index >= stopIndex) {
        this.push(null);
        return;
      }
      nextPart(reading).then(
        // An empty push would not ask for more; only a file of 0 bytes has an empty part, and it is
        // its last.
        (plain) => this.push(plain.length > 0 ? plain : null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      reading.source.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      );
    },
  });
}

/** The plain bytes of the next chunks that have been read. */
async function nextPart(reading: Reading): Promise<Buffer> {
  if (reading.index === reading.heldTo) await readAhead(reading);
  const until = Math.min(reading.heldTo, reading.index + joinedChunks);
  const pieces: Buffer[] = [];
  for (; reading.index < until; reading.index += 1) {
    try {
      pieces.push(plainOf(reading));
    } catch (error) {
      if (pieces.length === 0) throw error;
      // What stands before the damage is given; the next read begins with it.
      break;
    }
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

function plainOf(reading: Reading): Buffer {
  const { key, bound, index, start, stop } = reading;
  const at = (index - reading.heldFrom) * sealedChunkBytes;
  const sealed = reading.held.subarray(at, at + sealedBytesOf(reading, index));
  const plain = openChunk({ key, bound, index, last: isLast(reading, index), sealed });
  const plainAt = index * chunkBytes;
  return plain.subarray(Math.max(0, start - plainAt), Math.min(plain.length, stop - plainAt));
}

async function readAhead(reading: Reading): Promise<void> {
  reading.heldFrom = reading.index;
  reading.heldTo = Math.min(reading.index + readChunks, reading.stopIndex);
  const last = reading.heldTo - 1;
  const wanted = (last - reading.heldFrom) * sealedChunkBytes + sealedBytesOf(reading, last);
  const from = headerBytes + reading.heldFrom * sealedChunkBytes;
  // The first read is the longest. What was in it is opened by now, and none of it is given away.
  reading.memory ??= Buffer.allocUnsafe(wanted);
  reading.held = await reading.source.read(from, from + wanted, reading.memory);
  if (reading.held.length < wanted) throw fileFault('FILE_DAMAGED');
}

const isLast = ({ totalBytes }: Reading, chunk: number) => chunk === chunkCountOf(totalBytes) - 1;

function sealedBytesOf(reading: Reading, chunk: number): number {
  return isLast(reading, chunk) ? reading.totalBytes - chunk * chunkBytes + tagBytes : sealedChunkBytes;
}

function openChunk({
  key,
  bound,
  index,
  last,
  sealed,
}: {
  key: KeyObject;
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
