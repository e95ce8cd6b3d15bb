import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import { OperatorError } from '~/platform/errors.server';
import { writeFile } from '~/platform/storage/core/durable-files.server';

/*
 * The archive is a tar of plain files, followed by 512 bytes that hold the SHA-256 of everything
 * before them. No byte can change unnoticed, padding included. An encrypted archive is one age file
 * with all of that as its content.
 */
const tailBytes = 512;
const ageStart = 'age-encryption.org/v1\n';
const readAtOnce = 256 * 1024;

/**
 * One file of an archive: its name, its exact size and its content, which is read when its turn
 * comes.
 */
export type Entry = {
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/**
 * The error of a refused archive: `damaged` (not ours, cut short or changed), `locked` (encrypted
 * and no identity opens it) or `newer` (written by a newer program).
 */
export class ArchiveFault extends Error {
  constructor(
    readonly fault: 'damaged' | 'locked' | 'newer',
    cause?: unknown,
  ) {
    super(fault, { cause });
  }
}

/**
 * Streams an archive to the disk in constant memory and syncs it.
 *
 * @param options.path a path that does not exist yet.
 * @param options.entries the entries; each is requested once the one before is written.
 * @param options.recipient the age recipient to encrypt to, if any.
 * @returns the size in bytes and the SHA-256 of the stored archive.
 * @throws the error of the disk or of an entry; nothing is left at the path.
 */
export async function writeArchive({
  path,
  entries,
  recipient,
}: {
  path: string;
  entries: AsyncIterable<Entry>;
  recipient?: string;
}): Promise<{ bytes: number; sha256: string }> {
  const plain = appendTail(await packTar(entries));
  const stored = recipient ? await encryptStream(plain, recipient) : plain;
  const totals = { bytes: 0, sha256: '' };
  await writeFile(path, { content: hashContent(stored, (result) => Object.assign(totals, result)) });
  return totals;
}

type ReadArchiveOptions = {
  path: string;
  identity?: string;
  take(entry: { name: string; bytes: number; content: AsyncIterable<Uint8Array> }): Promise<void>;
};

/**
 * Reads an archive from end to end.
 *
 * @param options.path the path of the archive.
 * @param options.identity the age identity that opens it, if it is encrypted.
 * @param options.take handles an entry: it reads the content to its end or not at all.
 * @throws an ArchiveFault, possibly only at the very end: trust the entries once this resolves.
 *   Other errors are those of the disk or of `take`.
 */
export async function readArchive({ path, identity, take }: ReadArchiveOptions): Promise<void> {
  const isLocked = await isEncrypted(path);
  if (isLocked && !identity) throw new ArchiveFault('locked');
  const { extract: openExtract } = await import('tar-stream');
  const stored = createReadStream(path, { highWaterMark: readAtOnce }) as AsyncIterable<Uint8Array>;
  const extract = openExtract();
  const plain = stripTail(identity && isLocked ? await decryptStream(stored, identity) : stored);
  const feeding = pipeline(plain, asNode(extract));
  feeding.catch(() => undefined);
  try {
    for await (const entry of extract) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new ArchiveFault('damaged');
      await take({ name, bytes: size, content: readEntry(entry as AsyncIterable<Uint8Array>) });
      entry.resume();
    }
    await feeding;
  } catch (error) {
    extract.destroy(error as Error);
    await feeding.catch(() => undefined);
    throw toFault(error);
  }
}

/**
 * Reads the content of an entry as UTF-8 text, at most 512 MB.
 *
 * @throws an ArchiveFault if the content is larger.
 */
export async function readEntryText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > 512 * 1024 * 1024) throw new ArchiveFault('damaged');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Checks the first bytes of a file for the header of an age file. */
async function isEncrypted(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const start = Buffer.alloc(ageStart.length);
    await handle.read(start, 0, start.length, 0);
    return start.equals(Buffer.from(ageStart));
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of a file as it is stored, in hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: readAtOnce })) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Maps a read error: errors of the disk and ArchiveFaults stay, anything else means a damaged
 * archive.
 */
