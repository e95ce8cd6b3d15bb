import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { heicType, isHeic, isMediaType, type ReceivedType } from './media-types.ts';
import { UnreadablePicture, withoutMetadata } from './picture-metadata.server.ts';
import {
  fileFault,
  headerBytes,
  keyIdIn,
  keyIdOf,
  newSealKey,
  type OpenedFile,
  openSealed,
  readHeader,
  rewrapHeader,
  type SealedFile,
  seal,
  sealedFile,
} from './seal.server.ts';

/**
 * A received file that is safely on disk under a temporary path: what `keep`, `drop` and
 * `openPendingFile` take.
 */
export type PendingFile = {
  /** 22 random base64url characters; the only name the file has on disk. */
  name: string;
  /** The id the file is bound to; it opens under no other. */
  boundTo: string;
  /** Size in plain bytes as it lies on the disk, 1 or more. */
  bytes: number;
  mediaType: ReceivedType;
};

/** Why a received file is not taken. */
export type ReceiveRefusal = 'tooLarge' | 'wrongType' | 'empty' | 'unreadable';

export type { FileFault, OpenedFile } from './seal.server.ts';

/** Private files, encrypted, in one folder. Each member is described at the function it is. */
export type Storage = {
  receive(
    source: Readable | AsyncIterable<Uint8Array>,
    o: {
      boundTo: string;
      maxBytes: number;
      whenWritten?: (pendingFile: PendingFile, sealed: SealedFile) => void;
    },
  ): Promise<{ pendingFile: PendingFile } | { refused: ReceiveRefusal }>;
  keep(pendingFile: PendingFile): Promise<void>;
  drop(name: string): Promise<void>;
  open(o: {
    name: string;
    boundTo: string;
    bytes?: number;
    start?: number;
    end?: number;
  }): Promise<OpenedFile>;
  openPendingFile(pendingFile: PendingFile): Promise<Readable>;
  sweep(o: { isKnown(names: string[]): Promise<Set<string>> }): Promise<{ temps: number; orphans: number }>;
  hasForeignKey(): Promise<boolean>;
  listForeign(): Promise<string[]>;
  rewrap(o: { name: string; boundTo: string; oldKey: Buffer }): Promise<boolean>;
};

const sniffBytes = 4100;
const sweepBatch = 500;
const foreignKeyHeaders = 200;
const recentMinutes = 60;
const fileMode = 0o600;
const folderMode = 0o700;

const namePattern = /^[A-Za-z0-9_-]{22}$/;
const folderPattern = /^[A-Za-z0-9_-]{2}$/;

/**
 * The first bytes each kind starts with; file-type alone also accepts a kind behind a leading ID3
 * tag or BOM.
 */
