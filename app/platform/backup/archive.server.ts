import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import { OperatorError } from '~/platform/errors.server';
import { writeFile } from '~/platform/storage/core/durable-files.server';

/*
 * The archive: a tar of plain files, then 512 bytes that hold the SHA-256 of everything before
 * them, so that no byte of it, padding included, can change unnoticed. Encrypted, all of that is
 * the content of one age file.
 */
const tailBytes = 512;
const ageStart = 'age-encryption.org/v1\n';
const readAtOnce = 256 * 1024;

/**
 * One file of an archive: its name, its exact size, and its content, which is asked for when its
 * turn comes.
 */
export type Entry = {
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/**
 * An archive that is refused: not ours, cut short or changed; encrypted, and no identity at hand
 * opens it; of a newer program.
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
 * Writes an archive as its entries come, in the same memory however long it is, and has it reach
 * the disk. Takes a path where nothing is yet; the entries, each asked for once the one before is
 * written; the age recipient it is encrypted to, if any.
 *
 * @returns its size in bytes and the SHA-256 of what was written.
 * @throws with the disk's error or that of an entry, with nothing left at the path.
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
  const plain = sealed(await tarOf(entries));
  const stored = recipient ? await encrypted(plain, recipient) : plain;
  const written = { bytes: 0, sha256: '' };
  await writeFile(path, { content: hashed(stored, (found) => Object.assign(written, found)) });
  return written;
}

type ReadArchiveOptions = {
  path: string;
  identity?: string;
  take(entry: { name: string; bytes: number; content: AsyncIterable<Uint8Array> }): Promise<void>;
};

/**
 * Reads an archive from end to end. Takes its path, the age identity that opens it, if it is
 * encrypted; what to do with each entry, which reads its content to the end or not at all.
 *
 * @throws with an ArchiveFault, at the very end of an archive at the latest: what an entry gave is
 *   to be trusted only when this resolves. Other errors are the disk's or those of `take`.
 */
export async function readArchive({ path, identity, take }: ReadArchiveOptions): Promise<void> {
  const isLocked = await isEncrypted(path);
  if (isLocked && !identity) throw new ArchiveFault('locked');
  const { extract: openExtract } = await import('tar-stream');
  const stored = createReadStream(path, { highWaterMark: readAtOnce }) as AsyncIterable<Uint8Array>;
  const extract = openExtract();
  const plain = unsealed(identity && isLocked ? await decrypted(stored, identity) : stored);
  const feeding = pipeline(plain, asNode(extract));
  feeding.catch(() => undefined);
  try {
    for await (const entry of extract) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new ArchiveFault('damaged');
      await take({ name, bytes: size, content: readOf(entry as AsyncIterable<Uint8Array>) });
      entry.resume();
    }
    await feeding;
  } catch (error) {
    extract.destroy(error as Error);
    await feeding.catch(() => undefined);
    throw asFault(error);
  }
}

/** An entry as text. Takes its content, of at most 512 MB. */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > 512 * 1024 * 1024) throw new ArchiveFault('damaged');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Whether a file is an encrypted archive, by how it begins. */
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

/** The SHA-256 of a file's bytes as they lie on the disk. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: readAtOnce })) hash.update(piece);
  return hash.digest('hex');
}

/**
 * What goes wrong in reading: the disk's own errors and our faults pass, all else says that the
 * archive is damaged.
 */
function asFault(error: unknown) {
  const isDisks = error instanceof Error && 'syscall' in error;
  return isDisks || error instanceof ArchiveFault ? error : new ArchiveFault('damaged', error);
}

async function tarOf(entries: AsyncIterable<Entry>): Promise<AsyncIterable<Uint8Array>> {
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

/** A stream of tar-stream as Node takes one: it has all of its events. */
const asNode = (stream: unknown) => stream as NodeJS.WritableStream;

/** An entry's content. Leaving it early must not end the archive. */
async function* readOf(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) yield piece;
}

const tailOf = (sha256: string) => {
  const tail = Buffer.alloc(tailBytes);
  tail.write(`secondlook-backup sha256 ${sha256}\n`);
  return tail;
};

async function* sealed(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail: Buffer | undefined;
  yield* hashed(plain, ({ sha256 }) => {
    tail = tailOf(sha256);
  });
  if (tail) yield tail;
}

/**
 * Hashes what passes, piece by piece. Takes what passes; whom to tell its size in bytes and its
 * SHA-256 at the end.
 */
export async function* hashed(
  pieces: AsyncIterable<Uint8Array>,
  onProgress: (found: { bytes: number; sha256: string }) => void,
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

/** Gives what stands before the tail, and at the end fails where the tail says otherwise. */
async function* unsealed(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array = Buffer.alloc(0);
  for await (const piece of stored) {
    const all = held.length > 0 ? Buffer.concat([held, piece]) : piece;
    const upTo = Math.max(0, all.length - tailBytes);
    held = all.subarray(upTo);
    if (upTo === 0) continue;
    const before = all.subarray(0, upTo);
    hash.update(before);
    yield before;
  }
  if (!tailOf(hash.digest('hex')).equals(held)) throw new ArchiveFault('damaged');
}

/**
 * Refuses an age recipient with a slip in it, asked of the library itself: otherwise the first
 * backup alone would notice. Takes the recipient, or undefined for none.
 *
 * @throws an OperatorError.
 */
export async function requireRecipient(recipient: string | undefined): Promise<void> {
  if (recipient === undefined) return;
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new OperatorError(
      'BACKUP_RECIPIENT: must be an age recipient: age1 and what age-keygen printed after it',
    );
  }
}

async function encrypted(plain: AsyncIterable<Uint8Array>, recipient: string) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return asIterable(await encrypter.encrypt(asWeb(plain)));
}

async function decrypted(stored: AsyncIterable<Uint8Array>, identity: string) {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    // What the library says quotes the identity, which is a secret.
    throw new OperatorError(
      'BACKUP_IDENTITY: must be an age identity: AGE-SECRET-KEY- and what age-keygen printed after it',
    );
  }
  try {
    return asIterable(await decrypter.decrypt(asWeb(stored)));
  } catch (error) {
    const isOthers = error instanceof Error && /no identity matched/.test(error.message);
    throw new ArchiveFault(isOthers ? 'locked' : 'damaged', error);
  }
}

type Web = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;
const asWeb = (plain: AsyncIterable<Uint8Array>) => ReadableStream.from(plain) as unknown as Web;
const asIterable = (web: unknown) => web as AsyncIterable<Uint8Array>;
