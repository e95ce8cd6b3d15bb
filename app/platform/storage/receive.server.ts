import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { heicType, isHeic, isMediaType, type ReceivedType } from '~/platform/media-types.ts';
import { writeFile } from '~/platform/storage/core/durable-files.server.ts';
import { findPdfHead } from '~/platform/storage/decoder/pdf-head.mjs';
import { UnreadablePicture } from '~/platform/storage/metadata/parser.server.ts';
import { withoutMetadata } from '~/platform/storage/metadata/picture-metadata.server.ts';
import { seal } from '~/platform/storage/sealing/seal.server.ts';
import { newSealKey, type SealedFile, sealedFile } from '~/platform/storage/sealing/sealed-format.server.ts';
import type { FileKeys } from '~/platform/storage/sealing/sealed-header.server.ts';
import { newPendingPath, type PendingFile, type PendingFiles } from './pending-files.server.ts';

/** How many of the first bytes of a file its kind is read from. */
export const sniffBytes = 4100;

/**
 * The first bytes each kind of picture starts with; file-type alone also accepts a kind behind a
 * leading ID3 tag or BOM.
 */
const signatures = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF', 'latin1'),
  'image/gif': Buffer.from('GIF8', 'latin1'),
} as const;

/**
 * Reads the kind of a file from its first bytes, never from a name.
 *
 * @returns undefined where it is of no kind that is taken.
 */
export async function receivedTypeOf(head: Buffer): Promise<ReceivedType | undefined> {
  if (isHeic(head)) return heicType;
  // Loaded with the first file: a start has no need of it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(head.subarray(0, sniffBytes)))?.mime;
  // An animated PNG is a PNG to every reader; only file-type has a name of its own for it.
  const mediaType = found === 'image/apng' ? 'image/png' : found;
  // A PDF may have text before its head, in which file-type finds nothing.
  if (mediaType === undefined) return findPdfHead(head) < 0 ? undefined : 'application/pdf';
  if (!isMediaType(mediaType)) return undefined;
  if (mediaType === 'application/pdf') return findPdfHead(head) < 0 ? undefined : mediaType;
  const signature = signatures[mediaType];
  return head.subarray(0, signature.length).equals(signature) ? mediaType : undefined;
}

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

/** A piece of a file that is safely on the disk: what `keep` and `drop` of the storage take. */
export type PendingPiece = { name: string; bytes: number };

/**
 * Takes plain bytes as they arrive, the id to bind them to, and the most there may be. Writes a
 * sealed pending file of whatever they are, synced to disk before it resolves. An error of the
 * source is the caller's to turn into its end.
 *
 * @returns the piece; undefined where nothing arrived; 'tooLarge', with nothing left behind, as
 *   soon as one byte too many does.
 * @throws with the error of the source or of the disk, with nothing left behind.
 */
export async function receivePiece(
  { pending, keys }: { pending: PendingFiles; keys: FileKeys },
  source: AsyncIterator<Uint8Array>,
  { boundTo, maxBytes }: { boundTo: string; maxBytes: number },
): Promise<PendingPiece | 'tooLarge' | undefined> {
  const first = await source.next();
  if (first.done) return undefined;
  let bytes = 0;
  const isTooLarge = () => bytes > maxBytes;
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let next = first; !next.done; next = await source.next()) {
      bytes += next.value.length;
      if (isTooLarge()) return;
      yield next.value;
    }
  }
  const { name, path } = await newPendingPath(pending);
  const isWritten = await writeFile(path, {
    content: seal(content(), { fileKey: keys.own, boundTo }),
    isWanted: () => !isTooLarge(),
  });
  return isWritten ? { name, bytes } : 'tooLarge';
}
