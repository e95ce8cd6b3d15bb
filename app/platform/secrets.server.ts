import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export type Secrets = { sessionSecret: string; fileKey: Buffer };

/**
 * Finds the two secrets: from the settings, else from `data/`, else made now and kept there with mode 0600
 * (decisions: Running it).
 * In: the data folder, the two settings, and whether anything encrypted exists already.
 * Out: the secrets. Throws an Error with a sentence for the operator when a key file can be read by others, or when
 * the file key is missing although encrypted data exists; nothing is written in either case.
 */
export function findSecrets({
  dataDir,
  sessionSecret,
  fileKey,
  hasEncryptedData,
}: {
  dataDir: string;
  sessionSecret?: string;
  fileKey?: string;
  hasEncryptedData: boolean;
}): Secrets {
  const keyPath = join(dataDir, 'file.key');
  const secretPath = join(dataDir, 'session.secret');
  const keyText = fileKey ?? readPrivate(keyPath);
  const secretText = sessionSecret ?? readPrivate(secretPath);
  if (keyText === undefined && hasEncryptedData) {
    throw new Error(
      `FILE_KEY is not set and ${keyPath} is missing, but there is data written under a key. ` +
        'Put the key back; without it nothing here can be read. Nothing was changed.',
    );
  }
  if (keyText !== undefined && !/^[0-9a-f]{64}$/i.test(keyText)) {
    throw new Error(`${keyPath} does not hold a key of 64 hexadecimal digits. Nothing was changed.`);
  }
  if (secretText !== undefined && secretText.length < 32) {
    throw new Error(
      `${secretPath} holds less than 32 characters. Remove it, and a new one is made; everybody logs in again.`,
    );
  }
  return {
    fileKey: Buffer.from(keyText ?? makePrivate(keyPath), 'hex'),
    sessionSecret: secretText ?? makePrivate(secretPath),
  };
}

function readPrivate(path: string) {
  if (!existsSync(path)) return undefined;
  if (process.platform !== 'win32' && statSync(path).mode & 0o077) {
    throw new Error(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  return readFileSync(path, 'utf8').trim();
}

/** Written whole or not at all: a crash while it is written leaves no empty key under data that needs it. */
function makePrivate(path: string) {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = randomBytes(32).toString('hex');
  const temp = `${path}.${process.pid}.tmp`;
  writeFileSync(temp, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(temp, path);
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return text;
}

let secret = '';
const keys = new Map<string, Buffer>();

/** Sets the session secret that `sign` and `keyFor` use; called once at start. */
export function setSessionSecret(next: string) {
  secret = next;
  keys.clear();
}

/** A key of 32 bytes for one purpose, derived from the session secret (HKDF-SHA-256). */
export function keyFor(purpose: string): Buffer {
  if (!secret) throw new Error('The session secret is not set yet.');
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of a text under the key of one purpose, base64url. */
export function sign(purpose: string, text: string): string {
  return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');
}

/** Whether two texts are the same, compared in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** A new opaque token: 32 random bytes, base64url (43 characters). */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a token is stored: SHA-256, base64url. A token of 256 random bits needs no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