function toFault(error: unknown) {
  const isDiskError = error instanceof Error && 'syscall' in error;
  return isDiskError || error instanceof ArchiveFault ? error : new ArchiveFault('damaged', error);
}

async function packTar(entries: AsyncIterable<Entry>): Promise<AsyncIterable<Uint8Array>> {
  const { pack: openPack } = await import('tar-stream');
  const pack = openPack();
  const fill = async () => {
    for await (const { name, bytes: size, content } of entries)
      await pipeline(content, asNode(pack.entry({ name, size, mode: 0o600 })));
    pack.finalize();
  };
  fill().catch((error: Error) => pack.destroy(error));
  return pack as unknown as AsyncIterable<Uint8Array>;
}

/** Types a stream of tar-stream as Node's: it emits the same events. */
const asNode = (stream: unknown) => stream as NodeJS.WritableStream;

/** Yields the content of an entry. Stopping early does not end the archive. */
async function* readEntry(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) yield piece;
}

const buildTail = (sha256: string) => {
  const tail = Buffer.alloc(tailBytes);
  tail.write(`secondlook-backup sha256 ${sha256}\n`);
  return tail;
};

async function* appendTail(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail: Buffer | undefined;
  yield* hashContent(plain, ({ sha256 }) => {
    tail = buildTail(sha256);
  });
  if (tail) yield tail;
}

/**
 * Passes pieces through and hashes them.
 *
 * @param onProgress receives the total size in bytes and the SHA-256 at the end.
 */
export async function* hashContent(
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (totals: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  onProgress({ bytes, sha256: hash.digest('hex') });
}

/**
 * Yields the content without the tail.
 *
 * @throws an ArchiveFault at the end if the tail does not match the content.
 */
async function* stripTail(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let pendingBytes: Uint8Array = Buffer.alloc(0);
  for await (const piece of stored) {
    const all = pendingBytes.length > 0 ? Buffer.concat([pendingBytes, piece]) : piece;
    const upTo = Math.max(0, all.length - tailBytes);
    pendingBytes = all.subarray(upTo);
    if (upTo === 0) continue;
    const before = all.subarray(0, upTo);
    hash.update(before);
    yield before;
  }
  if (!buildTail(hash.digest('hex')).equals(pendingBytes)) throw new ArchiveFault('damaged');
}

/**
 * Rejects a mistyped age recipient at start; otherwise only the first backup would notice. The age
 * library itself checks it.
 *
 * @param recipient the recipient, or undefined for none.
 * @throws an OperatorError.
 */
export async function requireRecipient(recipient: string | undefined): Promise<void> {
  if (recipient === undefined) return;
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new OperatorError('BACKUP_RECIPIENT: must be an age recipient (age1…), as printed by age-keygen');
  }
}

async function encryptStream(plain: AsyncIterable<Uint8Array>, recipient: string) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return asIterable(await encrypter.encrypt(asWeb(plain)));
}

async function decryptStream(stored: AsyncIterable<Uint8Array>, identity: string) {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    // The library's message quotes the identity, which is a secret.
    throw new OperatorError(
      'BACKUP_IDENTITY: must be an age identity (AGE-SECRET-KEY-…), as printed by age-keygen',
    );
  }
  try {
    return asIterable(await decrypter.decrypt(asWeb(stored)));
  } catch (error) {
    const isForOtherKey = error instanceof Error && /no identity matched/.test(error.message);
    throw new ArchiveFault(isForOtherKey ? 'locked' : 'damaged', error);
  }
}

type Web = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;
const asWeb = (plain: AsyncIterable<Uint8Array>) => ReadableStream.from(plain) as unknown as Web;
const asIterable = (web: unknown) => web as AsyncIterable<Uint8Array>;
