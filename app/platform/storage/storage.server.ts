import type { Buffer } from 'node:buffer';
import { codeOf, makeFolder, remove, writeFile } from './core/durable-files.server.ts';
import { isName } from './core/object-names.server.ts';
import type { ObjectStore, RangeReader } from './core/object-store.ts';
import { diskStore } from './objects/disk-store.server.ts';
import { piecesOf } from './objects/read-pieces.server.ts';
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
// Each waits for the disk or for another machine.
const headersAtOnce = 16;

type Keyed = { objects: ObjectStore; keys: FileKeys };

/**
 * Reads the headers of at most 200 kept files; tells whether one is under none of the keys, so that
 * a start with the wrong key or the wrong database is noticed before a person meets it. Files that
 * are no sealed files are passed over.
 *
 * @see docs/requirements.md#reports-and-files
 */
async function hasForeignKey({ objects, keys }: Keyed): Promise<boolean> {
  const names: string[] = [];
  for await (const { name } of objects.list()) {
    if (names.push(name) === foreignKeyHeaders) break;
  }
  const known = [keys.own, ...keys.older];
  for (let at = 0; at < names.length; at += headersAtOnce) {
    const isUnder = await Promise.all(
      names.slice(at, at + headersAtOnce).map((name) => isUnderOneOf(known, { objects, name })),
    );
    if (isUnder.includes(false)) return true;
  }
  return false;
}

/** Gives the names of all kept files that are under another key than new ones. */
async function listOlder({ objects, keys }: Keyed): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list()) {
    if (!(await isUnderOneOf([keys.own], { objects, name }))) names.push(name);
  }
  return names;
}

/**
 * Takes the name of a kept file and the id it is bound to; brings it from an older key under that
 * of new files, as a new file that is written beside the pending ones, synced, and put in its place
 * whole, so that a crash leaves the one or the other. Gives false where it is under that key
 * already.
 *
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
    if (keyIdIn(header).equals(keyIdOf(keys.own))) return false;
    const next = rewrapHeader({ header, oldKeys: keys.older, newKey: keys.own, boundTo });
    await makeFolder(pending.folder);
    await remove(path);
    await writeFile(path, { content: rewrapped(next, source) });
  } finally {
    await source.close();
  }
  await objects.put(name, { path, bytes: source.size });
  return true;
}

/** Whether a kept file is under one of these keys; so is one that is no sealed file, or gone. */
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
    if (['FILE_DAMAGED', 'FILE_MISSING'].some((code) => code === codeOf(error))) return true;
    throw error;
  } finally {
    await source?.close();
  }
}

/** The file with another header. Of a file that lost its end under the reading nothing is made. */
async function* rewrapped(header: Buffer, source: RangeReader): AsyncGenerator<Buffer> {
  yield header;
  yield* piecesOf(source, headerBytes);
}

/** Private files, encrypted. Each member is described at the function it is. */
export type Storage = ReturnType<typeof openStorage>;

type OpenStorageOptions = { directory: string; keys: FileKeys; objects?: ObjectStore };

/**
 * Takes the folder for private files (made at the first file, 0700), the keys of files (32 bytes,
 * else RangeError), and where kept files lie if not in that folder; gives the functions that
 * receive, keep, open and drop a file. Does not touch the disk itself. Every file is 0600 and
 * sealed.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function openStorage({ directory, keys, objects = diskStore(directory) }: OpenStorageOptions) {
  for (const key of [keys.own, ...keys.older]) keyIdOf(key);
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
 * Takes a pending file; moves it to its lasting place, where it will last once it resolves. Call it
 * before the row is written.
 *
 * @throws with FILE_MISSING where the pending file is gone.
 * @see docs/requirements.md#reports-and-files
 */
async function keep(
  { objects, pending }: Places,
  { name, bytes }: Pick<PendingFile, 'name' | 'bytes'>,
): Promise<void> {
  await objects.put(name, { path: pendingPath(pending, name), bytes: sealedSize(bytes) });
}

/**
 * Takes a name; removes the pending file or the kept file of that name, for good once it resolves.
 * A name that is not there is fine.
 *
 * @throws with the error of the disk or the store.
 * @see docs/requirements.md#reports-and-files
 */
async function drop({ objects, pending }: Places, name: string): Promise<void> {
  if (!isName(name)) return;
  await dropPendingFile(pending, name);
  await objects.drop(name);
  pending.recent.delete(name);
}

type FilePart = { name: string; boundTo: string; bytes?: number; start?: number; end?: number };

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
async function openKept(
  { objects, keys }: { objects: ObjectStore; keys: FileKeys },
  { name, ...part }: FilePart,
): Promise<OpenedFile> {
  return openSealed({ source: await objects.read(name), keys: [keys.own, ...keys.older], ...part });
}
