import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';

const version = 1;
// In Node 24 a key given as bytes takes six times as long for each value.
let columnKey: KeyObject | undefined;
const derived = new LRUCache<string, KeyObject>({
  max: 100,
  memoMethod: (purpose) => createSecretKey(deriveKey(requireKey(), purpose)),
});

/** Sets the key (32 bytes) of the encrypted columns; called once at start. */
export function setColumnKey(key: Buffer) {
  columnKey = createSecretKey(key);
  derived.clear();
}

/**
 * Derives a key of 32 bytes for one purpose from that of the encrypted columns (HKDF-SHA-256). It
 * stays the same for the life of the database.
 */
export function keyOfDatabase(purpose: string): KeyObject {
  return derived.memo(purpose);
}

/** Derives a key of 32 bytes for one purpose from another key (HKDF-SHA-256). */
export const deriveKey = (key: Buffer | KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/**
 * Encrypts one column value with AES-256-GCM (docs/requirements.md#reports-and-files).
 *
 * @param column the name of the column, as bytes if used often. It is the associated data, so a
 *   value moved to another column does not open.
 * @returns version byte, nonce (12), tag (16), ciphertext.
 */
export function sealText(
  text: string,
  column: string | Buffer,
  key: Buffer | KeyObject = requireKey(),
): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(column));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a value of `sealText`.
 *
 * @throws if the value, its column or the key is not the one it was sealed with.
 */
export function openText(
  sealed: Buffer,
  column: string | Buffer,
  key: Buffer | KeyObject = requireKey(),
): string {
  if (sealed[0] !== version) throw new Error(`Unknown version of an encrypted value in ${column}`);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
    .setAAD(bytesOf(column))
    .setAuthTag(sealed.subarray(13, 29));
  const opened = decipher.update(sealed.subarray(29));
  // In this mode `final` returns no text; it only verifies the tag.
  decipher.final();
  return opened.toString('utf8');
}

/**
 * Returns the public name of a file key: the first 16 hexadecimal digits of a labelled SHA-256 of
 * it.
 */
export function keyringIdOf(fileKey: Buffer): string {
  return createHash('sha256').update('keyring').update(fileKey).digest('hex').slice(0, 16);
}

const bytesOf = (column: string | Buffer) => (typeof column === 'string' ? Buffer.from(column) : column);

function requireKey() {
  if (!columnKey) throw new Error('The column key is not set yet.');
  return columnKey;
}
