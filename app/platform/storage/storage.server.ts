import type { Buffer } from 'node:buffer';
import { open, rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hasForeignKey, listForeign, rewrap } from './change-key.server.ts';
import { makeFolder, missing, remove, syncFolder } from './durable-files.server.ts';
import {
  folderOf,
  isName,
  type PrivateFolder,
  pathOf,
  privateFolder,
  tempPathOf,
} from './private-folder.server.ts';
import { type PendingFile, type ReceiveOptions, receive, type Source } from './receive.server.ts';
import { type OpenedFile, openSealed } from './sealing/open-sealed.server.ts';
import { sweep } from './sweep.server.ts';

/** Private files, encrypted, in one folder. Each member is described at the function it is. */
export type Storage = ReturnType<typeof openStorage>;

/**
 * Takes the folder for private files (made at the first file, 0700) and the FILE_KEY (32 bytes,
 * else RangeError); gives the functions that receive, keep, open and drop a file in it. Does not
 * touch the disk itself. Every file is 0600 and sealed.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function openStorage(where: { directory: string; fileKey: Buffer }) {
  const folder = privateFolder(where);
  return {
    receive: (source: Source, o: ReceiveOptions) => receive(folder, source, o),
    keep: (pendingFile: PendingFile) => keep(folder, pendingFile),
    drop: (name: string) => drop(folder, name),
    open: (part: FilePart) => openKept(folder, part),
    openPendingFile: (pendingFile: PendingFile) => openPendingFile(folder, pendingFile),
    sweep: (o: Parameters<typeof sweep>[1]) => sweep(folder, o),
    hasForeignKey: () => hasForeignKey(folder),
    listForeign: () => listForeign(folder),
    rewrap: (o: Parameters<typeof rewrap>[1]) => rewrap(folder, o),
  };
}

/**
 * Takes a pending file; moves it to its lasting place, the move synced to disk before it
 * resolves. Call it before the row is written.
 *
 * @throws with FILE_MISSING where the pending file is gone.
 * @see docs/requirements.md#reports-and-files
 */
async function keep(storageFolder: PrivateFolder, { name }: PendingFile): Promise<void> {
  const folder = folderOf(storageFolder, name);
  await makeFolder(folder);
  await rename(tempPathOf(storageFolder, name), pathOf(storageFolder, name)).catch(missing);
  await syncFolder(folder);
}

/**
 * Takes a name; removes the pending file or the kept file of that name, synced to disk before it
 * resolves. A name that is not there is fine.
 *
 * @throws with the disk's error.
 * @see docs/requirements.md#reports-and-files
 */
async function drop(folder: PrivateFolder, name: string): Promise<void> {
  if (!isName(name)) return;
  if (await remove(tempPathOf(folder, name))) await syncFolder(folder.tempFolder);
  if (await remove(pathOf(folder, name))) await syncFolder(folderOf(folder, name));
  folder.recent.delete(name);
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
async function openKept(folder: PrivateFolder, { name, ...part }: FilePart): Promise<OpenedFile> {
  const handle = await open(pathOf(folder, name), 'r').catch(missing);
  return openSealed({ handle, fileKey: folder.fileKey, ...part });
}

/**
 * Takes a pending file; gives its plain bytes as a stream, for the decoder.
 *
 * @throws and fails as `open` does.
 * @see docs/requirements.md#reports-and-files
 */
async function openPendingFile(
  folder: PrivateFolder,
  { name, boundTo, bytes }: PendingFile,
): Promise<Readable> {
  const handle = await open(tempPathOf(folder, name), 'r').catch(missing);
  return (await openSealed({ handle, fileKey: folder.fileKey, boundTo, bytes })).stream;
}