const signatures = {
  'application/pdf': Buffer.from('%PDF-', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF', 'latin1'),
  'image/gif': Buffer.from('GIF8', 'latin1'),
} as const;

/**
 * Takes the folder for private files (made at the first file, 0700) and the FILE_KEY (32 bytes,
 * else RangeError); gives the functions that receive, keep, open and drop a file in it. Does not
 * touch the disk itself. A file lies at `<folder>/<first two characters>/<name>`, a pending file at
 * `<folder>/tmp/<name>`, both 0600 and sealed.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function openStorage({ directory, fileKey }: { directory: string; fileKey: Buffer }): Storage {
  const keyId = keyIdOf(fileKey);
  const tempFolder = join(directory, 'tmp');
  // Names this process gave out lately: their row may not be written yet, so a sweep leaves them
  // alone.
  const recent = new Map<string, number>();

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
  const receive: Storage['receive'] = async (source, { boundTo, maxBytes, whenWritten }) => {
    const pieces = piecesOf(source);
    let bytes = 0;
    let isTooLarge = false;
    async function next(): Promise<Uint8Array | undefined> {
      const { value, done } = await pieces.next();
      if (done || !value) return undefined;
      bytes += value.length;
      isTooLarge = bytes > maxBytes;
      return isTooLarge ? undefined : value;
    }
    async function readOn(refused: ReceiveRefusal): Promise<{ refused: ReceiveRefusal }> {
      while (await next());
      return { refused: isTooLarge ? 'tooLarge' : refused };
    }

    try {
      const head: Uint8Array[] = [];
      for (let piece = await next(); piece; piece = await next()) {
        head.push(piece);
        if (bytes >= sniffBytes) break;
      }
      if (isTooLarge) return { refused: 'tooLarge' };
      if (bytes === 0) return { refused: 'empty' };

      const mediaType = await sniff(Buffer.concat(head));
      if (!mediaType) return await readOn('wrongType');

      let storedBytes = 0;
      async function* content(): AsyncGenerator<Uint8Array> {
        yield* head.splice(0);
        for (let piece = await next(); piece; piece = await next()) yield piece;
      }
      async function* stored(type: ReceivedType): AsyncGenerator<Uint8Array> {
        for await (const piece of type === heicType ? content() : withoutMetadata(content(), type)) {
          storedBytes += piece.length;
          yield piece;
        }
      }
      const name = newName();
      const key = newSealKey();
      const path = tempPathOf(name);
      const pendingFile = () => ({ name, boundTo, bytes: storedBytes, mediaType });
      await makeFolder(tempFolder);
      remember(name);
      try {
        const isWritten = await writeFile(path, {
          content: seal(stored(mediaType), { fileKey, boundTo, key }),
          isWanted: () => !isTooLarge,
          whenWritten: () =>
            whenWritten?.(pendingFile(), sealedFile({ path, key, boundTo, bytes: storedBytes })),
        });
        return isWritten ? { pendingFile: pendingFile() } : { refused: 'tooLarge' };
      } catch (error) {
        if (error instanceof UnreadablePicture) return await readOn('unreadable');
        throw error;
      }
    } finally {
      await pieces.release();
    }
  };

  /**
   * Takes a pending file; moves it to its lasting place, the move synced to disk before it
   * resolves. Call it before the row is written.
   *
   * @throws with FILE_MISSING where the pending file is gone.
   * @see docs/requirements.md#reports-and-files
   */
  const keep: Storage['keep'] = async ({ name }) => {
    const folder = folderOf(name);
    await makeFolder(folder);
    await rename(tempPathOf(name), pathOf(name)).catch(missing);
    await syncFolder(folder);
  };

  /**
   * Takes a name; removes the pending file or the kept file of that name, synced to disk before it
   * resolves. A name that is not there is fine.
   *
   * @throws with the disk's error.
   * @see docs/requirements.md#reports-and-files
   */
  const drop: Storage['drop'] = async (name) => {
    if (!namePattern.test(name)) return;
    if (await remove(tempPathOf(name))) await syncFolder(tempFolder);
    if (await remove(pathOf(name))) await syncFolder(folderOf(name));
    recent.delete(name);
  };

  /**
   * Takes the name of a kept file and the id it is bound to; `bytes`, the plain size its row says;
   * `start` and `end` (inclusive, 0-based) for a part. Gives the plain bytes as a stream, `bytes`
   * (what the stream will give) and `totalBytes`.
   *
   * @throws with an Error whose `code` is FILE_MISSING, FILE_KEY_UNKNOWN or FILE_DAMAGED, or with
   *   RangeError for a part that is not in the file; damage found later destroys the stream with
   *   FILE_DAMAGED. Destroy the stream to stop early.
   * @see docs/requirements.md#reports-and-files
   */
  const openKept: Storage['open'] = async ({ name, ...part }) => {
    const handle = await open(pathOf(name), 'r').catch(missing);
    return openSealed({ handle, fileKey, ...part });
  };

  /**
   * Takes a pending file; gives its plain bytes as a stream, for the decoder.
   *
   * @throws and fails as `open` does.
   * @see docs/requirements.md#reports-and-files
   */
  const openPendingFile: Storage['openPendingFile'] = async ({ name, boundTo, bytes }) => {
    const handle = await open(tempPathOf(name), 'r').catch(missing);
    return (await openSealed({ handle, fileKey, boundTo, bytes })).stream;
  };

  /**
   * Takes `isKnown`, which is given at most 500 names and gives those that have a row. Removes
   * every pending file and every kept file without a row, and says how many of each; files this
   * process received in the last hour stay, so it may run while uploads arrive. Whatever is not
   * named as a stored file is left alone.
   *
   * @throws where `isKnown` does, with the names it was given still in place.
   * @see docs/requirements.md#reports-and-files
   */
  const sweep: Storage['sweep'] = async ({ isKnown }) => {
    let temps = 0;
    for (const name of await listNames(tempFolder)) {
      if (!isRecent(name) && (await remove(join(tempFolder, name)))) temps += 1;
    }

    let orphans = 0;
    async function removeUnknown(names: string[]): Promise<void> {
      const known = await isKnown(names);
      for (const name of names) {
        if (!known.has(name) && (await remove(pathOf(name)))) orphans += 1;
      }
    }
    let batch: string[] = [];
    for await (const name of keptNames()) {
      if (isRecent(name)) continue;
      if (batch.push(name) < sweepBatch) continue;
      await removeUnknown(batch);
      batch = [];
    }
    if (batch.length > 0) await removeUnknown(batch);
    return { temps, orphans };
  };

  /**
   * Reads the headers of at most 200 kept files; tells whether one was written under another
   * FILE_KEY, so that a start with the wrong key is noticed before a person meets it. Files that
   * are no sealed files are passed over.
   *
   * @see docs/requirements.md#reports-and-files
   */
  const hasForeignKey: Storage['hasForeignKey'] = async () => {
    let looked = 0;
    for await (const name of keptNames()) {
      if (looked >= foreignKeyHeaders) break;
      looked += 1;
      const header = await headerOf(pathOf(name));
      if (header && !keyIdIn(header).equals(keyId)) return true;
    }
    return false;
  };

  /** Gives the names of all kept files that were written under another FILE_KEY. */
  const listForeign: Storage['listForeign'] = async () => {
    const names: string[] = [];
    for await (const name of keptNames()) {
      const header = await headerOf(pathOf(name));
      if (header && !keyIdIn(header).equals(keyId)) names.push(name);
    }
    return names;
  };

  /**
   * Takes the name of a kept file, the id it is bound to and the FILE_KEY it was written under;
   * makes it open under this storage's key instead, as a new file that is synced and put in its
   * place whole, so that a crash leaves the one or the other. Gives false where it is under this
   * key already.
   *
   * @throws as `open` does.
   * @see docs/requirements.md#reports-and-files
   */
  const rewrap: Storage['rewrap'] = async ({ name, boundTo, oldKey }) => {
    const [path, temp] = [pathOf(name), tempPathOf(name)];
    const handle = await open(path, 'r').catch(missing);
    try {
      const header = await readHeader(handle);
      if (keyIdIn(header).equals(keyId)) return false;
      const next = rewrapHeader({ header, oldKey, newKey: fileKey, boundTo });
      await makeFolder(tempFolder);
      await remove(temp);
      const chunks = handle.createReadStream({ start: headerBytes, autoClose: false });
      await writeFile(temp, { content: joined(next, chunks), isWanted: () => true });
    } finally {
      await handle.close();
    }
    await rename(temp, path);
    await syncFolder(folderOf(name));
    return true;
  };

  function folderOf(name: string): string {
    if (!namePattern.test(name)) throw fileFault('FILE_MISSING');
    return join(directory, name.slice(0, 2));
  }

  function pathOf(name: string): string {
    return join(folderOf(name), name);
  }

  function tempPathOf(name: string): string {
    if (!namePattern.test(name)) throw fileFault('FILE_MISSING');
    return join(tempFolder, name);
  }

  function remember(name: string): void {
    const expired = Date.now() - recentMinutes * 60_000;
    for (const [older, since] of recent) {
      if (since > expired) break;
      recent.delete(older);
    }
    recent.set(name, Date.now());
  }

  function isRecent(name: string): boolean {
    const since = recent.get(name);
    return since !== undefined && since > Date.now() - recentMinutes * 60_000;
  }

  async function* keptNames(): AsyncGenerator<string> {
    const folders = await readdir(directory).catch(noneIfMissing);
    for (const folder of folders.filter((entry) => folderPattern.test(entry))) {
      for (const name of await listNames(join(directory, folder))) {
        if (name.slice(0, 2) === folder) yield name;
      }
    }
  }

  return { receive, keep, drop, open: openKept, openPendingFile, sweep, hasForeignKey, listForeign, rewrap };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

function newName(): string {
  return randomBytes(17).toString('base64url').slice(0, 22);
}

async function sniff(head: Buffer): Promise<ReceivedType | undefined> {
  if (isHeic(head)) return heicType;
  const found = (await fileTypeFromBuffer(head.subarray(0, sniffBytes)))?.mime;
  // An animated PNG is a PNG to every reader; only file-type has a name of its own for it.
  const mediaType = found === 'image/apng' ? 'image/png' : found;
  if (!isMediaType(mediaType)) return undefined;
  const signature = signatures[mediaType];
  return head.subarray(0, signature.length).equals(signature) ? mediaType : undefined;
}

type Pieces = { next(): Promise<IteratorResult<Uint8Array, unknown>>; release(): Promise<void> };

/** Reads a source without ever destroying it: after `release` it stands where reading stopped. */
function piecesOf(source: Readable | AsyncIterable<Uint8Array>): Pieces {
  if (!(source instanceof Readable)) {
    const iterator = source[Symbol.asyncIterator]();
    return { next: () => iterator.next(), release: async () => {} };
  }
  const iterator: AsyncIterator<Uint8Array> = source.iterator({ destroyOnReturn: false });
  return {
    next: () => iterator.next(),
    release: async () => {
      await iterator.return?.();
    },
  };
}

/**
 * Writes and syncs a new file; gives false, with the file removed, where it is no longer wanted.
 */
async function writeFile(
  path: string,
  {
    content,
    isWanted,
    whenWritten,
  }: { content: AsyncIterable<Buffer>; isWanted: () => boolean; whenWritten?: () => void },
): Promise<boolean> {
  const handle = await open(path, 'wx', fileMode);
  let isDone = false;
  try {
    for await (const piece of content) {
      if (!isWanted()) break;
      await writeFully({ handle, piece });
    }
    if (!isWanted()) return false;
    whenWritten?.();
    await handle.sync();
    isDone = true;
    return true;
  } finally {
    try {
      await handle.close();
    } finally {
      if (!isDone) await remove(path);
    }
  }
}

async function writeFully({ handle, piece }: { handle: FileHandle; piece: Buffer }): Promise<void> {
  let written = 0;
  while (written < piece.length) {
    const { bytesWritten } = await handle.write(piece, written, piece.length - written);
    written += bytesWritten;
  }
}

/**
 * Makes a folder where it is not there, and syncs the one that its topmost new folder came into.
 */
async function makeFolder(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: folderMode });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function headerOf(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, 'r').catch(noHandleIfMissing);
  if (!handle) return undefined;
  try {
    return await readHeader(handle);
  } catch (error) {
    if (codeOf(error) === 'FILE_DAMAGED') return undefined;
    throw error;
  } finally {
    await handle.close();
  }
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(noneIfMissing)).filter((entry) => namePattern.test(entry));
}

/** Gives whether there was a file to remove. */
async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function missing(error: unknown): never {
  throw codeOf(error) === 'ENOENT' ? fileFault('FILE_MISSING', error) : error;
}

function noneIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}

function noHandleIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
