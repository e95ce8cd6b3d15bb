/** Reads jobs from stdin. Loaded by app/platform/storage/decoder/decode.mjs. */
import { Buffer } from 'node:buffer';
import { createDecipheriv } from 'node:crypto';

/**
 * Decrypts sealed content as it arrives.
 *
 * @param take returns the next bytes of the input.
 * @param bytes the number of plain bytes.
 * @param sealed the file's own key (base64), the id it is bound to, and its layout
 *   (app/platform/storage/sealing/sealed-format.server.ts).
 */
async function unseal(take, bytes, { key, boundTo, chunkBytes, tagBytes }) {
  const content = Buffer.allocUnsafeSlow(bytes);
  const [secret, bound, nonce] = [Buffer.from(key, 'base64'), Buffer.from(boundTo), Buffer.alloc(12)];
  for (let at = 0, index = 0; at < bytes; index += 1) {
    const size = Math.min(chunkBytes, bytes - at);
    const sealed = await take(size + tagBytes);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = at + size === bytes ? 1 : 0;
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
    decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(size));
    decipher.update(sealed.subarray(0, size)).copy(content, at);
    decipher.final();
    at += size;
  }
  return content;
}

/**
 * Yields the jobs as they arrive. `read` of each job, or of each of its parts in order, returns the
 * content. Exits the program when stdin ends.
 */
export async function* jobs() {
  let piece = Buffer.alloc(0);
  const input = process.stdin[Symbol.asyncIterator]();
  async function take(bytes) {
    const chunk = Buffer.allocUnsafe(bytes);
    let filled = 0;
    while (filled < bytes) {
      if (piece.length === 0) {
        const { value, done } = await input.next();
        if (done) process.exit(0);
        piece = value;
      }
      const copied = piece.copy(chunk, filled, 0, bytes - filled);
      filled += copied;
      piece = piece.subarray(copied);
    }
    return chunk;
  }

  while (true) {
    const length = await take(4);
    const json = await take(length.readUInt32BE());
    const { bytes, sealed, parts, ...job } = JSON.parse(json.toString());
    const reading = (one) => () => (one.sealed ? unseal(take, one.bytes, one.sealed) : take(one.bytes));
    yield parts
      ? { parts: parts.map((part) => ({ mediaType: part.mediaType, read: reading(part) })) }
      : { ...job, read: reading({ bytes, sealed }) };
  }
}
