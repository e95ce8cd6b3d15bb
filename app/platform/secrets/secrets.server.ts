import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '~/platform/errors.server';
import { replaceFile, syncFolderNow } from '~/platform/fsync.server';
import { commandLine } from '~/platform/operator-commands.server';
import type { Settings } from '~/platform/settings/env.server';

export type Secrets = { sessionSecret: string; fileKey: Buffer };

type StoredSecrets = { sessionSecret?: string; fileKey?: Buffer };

/** The settings that locate the secrets. */
type SecretSettings = Pick<Settings, 'DATA_DIR' | 'SESSION_SECRET' | 'FILE_KEY'>;

const keyPathOf = (dataDir: string) => join(dataDir, 'file.key');
const nextKeyPathOf = (dataDir: string) => join(dataDir, 'file.key.next');
const secretPathOf = (dataDir: string) => join(dataDir, 'session.secret');

/**
 * Reads the two secrets from the settings, else from `data/` (docs/requirements.md#running). Writes
 * nothing.
 *
 * @param options.hasEncryptedData whether encrypted data exists already.
 * @returns the secrets that exist.
 * @throws an OperatorError if others can read a key file, if the file key is missing although
 *   encrypted data exists, or if a change of the key was interrupted.
 */
export function readSecrets(
  { DATA_DIR: dataDir, SESSION_SECRET: sessionSecret, FILE_KEY: fileKey }: SecretSettings,
  { hasEncryptedData }: { hasEncryptedData: boolean },
): StoredSecrets {
  const keyPath = keyPathOf(dataDir);
  const secretPath = secretPathOf(dataDir);
  if (fileKey === undefined && existsSync(nextKeyPathOf(dataDir))) throw interruptedKeyChange();
  const keyText = fileKey ?? readKey(keyPath);
  const secretText = sessionSecret ?? readPrivate(secretPath);
  if (keyText === undefined && hasEncryptedData) {
    throw new OperatorError(
      `FILE_KEY is not set and ${keyPath} is missing, but encrypted data exists. ` +
        'Put the key back; without it the data cannot be read. Nothing was changed.',
    );
  }
  if (secretText !== undefined && secretText.length < 32) {
    throw new OperatorError(
      `${secretPath} holds fewer than 32 characters. Remove it to have a new one generated; all users must then log in again.`,
    );
  }
  return {
    fileKey: keyText === undefined ? undefined : Buffer.from(keyText, 'hex'),
    sessionSecret: secretText,
  };
}

/** Creates the missing secrets, stores them in `data/` with mode 0600, and returns both. */
export function makeSecrets(dataDir: string, storedSecrets: StoredSecrets): Secrets {
  return {
    fileKey: storedSecrets.fileKey ?? Buffer.from(makePrivate(keyPathOf(dataDir)), 'hex'),
    sessionSecret: storedSecrets.sessionSecret ?? makePrivate(secretPathOf(dataDir)),
  };
}

/** Stores the given secrets of a restored backup in the data folder, with mode 0600. */
export function putSecrets(
  dataDir: string,
  { fileKey, sessionSecret }: { fileKey?: Buffer; sessionSecret?: string },
): void {
  if (fileKey) writePrivate(keyPathOf(dataDir), fileKey.toString('hex'));
  if (sessionSecret) writePrivate(secretPathOf(dataDir), sessionSecret);
}

/** Builds the error for a start on data that is under two keys. */
export const interruptedKeyChange = () =>
  new OperatorError(
    `A change of the file key was interrupted. Run: ${commandLine('rotate-key')}. Nothing is lost.`,
  );

/**
 * Returns the two keys of a change of the file key. The new key takes the place of the old one: in
 * the settings or in `data/`. In `data/` it is created if none is named, and stored aside until the
 * change is done.
 *
 * @returns both keys; `isSetting`, whether they are in the settings; `keepNext`, to be called
 *   before anything is written under the new key; `putInPlace`, once nothing is under the old key
 *   any more.
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
    throw new OperatorError('The current key is in the setting FILE_KEY. Set NEW_FILE_KEY to the new key.');
  const started = fileKey === undefined ? readKey(nextPath) : undefined;
  if (started && newFileKey && started.toLowerCase() !== newFileKey.toLowerCase())
    throw new OperatorError(
      'A change to another key was interrupted. Finish it first: run this command without NEW_FILE_KEY.',
    );
  const newText = started ?? newFileKey ?? randomBytes(32).toString('hex');
  if (newText.toLowerCase() === oldText.toLowerCase())
    throw new OperatorError('NEW_FILE_KEY is the current key.');
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
      syncFolderNow(dataDir);
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

/** Writes the file atomically: a crash meanwhile leaves no empty key under data that needs it. */
function writePrivate(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, `${text}\n`);
}

let secret = '';
// In Node 24 a key given as bytes takes six times as long for each signature.
const keys = new LRUCache<string, KeyObject>({
  max: 100,
  memoMethod: (purpose) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
});

/** Sets the session secret for `sign` and `keyFor`; called once at start. */
export function setSessionSecret(next: string) {
  secret = next;
  keys.clear();
}

/** Derives a key of 32 bytes for one purpose from the session secret (HKDF-SHA-256). */
export function keyFor(purpose: string): KeyObject {
  if (!secret) throw new Error('The session secret is not set yet.');
  return keys.memo(purpose);
}

/** Returns the HMAC-SHA-256 of a text under the key of one purpose, base64url. */
export function sign(purpose: string, text: string): string {
  return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');
}
