import type { Buffer } from 'node:buffer';
import { codeOf, makeFolder, remove, writeFile } from './core/durable-files.server.ts';
import type { ObjectStore, RangeReader } from './core/object-store.ts';
import { piecesOf } from './objects/read-pieces.server.ts';
import { type PendingFiles, pendingPath } from './pending-files.server.ts';
import { headerBytes } from './sealing/sealed-format.server.ts';
import { type FileKeys, keyIdIn, keyIdOf, readHeader, rewrapHeader } from './sealing/sealed-header.server.ts';

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
export async function hasForeignKey({ objects, keys }: Keyed): Promise<boolean> {
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
export async function listOlder({ objects, keys }: Keyed): Promise<string[]> {
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
export async function rewrap(
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
