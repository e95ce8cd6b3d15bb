import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '~/platform/errors.server';
import { replaceFile, syncFolder } from '~/platform/fsync.server';
import type { Settings } from '~/platform/settings/env.server';

export type Secrets = { sessionSecret: string; fileKey: Buffer };

type Kept = { sessionSecret?: string; fileKey?: Buffer };

/** The settings that say where the secrets are. */
type Where = Pick<Settings, 'DATA_DIR' | 'SESSION_SECRET' | 'FILE_KEY'>;

const keyPathOf = (dataDir: string) => join(dataDir, 'file.key');
const nextKeyPathOf = (dataDir: string) => join(dataDir, 'file.key.next');
const secretPathOf = (dataDir: string) => join(dataDir, 'session.secret');

/**
 * Looks for the two secrets: in the settings, else in `data/` (docs/requirements.md#running).
 * Writes nothing. Takes the settings, and whether anything encrypted exists already.
 *
 * @returns the secrets there are.
 * @throws an OperatorError when a key file can be read by others, when the
 *   file key is missing although encrypted data exists, and when a change of the key was
 *   interrupted.
 */
export function readSecrets(
  { DATA_DIR: dataDir, SESSION_SECRET: sessionSecret, FILE_KEY: fileKey }: Where,
  { hasEncryptedData }: { hasEncryptedData: boolean },
): Kept {
  const keyPath = keyPathOf(dataDir);
  const secretPath = secretPathOf(dataDir);
  if (fileKey === undefined && existsSync(nextKeyPathOf(dataDir))) throw interrupted();
  const keyText = fileKey ?? readKey(keyPath);
  const secretText = sessionSecret ?? readPrivate(secretPath);
  if (keyText === undefined && hasEncryptedData) {
    throw new OperatorError(
      `FILE_KEY is not set and ${keyPath} is missing, but there is data written under a key. ` +
        'Put the key back; without it nothing here can be read. Nothing was changed.',
    );
  }
  if (secretText !== undefined && secretText.length < 32) {
    throw new OperatorError(
      `${secretPath} holds less than 32 characters. Remove it, and a new one is made; everybody logs in again.`,
    );
  }
  return {
    fileKey: keyText === undefined ? undefined : Buffer.from(keyText, 'hex'),
    sessionSecret: secretText,
  };
}

/** Makes the secrets there are not yet, keeps them in `data/` with mode 0600, and gives both. */
export function makeSecrets(dataDir: string, kept: Kept): Secrets {
  return {
    fileKey: kept.fileKey ?? Buffer.from(makePrivate(keyPathOf(dataDir)), 'hex'),
    sessionSecret: kept.sessionSecret ?? makePrivate(secretPathOf(dataDir)),
  };
}

/**
 * Keeps secrets of a restored backup in the data folder, with mode 0600. Takes those that are to
 * lie there.
 */
export function putSecrets(
  dataDir: string,
  { fileKey, sessionSecret }: { fileKey?: Buffer; sessionSecret?: string },
): void {
  if (fileKey) writePrivate(keyPathOf(dataDir), fileKey.toString('hex'));
  if (sessionSecret) writePrivate(secretPathOf(dataDir), sessionSecret);
}

/** What to tell the operator who starts on data that is under two keys. */
export const interrupted = () =>
  new OperatorError('A change of the file key was interrupted. Run: npm run rotate-key. Nothing is lost.');

/**
 * The two keys of a change of the file key. The new one comes to lie where the old one lay: in the
 * settings, or in `data/`, where it is made if none is named, and kept aside until the change is
 * done. Takes the settings.
 *
 * @returns both keys; `keepNext`, to be called before anything is written under the new one;
 *   `putInPlace`, once nothing is under the old one any more.
 * @throws an OperatorError.
 */
export function keysToChange({
  DATA_DIR: dataDir,
  FILE_KEY: fileKey,
  NEW_FILE_KEY: newFileKey,
}: Pick<Settings, 'DATA_DIR' | 'FILE_KEY' | 'NEW_FILE_KEY'>) {
  const [keyPath, nextPath] = [keyPathOf(dataDir), nextKeyPathOf(dataDir)];
  const oldText = fileKey ?? readKey(keyPath);
  if (oldText === undefined)
    throw new OperatorError(`There is no key to change: FILE_KEY is not set and ${keyPath} is missing.`);
  if (fileKey !== undefined && newFileKey === undefined)
    throw new OperatorError('The key is in the setting FILE_KEY. Name the new one in NEW_FILE_KEY.');
  const started = fileKey === undefined ? readKey(nextPath) : undefined;
  if (started && newFileKey && started.toLowerCase() !== newFileKey.toLowerCase())
    throw new OperatorError(
      'A change to another key was interrupted. Finish it first: leave NEW_FILE_KEY out.',
    );
  const newText = started ?? newFileKey ?? randomBytes(32).toString('hex');
  if (newText.toLowerCase() === oldText.toLowerCase())
    throw new OperatorError('NEW_FILE_KEY is the key in use.');
  return {
    oldKey: Buffer.from(oldText, 'hex'),
    newKey: Buffer.from(newText, 'hex'),
    isSetting: fileKey !== undefined,
    keepNext() {
      if (fileKey === undefined && !started) writePrivate(nextPath, newText);
    },
    putInPlace() {
      if (fileKey !== undefined) return;
      renameSync(nextPath, keyPath);
      syncFolder(dataDir);
    },
  };
}

function readKey(path: string) {
  const text = readPrivate(path);
  if (text !== undefined && !/^[0-9a-f]{64}$/i.test(text))
    throw new OperatorError(`${path} does not hold a key of 64 hexadecimal digits. Nothing was changed.`);
  return text;
}

function readPrivate(path: string) {
  if (!existsSync(path)) return undefined;
  if (process.platform !== 'win32' && statSync(path).mode & 0o077) {
    throw new OperatorError(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  return readFileSync(path, 'utf8').trim();
}

function makePrivate(path: string) {
  const text = randomBytes(32).toString('hex');
  writePrivate(path, text);
  return text;
}

/**
 * Written whole or not at all: a crash while it is written leaves no empty key under data that
 * needs it.
 */
function writePrivate(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, `${text}\n`);
}

let secret = '';
// Node 24 takes six times as long for each signature where a key is bytes.
const keys = new LRUCache<string, KeyObject>({
  max: 100,
  memoMethod: (purpose) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
});

/** Sets the session secret that `sign` and `keyFor` use; called once at start. */
export function setSessionSecret(next: string) {
  secret = next;
  keys.clear();
}

/** A key of 32 bytes for one purpose, derived from the session secret (HKDF-SHA-256). */
export function keyFor(purpose: string): KeyObject {
  if (!secret) throw new Error('The session secret is not set yet.');
  return keys.memo(purpose);
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
