import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { heicType, type ReceivedType } from '../media-types.ts';
import { writeFile } from './core/durable-files.server.ts';
import { UnreadablePicture } from './metadata/parser.server.ts';
import { withoutMetadata } from './metadata/picture-metadata.server.ts';
import { newPendingPath, type PendingFile, type PendingFiles } from './pending-files.server.ts';
import { receivedTypeOf, sniffBytes } from './received-type.server.ts';
import { seal } from './sealing/seal.server.ts';
import { newSealKey, type SealedFile, sealedFile } from './sealing/sealed-format.server.ts';
import type { FileKeys } from './sealing/sealed-header.server.ts';

/** Why a received file is not taken. */
type ReceiveRefusal = 'tooLarge' | 'wrongType' | 'empty' | 'unreadable';

/** What comes of a source: a pending file, or why it is not taken. */
export type Received = { pendingFile: PendingFile } | { refused: ReceiveRefusal };

export type ReceiveOptions = {
  boundTo: string;
  maxBytes: number;
  whenWritten?: (pendingFile: PendingFile, sealed: SealedFile) => void;
};

/** Where a received file is written, and the keys of files. */
type Receiving = { pending: PendingFiles; keys: FileKeys };

export type Source = Readable | AsyncIterable<Uint8Array>;

/**
 * Takes a stream of plain bytes, the id to bind the file to, and the most bytes it may have
 * (exactly that many is fine). Writes a sealed pending file, synced to disk before it resolves;
 * the kind is read from the content, never from a name. Of a picture only what draws is written
 * (`withoutMetadata`), but of a HEIC, which is never kept as it is. Refuses with 'tooLarge' as
 * soon as one byte too many arrives: the rest of the source is neither read nor destroyed. A file
 * of another kind, or a picture whose parts cannot be told from each other, is read to its end
 * without writing, so that 'tooLarge' comes before 'wrongType' and 'unreadable'; 0 bytes are
 * 'empty'. An error or early end of the source, and an error of the disk, rejects with that
 * error. Whatever is not a pending file leaves no file behind. `whenWritten` is called once the
 * whole pending file can be read, before it is synced, so that it is decoded meanwhile; what
 * comes of it counts only when the pending file is given.
 *
 * @see docs/requirements.md#reports-and-files
 */
export async function receive(
  receiving: Receiving,
  source: Source,
  { maxBytes, ...o }: ReceiveOptions,
): Promise<Received> {
  const reader = limitedReader(source, maxBytes);
  try {
    const head: Uint8Array[] = [];
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      head.push(piece);
      if (reader.bytes() >= sniffBytes) break;
    }
    if (reader.isTooLarge()) return { refused: 'tooLarge' };
    if (reader.bytes() === 0) return { refused: 'empty' };

    const mediaType = await receivedTypeOf(Buffer.concat(head));
    if (!mediaType) return await readOn(reader, 'wrongType');
    try {
      return await writePending(receiving, { head, reader, mediaType, ...o });
    } catch (error) {
      if (error instanceof UnreadablePicture) return await readOn(reader, 'unreadable');
      throw error;
    }
  } finally {
    await reader.release();
  }
}

/** Reads to the end without writing: that there is too much comes before every other refusal. */
async function readOn(reader: LimitedReader, refused: ReceiveRefusal): Promise<Received> {
  while (await reader.next());
  return { refused: reader.isTooLarge() ? 'tooLarge' : refused };
}

async function writePending(
  { pending, keys }: Receiving,
  {
    head,
    reader,
    mediaType,
    boundTo,
    whenWritten,
  }: Omit<ReceiveOptions, 'maxBytes'> & {
    head: Uint8Array[];
    reader: LimitedReader;
    mediaType: ReceivedType;
  },
): Promise<Received> {
  let storedBytes = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield* head.splice(0);
    for (let piece = await reader.next(); piece; piece = await reader.next()) yield piece;
  }
  async function* stored(): AsyncGenerator<Uint8Array> {
    for await (const piece of mediaType === heicType ? content() : withoutMetadata(content(), mediaType)) {
      storedBytes += piece.length;
      yield piece;
    }
  }
  const key = newSealKey();
  const { name, path } = await newPendingPath(pending);
  const pendingFile = () => ({ name, boundTo, bytes: storedBytes, mediaType });
  const isWritten = await writeFile(path, {
    content: seal(stored(), { fileKey: keys.own, boundTo, key }),
    isWanted: () => !reader.isTooLarge(),
    whenWritten: () => whenWritten?.(pendingFile(), sealedFile({ path, key, boundTo, bytes: storedBytes })),
  });
  return isWritten ? { pendingFile: pendingFile() } : { refused: 'tooLarge' };
}

type LimitedReader = ReturnType<typeof limitedReader>;

function limitedReader(source: Source, maxBytes: number) {
  const isStream = source instanceof Readable;
  const pieces: AsyncIterator<Uint8Array> = isStream
    ? source.iterator({ destroyOnReturn: false })
    : source[Symbol.asyncIterator]();
  let bytes = 0;
  return {
    /** Gives the next piece; undefined at the end, and from the first byte too many on. */
    async next(): Promise<Uint8Array | undefined> {
      const { value, done } = await pieces.next();
      if (done || !value) return undefined;
      bytes += value.length;
      return bytes > maxBytes ? undefined : value;
    },
    bytes: () => bytes,
    isTooLarge: () => bytes > maxBytes,
    async release() {
      if (isStream) await pieces.return?.();
    },
  };
}
