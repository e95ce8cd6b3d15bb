import type { Buffer } from 'node:buffer';
import { makeFolder, readErrorCode, removeFile, writeFile } from './core/durable-files.server.ts';
import { isName } from './core/object-names.server.ts';
import type { ObjectStore, RangeReader } from './core/object-store.ts';
import { diskStore } from './objects/disk-store.server.ts';
import { readOpenPieces } from './objects/read-pieces.server.ts';
import {
  clearPendingFiles,
  dropPendingFile,
  openPendingFile,
  type PendingFile,
  type PendingFiles,
  pendingFilesIn,
  pendingPath,
} from './pending-files.server.ts';
import { type ReceiveOptions, receive, receivePiece, type Source } from './receive.server';
import { type OpenedFile, openSealed } from './sealing/open-sealed.server.ts';
import { headerBytes, sealedSize } from './sealing/sealed-format.server.ts';
import { type FileKeys, keyIdIn, keyIdOf, readHeader, rewrapHeader } from './sealing/sealed-header.server.ts';
import { sweep, sweepObjects } from './sweep.server.ts';

const foreignKeyHeaders = 200;
// Each read waits for the disk or for another machine.
const headersAtOnce = 16;

type Keyed = { objects: ObjectStore; keys: FileKeys };

/**
 * Reads the headers of at most 200 kept files and checks whether any belongs to an unknown key. A
 * start with the wrong key or the wrong database is thus noticed before a user is affected. Files
 * that are not sealed are ignored.
 *
 * @see docs/requirements.md#reports-and-files
 */
async function hasForeignKey({ objects, keys }: Keyed): Promise<boolean> {
  const names: string[] = [];
  for await (const { name } of objects.list()) {
    if (names.push(name) === foreignKeyHeaders) break;
  }
  const allKeys = [keys.current, ...keys.older];
  for (let at = 0; at < names.length; at += headersAtOnce) {
    const isUnder = await Promise.all(
      names.slice(at, at + headersAtOnce).map((name) => isUnderOneOf(allKeys, { objects, name })),
    );
    if (isUnder.includes(false)) return true;
  }
  return false;
}

/** Lists the names of all kept files that are not under the current key. */
async function listOlder({ objects, keys }: Keyed): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list()) {
    if (!(await isUnderOneOf([keys.current], { objects, name }))) names.push(name);
  }
  return names;
}

/**
 * Moves a kept file from an older key to the current one. The new file is written beside the
 * pending files, synced, and then replaces the old one as a whole, so a crash leaves one or the
 * other.
 *
 * @returns false if the file is already under the current key.
 * @throws as `open` does.
 * @see docs/requirements.md#reports-and-files
 */
async function rewrap(
  { objects, keys, pending }: Keyed & { pending: PendingFiles },
  { name, boundTo }: { name: string; boundTo: string },
): Promise<boolean> {
  const path = pendingPath(pending, name);
  const source = await objects.read(name);
  try {
    const header = await readHeader(source);
    if (keyIdIn(header).equals(keyIdOf(keys.current))) return false;
    const next = rewrapHeader({ header, oldKeys: keys.older, newKey: keys.current, boundTo });
    await makeFolder(pending.folder);
    await removeFile(path);
    await writeFile(path, { content: withHeader(next, source) });
  } finally {
    await source.close();
  }
  await objects.put(name, { path, bytes: source.size });
  return true;
}

/**
 * Checks whether a kept file is under one of these keys. Also true for a file that is missing or
 * not sealed.
 */
async function isUnderOneOf(
  keys: Buffer[],
  { objects, name }: { objects: ObjectStore; name: string },
): Promise<boolean> {
  let source: RangeReader | undefined;
  try {
    source = await objects.read(name);
    const keyId = keyIdIn(await readHeader(source));
    return keys.some((key) => keyIdOf(key).equals(keyId));
  } catch (error) {
    if (['FILE_DAMAGED', 'FILE_MISSING'].some((code) => code === readErrorCode(error))) return true;
    throw error;
  } finally {
    await source?.close();
  }
}

/**
 * Yields the file with another header. If the file is truncated during the read, this throws and no
 * file is written.
 */
