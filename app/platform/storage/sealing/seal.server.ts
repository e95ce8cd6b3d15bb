import { Buffer } from 'node:buffer';
import { createCipheriv, createSecretKey } from 'node:crypto';
import { type ChunkPlace, chunkBytes, newSealKey, nonceOf, tagBytes } from './sealed-format.server.ts';
import { wrap } from './sealed-header.server.ts';

/**
 * Takes plain bytes in pieces of any size, the key of all files (32 bytes), the id the file is
 * bound to and, where it is made already, the file's own key; gives the sealed file in pieces of at
 * most 64 KiB + 16, header first, holding one chunk in memory. Errors of the source pass through.
 *
 * @see docs/requirements.md#reports-and-files
 */
export async function* seal(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { fileKey, boundTo, key = newSealKey() }: { fileKey: Buffer; boundTo: string; key?: Buffer },
): AsyncGenerator<Buffer, void, void> {
  const bound = Buffer.from(boundTo, 'utf8');
  const chunkKey = createSecretKey(key);
  yield wrap({ key, fileKey, bound });

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
      const taken = Math.min(chunkBytes - filled, piece.length - offset);
      waiting.set(piece.subarray(offset, offset + taken), filled);
      filled += taken;
      offset += taken;
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
