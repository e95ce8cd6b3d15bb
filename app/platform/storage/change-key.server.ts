import type { Buffer } from 'node:buffer';
import { open, rename } from 'node:fs/promises';
import {
  codeOf,
  makeFolder,
  missing,
  remove,
  syncFolder,
  undefinedIfMissing,
  writeFile,
} from './durable-files.server.ts';
import { folderOf, keptNames, type PrivateFolder, pathOf, tempPathOf } from './private-folder.server.ts';
import { headerBytes } from './sealing/sealed-format.server.ts';
import { keyIdIn, readHeader, rewrapHeader } from './sealing/sealed-header.server.ts';

const foreignKeyHeaders = 200;

/**
 * Reads the headers of at most 200 kept files; tells whether one was written under another
 * FILE_KEY, so that a start with the wrong key is noticed before a person meets it. Files that
 * are no sealed files are passed over.
 *
 * @see docs/requirements.md#reports-and-files
 */
export async function hasForeignKey(folder: PrivateFolder): Promise<boolean> {
  let looked = 0;
  for await (const name of keptNames(folder)) {
    if (looked >= foreignKeyHeaders) break;
    looked += 1;
    const header = await headerOf(pathOf(folder, name));
    if (header && !keyIdIn(header).equals(folder.keyId)) return true;
  }
  return false;
}

/** Gives the names of all kept files that were written under another FILE_KEY. */
export async function listForeign(folder: PrivateFolder): Promise<string[]> {
  const names: string[] = [];
  for await (const name of keptNames(folder)) {
    const header = await headerOf(pathOf(folder, name));
    if (header && !keyIdIn(header).equals(folder.keyId)) names.push(name);
  }
  return names;
}

/**
 * Takes the name of a kept file, the id it is bound to and the FILE_KEY it was written under;
 * makes it open under this storage's key instead, as a new file that is synced and put in its
 * place whole, so that a crash leaves the one or the other. Gives false where it is under this
 * key already.
 *
 * @throws as `open` does.
 * @see docs/requirements.md#reports-and-files
 */
export async function rewrap(
  folder: PrivateFolder,
  { name, boundTo, oldKey }: { name: string; boundTo: string; oldKey: Buffer },
): Promise<boolean> {
  const [path, temp] = [pathOf(folder, name), tempPathOf(folder, name)];
  const handle = await open(path, 'r').catch(missing);
  try {
    const header = await readHeader(handle);
    if (keyIdIn(header).equals(folder.keyId)) return false;
    const next = rewrapHeader({ header, oldKey, newKey: folder.fileKey, boundTo });
    await makeFolder(folder.tempFolder);
    await remove(temp);
    const chunks = handle.createReadStream({ start: headerBytes, autoClose: false });
    await writeFile(temp, { content: joined(next, chunks), isWanted: () => true });
  } finally {
    await handle.close();
  }
  await rename(temp, path);
  await syncFolder(folderOf(folder, name));
  return true;
}

async function headerOf(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, 'r').catch(undefinedIfMissing);
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

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}