async function* withHeader(header: Buffer, source: RangeReader): AsyncGenerator<Buffer> {
  yield header;
  yield* readOpenPieces(source, headerBytes);
}

/** Encrypted private files. Each member is documented at the function it calls. */
export type Storage = ReturnType<typeof openStorage>;

type OpenStorageOptions = { directory: string; keys: FileKeys; objects?: ObjectStore };

/**
 * Opens the storage of private files without touching the disk. Every file is sealed and has mode
 * 0600.
 *
 * @param options.directory the folder, created with the first file (mode 0700).
 * @param options.keys the keys that wrap those of files.
 * @param options.objects the store for kept files if it is not that folder.
 * @throws RangeError if a key is not 32 bytes long.
 * @see docs/requirements.md#reports-and-files
 */
export function openStorage({ directory, keys, objects = diskStore(directory) }: OpenStorageOptions) {
  for (const key of [keys.current, ...keys.older]) keyIdOf(key);
  const pending = pendingFilesIn(directory);
  const files = { objects, pending, keys };
  return {
    receive: (source: Source, o: ReceiveOptions) => receive(files, source, o),
    receivePiece: (source: AsyncIterator<Uint8Array>, o: Parameters<typeof receivePiece>[2]) =>
      receivePiece(files, source, o),
    keep: (pendingFile: Pick<PendingFile, 'name' | 'bytes'>) => keep(files, pendingFile),
    drop: (name: string) => drop(files, name),
    dropPending: (name: string) => dropPendingFile(pending, name),
    open: (part: FilePart) => openKept(files, part),
    openPendingFile: (pendingFile: PendingFile) => openPendingFile(files, pendingFile),
    sweep: (o: Parameters<typeof sweep>[1]) => sweep(files, o),
    sweepObjects: (o: Parameters<typeof sweepObjects>[1]) => sweepObjects(files, o),
    clearPending: () => clearPendingFiles(pending),
    clearUnfinished: (olderThanMs: number) => objects.clearUnfinished(olderThanMs),
    ping: () => objects.ping(),
    hasForeignKey: () => hasForeignKey(files),
    listOlder: () => listOlder(files),
    rewrap: (o: Parameters<typeof rewrap>[1]) => rewrap(files, o),
  };
}

type Places = { objects: ObjectStore; pending: PendingFiles };

/**
 * Moves a pending file to its permanent place, durably once it resolves. Call this before the row
 * is written.
 *
 * @throws with FILE_MISSING if the pending file no longer exists.
 * @see docs/requirements.md#reports-and-files
 */
async function keep(
  { objects, pending }: Places,
  { name, bytes }: Pick<PendingFile, 'name' | 'bytes'>,
): Promise<void> {
  await objects.put(name, { path: pendingPath(pending, name), bytes: sealedSize(bytes) });
}

/**
 * Removes the pending or kept file with this name, durably once it resolves. Does nothing if there
 * is no such file.
 *
 * @throws with the error of the disk or the store.
 * @see docs/requirements.md#reports-and-files
 */
async function drop({ objects, pending }: Places, name: string): Promise<void> {
  if (!isName(name)) return;
  await dropPendingFile(pending, name);
  await objects.drop(name);
  pending.recentNames.delete(name);
}

type FilePart = { name: string; boundTo: string; bytes?: number; start?: number; end?: number };

/**
 * Opens a kept file, or a part of it, as a stream of plain bytes. Destroy the stream to stop early.
 * If damage is found later, the stream is destroyed with FILE_DAMAGED.
 *
 * @param part.bytes the plain size according to the row.
 * @param part.start the first byte of the part, 0-based.
 * @param part.end the last byte of the part, inclusive.
 * @returns the stream, its length (`bytes`) and the size of the whole file (`totalBytes`).
 * @throws an Error whose `code` is FILE_MISSING, FILE_KEY_UNKNOWN or FILE_DAMAGED, or RangeError if
 *   the part is not in the file.
 * @see docs/requirements.md#reports-and-files
 */
async function openKept(
  { objects, keys }: { objects: ObjectStore; keys: FileKeys },
  { name, ...part }: FilePart,
): Promise<OpenedFile> {
  return openSealed({ source: await objects.read(name), keys: [keys.current, ...keys.older], ...part });
}
