import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { OperatorError } from '~/platform/operator-error.server';
import { interrupted } from '~/platform/secrets/secrets.server';
import { headName } from '../audit-chain.server';
import { keyringIdOf, openText, sealText } from '../column-cipher.server';
import { connection } from './connection.server';
import { databasePath, hasDatabase } from './database-path.server';

const wrapName = (keyId: string) => `keyring.${keyId}`;

/** The key of the encrypted columns, as a FILE_KEY wraps it; made where there is none yet. */
export function columnKeyOf(sqlite: Database.Database, fileKey: Buffer) {
  const keyId = keyringIdOf(fileKey);
  const row = sqlite.prepare('select wrapped from keyring where key_id = ?').get(keyId) as
    | { wrapped: Buffer }
    | undefined;
  if (row) return Buffer.from(openText(row.wrapped, wrapName(keyId), fileKey), 'hex');
  const key = randomBytes(32);
  const wrapped = sealText(key.toString('hex'), wrapName(keyId), fileKey);
  sqlite.prepare('insert into keyring (key_id, wrapped) values (?, ?)').run(keyId, wrapped);
  return key;
}

/**
 * Which keys a database was written under, by `keyringIdOf`: one, two while the key is being
 * changed, none where there is no database. Looks without changing anything.
 */
export function keyIdsOf(url: string): string[] {
  if (!hasDatabase(url)) return [];
  const sqlite = new Database(databasePath(url), { readonly: true });
  try {
    const hasKeyring = sqlite.prepare("select 1 from sqlite_master where name = 'keyring'").get();
    if (!hasKeyring) return [];
    const ofKeys = sqlite.prepare('select key_id from keyring where key_id <> ?').pluck();
    return ofKeys.all(headName) as string[];
  } finally {
    sqlite.close();
  }
}

/**
 * Asks whether a database was written under this key; where there is none, it was.
 *
 * @throws an OperatorError; changes nothing.
 */
export function requireSameKey({ url, fileKey }: { url: string; fileKey: Buffer }): void {
  const ids = keyIdsOf(url);
  if (ids.length > 1) throw interrupted();
  if (ids.length === 0 || ids.includes(keyringIdOf(fileKey))) return;
  throw new OperatorError(
    `The database ${databasePath(url)} was written under another FILE_KEY. Start with the key it was written with. Nothing was changed.`,
  );
}

/**
 * Lets a second key open the encrypted columns too; it may be there already. Takes the key the
 * database was opened with, and the second.
 */
export function admitKey({ oldKey, newKey }: { oldKey: Buffer; newKey: Buffer }): void {
  const { sqlite } = connection();
  const key = columnKeyOf(sqlite, oldKey).toString('hex');
  const keyId = keyringIdOf(newKey);
  sqlite
    .prepare('insert or ignore into keyring (key_id, wrapped) values (?, ?)')
    .run(keyId, sealText(key, wrapName(keyId), newKey));
}

/** Shuts a key out for good: what it wrapped is overwritten, in the write-ahead log too. */
export function dismissKey(fileKey: Buffer): void {
  const { sqlite } = connection();
  sqlite.prepare('delete from keyring where key_id = ?').run(keyringIdOf(fileKey));
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}
