import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import type tar from 'tar-stream';
import { OperatorError } from '~/platform/operator-error.server';
import { writeFully } from '~/platform/write-fully.server';

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
 * @throws with the disk's error or that of an entry; what is at the path then is the caller's to
 *   remove.
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
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const plain = sealed(await tarOf(entries));
    for await (const piece of recipient ? await encrypted(plain, recipient) : plain) {
      hash.update(piece);
      bytes += piece.length;
      await writeFully(handle, piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Reads an archive from end to end. Takes its path, the age identity that opens it, if it is
 * encrypted; what to do with each entry, which reads its content to the end or not at all.
 *
 * @throws with an ArchiveFault, at the very end of an archive at the latest: what an entry gave is
 *   to be trusted only when this resolves. Other errors are the disk's or those of `take`.
 */
export async function readArchive({
  path,
  identity,
  take,
}: {
  path: string;
  identity?: string;
  take(entry: { name: string; bytes: number; content: AsyncIterable<Uint8Array> }): Promise<void>;
}): Promise<void> {
  const isLocked = await isEncrypted(path);
  if (isLocked && !identity) throw new ArchiveFault('locked');
  const { extract: openExtract } = await import('tar-stream');
  const stored = createReadStream(path, { highWaterMark: readAtOnce }) as AsyncIterable<Uint8Array>;
  const extract = openExtract();
  let failure: unknown;
  const feeding = feed(
    extract,
    unsealed(identity && isLocked ? await decrypted(stored, identity) : stored),
  ).catch((error: unknown) => {
    failure = error;
    extract.destroy(error as Error);
  });
  try {
    for await (const entry of extract) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new ArchiveFault('damaged');
      await take({ name, bytes: size, content: readOf(entry as AsyncIterable<Uint8Array>) });
      entry.resume();
    }
    await feeding;
    if (failure) throw failure;
  } catch (error) {
    const first = failure ?? error;
    extract.destroy(first as Error);
    await feeding;
    throw asFault(first);
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
    for await (const entry of entries) await addTo(pack, entry);
    pack.finalize();
  };
  fill().catch((error: Error) => pack.destroy(error));
  return pack as unknown as AsyncIterable<Uint8Array>;
}

function addTo(pack: tar.Pack, { name, bytes, content }: Entry): Promise<void> {
  return new Promise((resolve, reject) => {
    const sink = pack.entry({ name, size: bytes, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    feed(sink, content).catch((error: Error) => {
      sink.destroy(error);
      reject(error);
    });
  });
}

type Sink = Pick<tar.Extract, 'write' | 'destroyed' | 'once' | 'off'> & { end(): void };

/** Writes no faster than what is written is taken, and stops when nobody takes it any more. */
async function feed(sink: unknown, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const into = sink as Sink;
  for await (const piece of content) {
    if (into.destroyed) throw new Error('nobody reads on');
    if (into.write(piece)) continue;
    await new Promise<void>((resolve) => {
      const done = () => {
        into.off('drain', done);
        into.off('close', done);
        resolve();
      };
      into.once('drain', done);
      into.once('close', done);
    });
  }
  into.end();
}

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
  const hash = createHash('sha256');
  for await (const piece of plain) {
    hash.update(piece);
    yield piece;
  }
  yield tailOf(hash.digest('hex'));
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
