import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { fileFault } from '../core/file-fault.server.ts';
import type { RangeReader } from '../core/object-store.ts';
import { headerBytes, keyBytes, keyIdBytes, magic, nonceBytes, tagBytes } from './sealed-format.server.ts';

/**
 * The keys that wrap those of files, 32 bytes each: the current key for new files (`current`), and keys
 * that older files may still be under.
 */
export type FileKeys = { current: Buffer; older: Buffer[] };

/**
 * Derives the 8 bytes that identify a wrapping key in a header without revealing it.
 *
 * @param fileKey a key of 32 bytes that wraps those of files.
 * @throws RangeError if the key has another length.
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
 * Reads the header of a sealed file, 72 bytes, and checks only the magic bytes. Leaves the file
 * open.
 *
 * @throws with FILE_DAMAGED if the file is shorter or is not a sealed file.
 */
export async function readHeader(source: Pick<RangeReader, 'read'>): Promise<Buffer> {
  const header = await source.read(0, headerBytes);
  if (header.length < headerBytes) throw fileFault('FILE_DAMAGED');
  if (!header.subarray(0, magic.length).equals(magic)) throw fileFault('FILE_DAMAGED');
  return header;
}

/** Reads the 8-byte key id from a header of 72 bytes. */
export function keyIdIn(header: Buffer): Buffer {
  return header.subarray(magic.length, magic.length + keyIdBytes);
}

type RewrapHeaderOptions = { header: Buffer; oldKeys: Buffer[]; newKey: Buffer; boundTo: string };

/**
 * Wraps the file's own key again under a new key. The chunks stay as they are.
 *
 * @param options.header the current header, 72 bytes.
 * @param options.oldKeys the keys it may be under, 32 bytes each.
 * @param options.newKey the key for the new header, 32 bytes.
 * @param options.boundTo the id the file is bound to.
 * @returns the header to write in its place.
 * @throws FILE_KEY_UNKNOWN if the header is under none of `oldKeys`, FILE_DAMAGED if it does not
 *   verify.
 * @see docs/requirements.md#reports-and-files
 */
export function rewrapHeader({ header, oldKeys, newKey, boundTo }: RewrapHeaderOptions): Buffer {
  const bound = Buffer.from(boundTo, 'utf8');
  return wrapFileKey({ key: unwrapFileKey({ header, keys: oldKeys, bound }), fileKey: newKey, bound });
}

/**
 * Builds the header of a file: its own key, wrapped with the key for all files.
 *
 * @param options.key the file's own key, 32 bytes.
 * @param options.fileKey the wrapping key, 32 bytes.
 * @param options.bound the bound id.
 */
export function wrapFileKey({
  key,
  fileKey,
  bound,
}: {
  key: Buffer;
  fileKey: Buffer;
  bound: Buffer;
}): Buffer {
  const keyId = keyIdOf(fileKey);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([magic, keyId, bound]));
  const wrapped = cipher.update(key);
  cipher.final();
  return Buffer.concat([magic, keyId, nonce, wrapped, cipher.getAuthTag()]);
}

/**
 * Unwraps the file's own key from a header.
 *
 * @param options.keys the keys the header may be under.
 * @param options.bound the bound id.
 * @throws FILE_KEY_UNKNOWN if the header is under another key, FILE_DAMAGED if it does not verify.
 */
export function unwrapFileKey({
  header,
  keys,
  bound,
}: {
  header: Buffer;
  keys: Buffer[];
  bound: Buffer;
}): Buffer {
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
