import { eq } from 'drizzle-orm';
import { connection } from '~/platform/db/core/connection.server';
import { wrapColumnKey } from '~/platform/db/core/keyring.server';
import { keyring } from '~/platform/db/core/tables/clinic.server';
import { keyringIdOf } from '~/platform/secrets/column-cipher.server';
import { db, execute, tidyDatabase } from './db.server';

/**
 * Wraps the key of the columns of the open database for a second FILE_KEY. Keeps an existing wrap.
 */
export async function admitKey(newKey: Buffer): Promise<void> {
  const row = { keyId: keyringIdOf(newKey), wrapped: wrapColumnKey(connection().columnKey, newKey) };
  await execute(db().insert(keyring).values(row).onConflictDoNothing());
}

/**
 * Revokes a FILE_KEY for good: the wrap made with it is overwritten, in the write-ahead log too.
 */
export async function dismissKey(fileKey: Buffer): Promise<void> {
  await execute(
    db()
      .delete(keyring)
      .where(eq(keyring.keyId, keyringIdOf(fileKey))),
  );
  await tidyDatabase();
}
