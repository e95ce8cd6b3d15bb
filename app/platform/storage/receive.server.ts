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

/** The number of leading bytes from which a file's type is detected. */
export const sniffBytes = 4100;

/**
 * The first bytes of each picture type. The file-type library alone also accepts a type behind a
 * leading ID3 tag or BOM.
 */
const signatures = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF', 'latin1'),
  'image/gif': Buffer.from('GIF8', 'latin1'),
} as const;

/**
 * Detects the type of a file from its first bytes, never from a name.
 *
 * @returns undefined if the type is not accepted.
 */
export async function receivedTypeOf(head: Buffer): Promise<ReceivedType | undefined> {
  if (isHeic(head)) return heicType;
  // Loaded with the first file, since a start does not need it.
  const { fileTypeFromBuffer } = await import('file-type');
  const sniffedType = (await fileTypeFromBuffer(head.subarray(0, sniffBytes)))?.mime;
  // An animated PNG is a PNG to every reader. Only file-type has a separate name for it.
  const mediaType = sniffedType === 'image/apng' ? 'image/png' : sniffedType;
  // A PDF may have text before its head, in which file-type finds nothing.
  if (mediaType === undefined) return findPdfHead(head) < 0 ? undefined : 'application/pdf';
  if (!isMediaType(mediaType)) return undefined;
  if (mediaType === 'application/pdf') return findPdfHead(head) < 0 ? undefined : mediaType;
  const signature = signatures[mediaType];
  return head.subarray(0, signature.length).equals(signature) ? mediaType : undefined;
}

/** The reason a received file is rejected. */
type ReceiveRefusal = 'tooLarge' | 'wrongType' | 'empty' | 'unreadable';

/** The result of receiving a source: a pending file, or the reason it was rejected. */
export type Received = { pendingFile: PendingFile } | { refused: ReceiveRefusal };

export type ReceiveOptions = {
  boundTo: string;
  maxBytes: number;
  onWritten?: (pendingFile: PendingFile, sealed: SealedFile) => void;
};

/** The folder for received files, and the keys of files. */
type Receiving = { pending: PendingFiles; keys: FileKeys };

export type Source = Readable | AsyncIterable<Uint8Array>;

/**
 * Writes a sealed pending file from a stream, and syncs it to disk before it resolves. The type is
 * detected from the content, never from a name. Only the parts of a picture that affect drawing are
 * written (`withoutMetadata`). A HEIC is written whole, because it is never kept as it is.
 *
 * Refuses with 'tooLarge' as soon as one byte too many arrives. The rest of the source is then
 * neither read nor destroyed. A file of another type, or a picture that cannot be parsed, is read
 * to its end without being written. 'tooLarge' thus takes precedence over 'wrongType' and
 * 'unreadable'. A source of 0 bytes is 'empty'. A refused or failed file leaves nothing on disk.
 *
 * @param options.boundTo the id to bind the file to.
 * @param options.maxBytes the maximum number of bytes, inclusive.
 * @param options.whenWritten called once the whole pending file is readable and before it is
 *   synced, so that it can be decoded meanwhile. The outcome counts only if the pending file is
 *   returned.
 * @throws with the error of the disk, or if the source fails or ends early.
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

/**
 * Reads to the end without writing, because 'tooLarge' takes precedence over every other refusal.
 */
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
    onWritten,
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
    content: seal(stored(), { fileKey: keys.current, boundTo, key }),
    isWanted: () => !reader.isTooLarge(),
    onWritten: () => onWritten?.(pendingFile(), sealedFile({ path, key, boundTo, bytes: storedBytes })),
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
    /** Returns the next piece; undefined at the end, or once `maxBytes` is exceeded. */
    async next(): Promise<Uint8Array | undefined> {
      const { value, done: isDone } = await pieces.next();
      if (isDone || !value) return undefined;
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

/** A piece of a file that is safely on disk. `keep` and `drop` of the storage accept it. */
export type PendingPiece = { name: string; bytes: number };

/**
 * Writes a sealed pending file of any content, and syncs it to disk before it resolves. If errors
 * of the source should end the piece instead, the caller must convert them.
 *
 * @param options.boundTo the id to bind the piece to.
 * @param options.maxBytes the maximum number of bytes, inclusive.
 * @returns the piece; undefined if nothing arrived; 'tooLarge' as soon as one byte too many
 *   arrives, with nothing left on disk.
 * @throws with the error of the source or of the disk, with nothing left on disk.
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
    content: seal(content(), { fileKey: keys.current, boundTo }),
    isWanted: () => !isTooLarge(),
  });
  return isWritten ? { name, bytes } : 'tooLarge';
}
