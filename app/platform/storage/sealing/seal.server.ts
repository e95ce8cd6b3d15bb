import { Buffer } from 'node:buffer';
import { createCipheriv, createSecretKey } from 'node:crypto';
import { type ChunkPlace, chunkBytes, newSealKey, nonceOf, tagBytes } from './sealed-format.server.ts';
import { wrapFileKey } from './sealed-header.server.ts';

/**
 * Seals plain bytes. Holds one chunk in memory. Errors of the source pass through.
 *
 * @param source the plain bytes, in pieces of any size.
 * @param options.fileKey the key that wraps those of all files, 32 bytes.
 * @param options.boundTo the id to bind the file to.
 * @param options.key the file's own key, if it already exists.
 * @returns the sealed file in pieces of at most 64 KiB + 16 bytes, header first.
 * @see docs/requirements.md#reports-and-files
 */
export async function* seal(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { fileKey, boundTo, key = newSealKey() }: { fileKey: Buffer; boundTo: string; key?: Buffer },
): AsyncGenerator<Buffer, void, void> {
  const bound = Buffer.from(boundTo, 'utf8');
  const chunkKey = createSecretKey(key);
  yield wrapFileKey({ key, fileKey, bound });

  // A full chunk waits here until one more byte shows that it is not the last.
  const waiting = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  let index = 0;
  for await (const piece of source) {
    let offset = 0;
    while (offset < piece.length) {
      if (filled === chunkBytes) {
        yield sealChunk(waiting, { key: chunkKey, bound, index: index++, last: false });
        filled = 0;
      }
      const copied = Math.min(chunkBytes - filled, piece.length - offset);
      waiting.set(piece.subarray(offset, offset + copied), filled);
      filled += copied;
      offset += copied;
    }
  }
  yield sealChunk(waiting.subarray(0, filled), { key: chunkKey, bound, index, last: true });
}

function sealChunk(plain: Uint8Array, { key, bound, index, last }: ChunkPlace): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last), { authTagLength: tagBytes });
  cipher.setAAD(bound);
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([sealed, cipher.getAuthTag()], plain.length + tagBytes);
}
