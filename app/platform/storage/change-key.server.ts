import type { Buffer } from 'node:buffer';
import { codeOf, makeFolder, remove, writeFile } from './durable-files.server.ts';
import type { ObjectStore, RangeReader } from './objects/object-store.ts';
import { type PendingFiles, pendingPath } from './pending-files.server.ts';
import { fileFault } from './sealing/file-fault.server.ts';
import { headerBytes, sealedChunkBytes } from './sealing/sealed-format.server.ts';
import { keyIdIn, readHeader, rewrapHeader } from './sealing/sealed-header.server.ts';

const foreignKeyHeaders = 200;
const copiedPieceBytes = 4 * sealedChunkBytes;

/** The kept files, and which FILE_KEY they should be under. */
type Keyed = { objects: ObjectStore; keyId: Buffer };

/**
 * Reads the headers of at most 200 kept files; tells whether one was written under another
 * FILE_KEY, so that a start with the wrong key is noticed before a person meets it. Files that
 * are no sealed files are passed over.
 *
 * @see docs/requirements.md#reports-and-files
 */
export async function hasForeignKey(keyed: Keyed): Promise<boolean> {
  let looked = 0;
  for await (const { name } of keyed.objects.list()) {
    if (looked >= foreignKeyHeaders) break;
    looked += 1;
    if (await isForeign(keyed, name)) return true;
  }
  return false;
}

/** Gives the names of all kept files that were written under another FILE_KEY. */
export async function listForeign(keyed: Keyed): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of keyed.objects.list()) {
    if (await isForeign(keyed, name)) names.push(name);
  }
  return names;
}

/**
 * Takes the name of a kept file, the id it is bound to and the FILE_KEY it was written under;
 * makes it open under this storage's key instead, as a new file that is written beside the pending
 * ones, synced, and put in its place whole, so that a crash leaves the one or the other. Gives
 * false where it is under this key already.
 *
 * @throws as `open` does.
 * @see docs/requirements.md#reports-and-files
 */
export async function rewrap(
  { objects, keyId, pending, fileKey }: Keyed & { pending: PendingFiles; fileKey: Buffer },
  { name, boundTo, oldKey }: { name: string; boundTo: string; oldKey: Buffer },
): Promise<boolean> {
  const path = pendingPath(pending, name);
  const source = await objects.read(name);
  try {
    const header = await readHeader(source);
    if (keyIdIn(header).equals(keyId)) return false;
    const next = rewrapHeader({ header, oldKey, newKey: fileKey, boundTo });
    await makeFolder(pending.folder);
    await remove(path);
    await writeFile(path, { content: rewrapped(next, source), isWanted: () => true });
  } finally {
    await source.close();
  }
  await objects.put(name, { path, bytes: source.size });
  return true;
}

/** Whether a kept file is a sealed one under another key. One that has just gone is not. */
async function isForeign({ objects, keyId }: Keyed, name: string): Promise<boolean> {
  let source: RangeReader | undefined;
  try {
    source = await objects.read(name);
    return !keyIdIn(await readHeader(source)).equals(keyId);
  } catch (error) {
    if (['FILE_DAMAGED', 'FILE_MISSING'].some((code) => code === codeOf(error))) return false;
    throw error;
  } finally {
    await source?.close();
  }
}

/** The file with another header. Of a file that lost its end under the reading nothing is made. */
async function* rewrapped(header: Buffer, source: RangeReader): AsyncGenerator<Buffer> {
  yield header;
  for (let at = headerBytes; at < source.size; ) {
    const piece = await source.read(at, Math.min(at + copiedPieceBytes, source.size));
    if (piece.length === 0) throw fileFault('FILE_DAMAGED');
    yield piece;
    at += piece.length;
  }
}
