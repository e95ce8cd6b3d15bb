import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { fileFault } from '../core/file-fault.server.ts';
import type { RangeReader } from '../core/object-store.ts';
import { headerBytes, keyBytes, keyIdBytes, magic, nonceBytes, tagBytes } from './sealed-format.server.ts';

/**
 * The keys that wrap those of files, 32 bytes each: the one that new files come under, and those
 * that older ones may still be under.
 */
export type FileKeys = { own: Buffer; older: Buffer[] };

/**
 * Takes a key of 32 bytes that wraps those of files; gives the 8 bytes that name it in a header and
 * tell nothing about it.
 *
 * @throws RangeError for a key of another length.
 * @see docs/requirements.md#reports-and-files
 */
export function keyIdOf(fileKey: Buffer): Buffer {
  if (fileKey.length !== keyBytes)
    throw new RangeError(`a file key is ${keyBytes} bytes, not ${fileKey.length}`);
  return createHash('sha256')
    .update('secondlook file key id\0')
    .update(fileKey)
    .digest()
    .subarray(0, keyIdBytes);
}

/**
 * Takes a sealed file; gives its first 72 bytes, unchecked but for the magic. Leaves the file open.
 *
 * @throws with FILE_DAMAGED where the file is shorter or is not a sealed file.
 */
export async function readHeader(source: Pick<RangeReader, 'read'>): Promise<Buffer> {
  const header = await source.read(0, headerBytes);
  if (header.length < headerBytes) throw fileFault('FILE_DAMAGED');
  if (!header.subarray(0, magic.length).equals(magic)) throw fileFault('FILE_DAMAGED');
  return header;
}

/**
 * Takes a header of 72 bytes as read from a file; gives the 8-byte id of the key that it is
 * under.
 */
export function keyIdIn(header: Buffer): Buffer {
  return header.subarray(magic.length, magic.length + keyIdBytes);
}

type RewrapHeaderOptions = { header: Buffer; oldKeys: Buffer[]; newKey: Buffer; boundTo: string };

/**
 * Takes a header of 72 bytes, the keys it may be under, the key it is to be under (32 bytes each)
 * and the bound id; gives the header to write in its place. The chunks stay as they are.
 *
 * @throws FILE_KEY_UNKNOWN where the header belongs to a third key, FILE_DAMAGED where it does not
 *   verify.
 * @see docs/requirements.md#reports-and-files
 */
export function rewrapHeader({ header, oldKeys, newKey, boundTo }: RewrapHeaderOptions): Buffer {
  const bound = Buffer.from(boundTo, 'utf8');
  return wrap({ key: unwrap({ header, keys: oldKeys, bound }), fileKey: newKey, bound });
}

/**
 * Makes the header of a file: its own key, wrapped by that of all files. Takes both keys (32 bytes
 * each) and the bound id.
 */
export function wrap({ key, fileKey, bound }: { key: Buffer; fileKey: Buffer; bound: Buffer }): Buffer {
  const keyId = keyIdOf(fileKey);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([magic, keyId, bound]));
  const wrapped = cipher.update(key);
  cipher.final();
  return Buffer.concat([magic, keyId, nonce, wrapped, cipher.getAuthTag()]);
}

/**
 * Takes a header, the keys it may be under and the bound id; gives the file's own key.
 *
 * @throws FILE_KEY_UNKNOWN where the header belongs to another key, FILE_DAMAGED where it does not
 *   verify.
 */
export function unwrap({ header, keys, bound }: { header: Buffer; keys: Buffer[]; bound: Buffer }): Buffer {
  if (header.length !== headerBytes) throw fileFault('FILE_DAMAGED');
  const keyId = keyIdIn(header);
  const fileKey = keys.find((one) => keyIdOf(one).equals(keyId));
  if (!fileKey) throw fileFault('FILE_KEY_UNKNOWN');
  const nonceAt = magic.length + keyIdBytes;
  const wrappedAt = nonceAt + nonceBytes;
  const tagAt = wrappedAt + keyBytes;
  const decipher = createDecipheriv('aes-256-gcm', fileKey, header.subarray(nonceAt, wrappedAt), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.concat([header.subarray(0, nonceAt), bound]));
  decipher.setAuthTag(header.subarray(tagAt));
  const key = decipher.update(header.subarray(wrappedAt, tagAt));
  try {
    decipher.final();
  } catch (error) {
    throw fileFault('FILE_DAMAGED', error);
  }
  return key;
}
