import { eq } from 'drizzle-orm';
import { keyringIdOf } from '../column-cipher.server';
import { db, execute, tidyDatabase } from '../db.server';
import { keyring } from '../tables.server';
import { connection } from './connection.server';
import { wrapColumnKey } from './keyring.server';

/** Lets a second key open the columns of the open database too; it may be there already. */
export async function admitKey(newKey: Buffer): Promise<void> {
  const row = { keyId: keyringIdOf(newKey), wrapped: wrapColumnKey(connection().columnKey, newKey) };
  await execute(db().insert(keyring).values(row).onConflictDoNothing());
}

/** Shuts a key out for good: what it wrapped is overwritten, in the write-ahead log too. */
export async function dismissKey(fileKey: Buffer): Promise<void> {
  await execute(
    db()
      .delete(keyring)
      .where(eq(keyring.keyId, keyringIdOf(fileKey))),
  );
  await tidyDatabase();
}
