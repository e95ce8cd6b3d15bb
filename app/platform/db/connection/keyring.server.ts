import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { OperatorError } from '~/platform/operator-error.server';
import { interrupted } from '~/platform/secrets/secrets.server';
import { headName } from '../audit-chain.server';
import { keyringIdOf, openText, sealText } from '../column-cipher.server';
import type { DatabaseState, RunSql } from '../engine/database-state';

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

/** Finds the keys a database was written under, by `keyringIdOf`: two while it is being changed. */
export const keyIdsQuery = `select key_id from keyring where key_id <> '${headName}'`;

/**
 * Asks whether a database was written under this key; where there is none, it was.
 *
 * @throws an OperatorError; changes nothing.
 */
export function requireSameKey({ name, keyIds }: DatabaseState, fileKey: Buffer): void {
  if (keyIds.length > 1) throw interrupted();
  if (keyIds.length === 0 || keyIds.includes(keyringIdOf(fileKey))) return;
  throw new OperatorError(
    `The database ${name} was written under another FILE_KEY. Start with the key it was written with. Nothing was changed.`,
  );
}
