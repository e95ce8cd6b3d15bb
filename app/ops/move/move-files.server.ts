import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NamedFile } from '~/platform/db/copy/copy-database.server';
import { OperatorError } from '~/platform/errors.server';
import { readErrorCode, removeFile, writeFile } from '~/platform/storage/core/durable-files.server';
import type { ObjectStore, RangeReader } from '~/platform/storage/core/object-store';
import { readPieces } from '~/platform/storage/objects/read-pieces.server';
import { headerBytes } from '~/platform/storage/sealing/sealed-format.server';
import {
  type FileKeys,
  keyIdIn,
  keyIdOf,
  readHeader,
  rewrapHeader,
} from '~/platform/storage/sealing/sealed-header.server';
import { boundTo } from '../restore/check-unpacked.server';

// Each one waits for a disk or for another machine.
const filesAtOnce = 8;
const sayEvery = 1000;

type Moving = {
  sourceObjects: ObjectStore;
  targetObjects: ObjectStore;
  namedFiles: NamedFile[];
  keys: FileKeys;
  print: (line: string) => void;
};

/** Counts of moved files: sent ones, and ones that the old clinic has lost or cannot open. */
type MovedFiles = { sent: number; lost: number; broken: number };

/**
 * Copies every file that a row names to another place, under the key of new files. A file that is
 * already there is not sent again. Each is read back and compared. Files there that no row names
 * are removed.
 *
 * @throws an OperatorError if a file does not come back as it was sent.
 */
export async function moveFiles(o: Moving & { stage: string }): Promise<MovedFiles> {
  const counts: MovedFiles = { sent: 0, lost: 0, broken: 0 };
  const names = new Set(o.namedFiles.map(({ name }) => name));
  for await (const { name } of o.targetObjects.list()) if (!names.has(name)) await o.targetObjects.drop(name);
  await forEach(o, async (file) => {
    const source = await look(o, file);
    if (!source) {
      counts.lost += 1;
      return;
    }
    if (source.isBroken) counts.broken += 1;
    if (await isThere(o, file, source)) return;
    await send(o, file, source);
    if (!(await isThere(o, file, source)))
      throw new OperatorError(
        `The file ${file.name} does not match the original after reading it back. Check the disk or the object store of the new clinic, then run this command again.`,
      );
    counts.sent += 1;
  });
  return counts;
}

/** Lists the names of files that the target is missing or has with other contents. */
export async function compareFiles(o: Moving): Promise<string[]> {
  const different: string[] = [];
  await forEach(o, async (file) => {
    const found = await look(o, file);
    if (found && !(await isThere(o, file, found))) different.push(file.name);
  });
  return different;
}

async function forEach(
  { namedFiles, print }: Moving,
  act: (file: NamedFile) => Promise<void>,
): Promise<void> {
  const left = namedFiles.values();
  let count = 0;
  const work = async () => {
    for (const file of left) {
      await act(file);
      count += 1;
      if (count % sayEvery === 0) print(`${count} of ${namedFiles.length} files`);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** A file of the old clinic: the header it is to have, and the SHA-256 of the rest, once known. */
type Found = { size: number; header: Buffer; isOlder: boolean; isBroken: boolean; sha256?: string };

async function look({ sourceObjects, keys }: Moving, file: NamedFile): Promise<Found | undefined> {
  const source = await openOrMissing(sourceObjects, file.name);
  if (!source) return undefined;
  try {
    const start = { size: source.size, header: await source.read(0, headerBytes), isOlder: false };
    try {
      const header = await readHeader(source);
      if (keyIdIn(header).equals(keyIdOf(keys.current))) return { ...start, isBroken: false };
      const next = rewrapHeader({
        header,
        oldKeys: keys.older,
        newKey: keys.current,
        boundTo: boundTo(file),
      });
      return { ...start, header: next, isOlder: true, isBroken: false };
    } catch (error) {
      // Copied unchanged.
      if (!['FILE_DAMAGED', 'FILE_KEY_UNKNOWN'].includes(String(readErrorCode(error)))) throw error;
      return { ...start, isBroken: true };
    }
  } finally {
    await source.close();
  }
}

async function send(
  { sourceObjects, targetObjects, stage }: Moving & { stage: string },
  { name }: NamedFile,
  source: Found,
) {
  const hash = createHash('sha256');
  const path = join(stage, name);
  async function* content() {
    yield source.header;
    for await (const piece of readPieces(sourceObjects, name, headerBytes)) {
      hash.update(piece);
      yield piece;
    }
  }
  await removeFile(path);
  await writeFile(path, { content: content() });
  source.sha256 = hash.digest('hex');
  await targetObjects.put(name, { path, bytes: source.size });
}

async function isThere(
  { sourceObjects, targetObjects, keys }: Moving,
  file: NamedFile,
  source: Found,
): Promise<boolean> {
  const { name } = file;
  const target = await openOrMissing(targetObjects, name);
  if (!target) return false;
  try {
    if (target.size !== source.size) return false;
    const header = await target.read(0, headerBytes);
    if (!(source.isOlder ? isUnderOwn(header, keys, file) : header.equals(source.header))) return false;
  } finally {
    await target.close();
  }
  source.sha256 ??= await hashOf(sourceObjects, name);
  return (await hashOf(targetObjects, name)) === source.sha256;
}

/** A key is wrapped differently each time, so only opening it shows whether it is the right one. */
function isUnderOwn(header: Buffer, { current: ownKey }: FileKeys, file: NamedFile): boolean {
  try {
    rewrapHeader({ header, oldKeys: [ownKey], newKey: ownKey, boundTo: boundTo(file) });
    return true;
  } catch {
    return false;
  }
}

async function hashOf(objects: ObjectStore, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(objects, name, headerBytes)) hash.update(piece);
  return hash.digest('hex');
}

async function openOrMissing(objects: ObjectStore, name: string): Promise<RangeReader | undefined> {
  try {
    return await objects.read(name);
  } catch (error) {
    if (readErrorCode(error) === 'FILE_MISSING') return undefined;
    throw error;
  }
}
