import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { OperatorError } from '~/platform/errors.server';
import {
  deriveKey,
  keyOfDatabase,
  keyringIdOf,
  openText,
  sealText,
} from '~/platform/secrets/column-cipher.server';
import { interruptedKeyChange } from '~/platform/secrets/secrets.server';
import type { FileKeys } from '~/platform/storage/sealing/sealed-header.server';
import { headName } from './audit-chain.server';
import type { DatabaseState, RunSql } from './database-state';

const wrapName = (keyId: string) => `keyring.${keyId}`;

/** Wraps the key of the encrypted columns for its row in `keyring`. */
export const wrapColumnKey = (key: Buffer, fileKey: Buffer) =>
  sealText(key.toString('hex'), wrapName(keyringIdOf(fileKey)), fileKey);

const unwrap = (wrapped: unknown, fileKey: Buffer) =>
  Buffer.from(openText(wrapped as Buffer, wrapName(keyringIdOf(fileKey)), fileKey), 'hex');

/**
 * Reads the key of the encrypted columns with a FILE_KEY, or creates it. If two processes create
 * one at once, the first wins.
 */
export async function readColumnKey(run: RunSql, fileKey: Buffer): Promise<Buffer> {
  const find = () => run('select wrapped from keyring where key_id = ?', keyringIdOf(fileKey));
  const [row] = await find();
  if (row) return unwrap(row[0], fileKey);
  await run(
    'insert into keyring (key_id, wrapped) values (?, ?) on conflict (key_id) do nothing',
    keyringIdOf(fileKey),
    wrapColumnKey(randomBytes(32), fileKey),
  );
  const [newRow] = await find();
  return unwrap(newRow?.[0], fileKey);
}

/** The query for the `wrappedKeys` of a `DatabaseState`. */
export const wrappedKeysQuery = `select key_id, wrapped from keyring where key_id <> '${headName}'`;

const filesPurpose = 'files';

/**
 * Returns the keys of the files of the open database. New files use a key of the database, so that
 * a change of the FILE_KEY is one row.
 *
 * @param older FILE_KEYs that files of older programs may still be encrypted under.
 */
export const fileKeys = (...older: Buffer[]): FileKeys => ({
  current: keyOfDatabase(filesPurpose).export(),
  older,
});

/**
 * Returns the keys of the files of a database that is not open: only the FILE_KEY if the database
 * has no keys yet. Call `requireSameKey` first.
 */
export function fileKeysIn({ wrappedKeys }: DatabaseState, fileKey: Buffer): FileKeys {
  const wrapped = wrappedKeys.get(keyringIdOf(fileKey));
  if (!wrapped) return { current: fileKey, older: [] };
  return { current: deriveKey(unwrap(wrapped, fileKey), filesPurpose), older: [fileKey] };
}

/**
 * Rejects a database that was written under another key. Accepts one without keys.
 *
 * @throws an OperatorError; changes nothing.
 */
export function requireSameKey({ name, wrappedKeys }: DatabaseState, fileKey: Buffer): void {
  if (wrappedKeys.size > 1) throw interruptedKeyChange();
  if (wrappedKeys.size === 0 || wrappedKeys.has(keyringIdOf(fileKey))) return;
  throw new OperatorError(
    `The database ${name} was written with a different FILE_KEY. Start with the original key. Nothing was changed.`,
  );
}
