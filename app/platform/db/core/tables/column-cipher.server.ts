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
// Node 24 takes six times as long for each value where a key is bytes.
let columnKey: KeyObject | undefined;
const derived = new LRUCache<string, KeyObject>({
  max: 100,
  memoMethod: (purpose) => createSecretKey(deriveKey(requireKey(), purpose)),
});

/**
 * Sets the key (32 bytes) that encrypted columns are read and written with; called once at start.
 */
export function setColumnKey(key: Buffer) {
  columnKey = createSecretKey(key);
  derived.clear();
}

/**
 * A key of 32 bytes for one purpose, derived from that of the encrypted columns (HKDF-SHA-256): it
 * lives as long as the database.
 */
export function keyOfDatabase(purpose: string): KeyObject {
  return derived.memo(purpose);
}

/** A key of 32 bytes for one purpose, derived from another one (HKDF-SHA-256). */
export const deriveKey = (key: Buffer | KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/**
 * Encrypts one column value with AES-256-GCM (docs/requirements.md#reports-and-files). Takes the
 * text and the name of its column (as its bytes where it is used often), which is the associated
 * data: a value moved to another column does not open.
 *
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
 * Opens what `sealText` made.
 *
 * @throws when the value, its column or the key is not the one it was sealed with.
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
  // In this mode nothing is left for the end, which only tells whether all of it is genuine.
  decipher.final();
  return opened.toString('utf8');
}

/** The public name of a file key: the first 16 hexadecimal digits of a labelled SHA-256 of it. */
export function keyringIdOf(fileKey: Buffer): string {
  return createHash('sha256').update('keyring').update(fileKey).digest('hex').slice(0, 16);
}

const bytesOf = (column: string | Buffer) => (typeof column === 'string' ? Buffer.from(column) : column);

function requireKey() {
  if (!columnKey) throw new Error('The column key is not set yet.');
  return columnKey;
}
