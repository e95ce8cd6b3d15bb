import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { messageConsents } from '~/platform/db/core/tables/to-tell.server';
import { db, type Statement } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';

const hashOf = (userId: string, number: string) => sign('message consent', JSON.stringify([userId, number]));

/** Builds the statement that notes the leave of an account to write to its number. */
export function allowMessages(userId: string, number: string): Statement {
  const row = { userId, numberHash: hashOf(userId, number), at: new Date(), withdrawnAt: null };
  return db()
    .insert(messageConsents)
    .values(row)
    .onConflictDoUpdate({ target: [messageConsents.userId, messageConsents.numberHash], set: row });
}

/** Builds the statement that ends the leave to write to a number. */
export const endMessages = (userId: string, number: string): Statement =>
  db()
    .update(messageConsents)
    .set({ withdrawnAt: new Date() })
    .where(and(eq(messageConsents.userId, userId), eq(messageConsents.numberHash, hashOf(userId, number))));

type Account = Pick<typeof users.$inferSelect, 'id' | 'contactNumber'>;

/** Finds the accounts that may be written to on their present number. */
export async function findWithMessages(accounts: Account[]): Promise<Set<string>> {
  const hashes = new Map(
    accounts.flatMap(({ id, contactNumber }) => (contactNumber ? [[hashOf(id, contactNumber), id]] : [])) as [
      string,
      string,
    ][],
  );
  const rows = await db()
    .select({ numberHash: messageConsents.numberHash })
    .from(messageConsents)
    .where(and(inArray(messageConsents.numberHash, [...hashes.keys()]), isNull(messageConsents.withdrawnAt)));
  return new Set(rows.flatMap(({ numberHash }) => hashes.get(numberHash) ?? []));
}
