import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { OperatorError } from '~/platform/errors.server';
import { interrupted } from '~/platform/secrets/secrets.server';
import type { FileKeys } from '~/platform/storage/sealing/sealed-header.server';
import { headName } from './audit-chain.server';
import type { DatabaseState, RunSql } from './database-state';
import { deriveKey, keyOfDatabase, keyringIdOf, openText, sealText } from './tables/column-cipher.server';

const wrapName = (keyId: string) => `keyring.${keyId}`;

/** The key of the encrypted columns as its row in `keyring` holds it. */
export const wrapColumnKey = (key: Buffer, fileKey: Buffer) =>
  sealText(key.toString('hex'), wrapName(keyringIdOf(fileKey)), fileKey);

const unwrap = (wrapped: unknown, fileKey: Buffer) =>
  Buffer.from(openText(wrapped as Buffer, wrapName(keyringIdOf(fileKey)), fileKey), 'hex');

/**
 * The key of the encrypted columns, as a FILE_KEY wraps it; made where there is none yet. Of two
 * that make one at once the first one's holds.
 */
export async function columnKeyOf(run: RunSql, fileKey: Buffer): Promise<Buffer> {
  const find = () => run('select wrapped from keyring where key_id = ?', keyringIdOf(fileKey));
  const [known] = await find();
  if (known) return unwrap(known[0], fileKey);
  await run(
    'insert into keyring (key_id, wrapped) values (?, ?) on conflict (key_id) do nothing',
    keyringIdOf(fileKey),
    wrapColumnKey(randomBytes(32), fileKey),
  );
  const [made] = await find();
  return unwrap(made?.[0], fileKey);
}

/** Finds what the wrapped keys of a `DatabaseState` are made of. */
export const wrappedKeysQuery = `select key_id, wrapped from keyring where key_id <> '${headName}'`;

const filesPurpose = 'files';

/**
 * The keys of the files of the open database: new ones come under a key of the database, so that a
 * change of the FILE_KEY is one row; those of older programs may be under a FILE_KEY itself. Takes
 * these.
 */
export const fileKeys = (...older: Buffer[]): FileKeys => ({
  own: keyOfDatabase(filesPurpose).export(),
  older,
});

/**
 * The same of a database that is not open; where it has no keys yet, the FILE_KEY alone. Ask
 * `requireSameKey` first.
 */
export function fileKeysIn({ wrappedKeys }: DatabaseState, fileKey: Buffer): FileKeys {
  const wrapped = wrappedKeys.get(keyringIdOf(fileKey));
  if (!wrapped) return { own: fileKey, older: [] };
  return { own: deriveKey(unwrap(wrapped, fileKey), filesPurpose), older: [fileKey] };
}

/**
 * Asks whether a database was written under this key; where there is none, it was.
 *
 * @throws an OperatorError; changes nothing.
 */
export function requireSameKey({ name, wrappedKeys }: DatabaseState, fileKey: Buffer): void {
  if (wrappedKeys.size > 1) throw interrupted();
  if (wrappedKeys.size === 0 || wrappedKeys.has(keyringIdOf(fileKey))) return;
  throw new OperatorError(
    `The database ${name} was written under another FILE_KEY. Start with the key it was written with. Nothing was changed.`,
  );
}
