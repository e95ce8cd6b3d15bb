import { writeFile } from './core/durable-files.server.ts';
import { newPendingPath, type PendingFiles } from './pending-files.server.ts';
import { seal } from './sealing/seal.server.ts';
import type { FileKeys } from './sealing/sealed-header.server.ts';

/** A piece of a file that is safely on the disk: what `keep` and `drop` of the storage take. */
export type PendingPiece = { name: string; bytes: number };

/**
 * Takes plain bytes as they arrive, the id to bind them to, and the most there may be. Writes a
 * sealed pending file of whatever they are, synced to disk before it resolves. An error of the
 * source is the caller's to turn into its end.
 *
 * @returns the piece; undefined where nothing arrived; 'tooLarge', with nothing left behind, as
 *   soon as one byte too many does.
 * @throws with the error of the source or of the disk, with nothing left behind.
 */
export async function receivePiece(
  { pending, keys }: { pending: PendingFiles; keys: FileKeys },
  source: AsyncIterator<Uint8Array>,
  { boundTo, maxBytes }: { boundTo: string; maxBytes: number },
): Promise<PendingPiece | 'tooLarge' | undefined> {
  const first = await source.next();
  if (first.done) return undefined;
  let bytes = 0;
  const isTooLarge = () => bytes > maxBytes;
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let next = first; !next.done; next = await source.next()) {
      bytes += next.value.length;
      if (isTooLarge()) return;
      yield next.value;
    }
  }
  const { name, path } = await newPendingPath(pending);
  const isWritten = await writeFile(path, {
    content: seal(content(), { fileKey: keys.own, boundTo }),
    isWanted: () => !isTooLarge(),
  });
  return isWritten ? { name, bytes } : 'tooLarge';
}
