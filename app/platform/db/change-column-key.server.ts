import { eq } from 'drizzle-orm';
import { connection } from '~/platform/db/core/connection.server';
import { wrapColumnKey } from '~/platform/db/core/keyring.server';
import { keyring } from '~/platform/db/core/tables/clinic.server';
import { keyringIdOf } from '~/platform/db/core/tables/column-cipher.server';
import { db, execute, tidyDatabase } from './db.server';

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
