import { and, count, desc, eq, gt, inArray, lt, lte, ne } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sessions, users, waitingKeys } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';

/**
 * Hours for which a report can wait in a browser, and for which its key is kept after its last use.
 */
const waitingKeyHours = 72;

const lifetimeMs = waitingKeyHours * 3_600_000;
const maxKeysOfAccount = 20;

type Key = { id: string; key: string };

/**
 * Gives a browser the key that encrypts the reports waiting in it (docs/requirements.md#upload):
 * the one it names, otherwise that of the session, which is created if needed. From then on the key
 * belongs to the current session.
 *
 * @throws Refusal: `notFound` if the named key no longer exists or is another account's;
 *   `signedOut` if the session ended in the meantime; `tooMany` if the account has 20 keys.
 */
export const openWaitingKey = operation({
  name: 'session.openWaitingKey',
  // The channel provides the token; it is never typed.
  input: z.object({ token: z.string(), keyId: idSchema.optional() }),
  allow: 'report.upload',
  refusals: ['notFound', 'tooMany'],
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { token, keyId } }): Promise<{ data: Key }> {
    const now = Date.now();
    const tokenHash = hashToken(token);
    const storedKey = await findKey(viewer, now, { tokenHash, keyId });
    if (storedKey && (await takeKey(viewer, storedKey.id, { tokenHash, now }))) return { data: storedKey };
    if (keyId && !(await findKey(viewer, now, { tokenHash, keyId })))
      throw new Refusal('notFound', 'pieces.gone');
    if (storedKey) throw new Refusal('signedOut', 'refused.signedOut');
    return { data: await makeKey(viewer, { tokenHash, now }) };
  },
});

/** Finds the named key, or the newest key of the session. */
async function findKey(
  { id: accountId }: Viewer,
  now: number,
  { tokenHash, keyId }: { tokenHash: string; keyId?: string },
): Promise<Key | undefined> {
  const which = keyId ? eq(waitingKeys.id, keyId) : eq(waitingKeys.tokenHash, tokenHash);
  const [row] = await db()
    .select({ id: waitingKeys.id, key: waitingKeys.key })
    .from(waitingKeys)
    .where(and(eq(waitingKeys.accountId, accountId), gt(waitingKeys.expiresAt, new Date(now)), which))
    .orderBy(desc(waitingKeys.createdAt), waitingKeys.id)
    .limit(1);
  return row;
}

/**
 * Builds the steps that roll back a transaction if the session has ended. A logout locks the
 * account too.
 */
const whileOpen = (accountId: string, tokenHash: string) => [
  lock(users, eq(users.id, accountId)),
  requireChange(
    db().select({ tokenHash: sessions.tokenHash }).from(sessions).where(eq(sessions.tokenHash, tokenHash)),
  ),
];

/**
 * Assigns a key to the session for another 72 hours.
 *
 * @returns false if the key or the session no longer exists.
 */
function takeKey(
  { id: accountId }: Viewer,
  id: string,
  { tokenHash, now }: { tokenHash: string; now: number },
) {
  return atomically([
    ...whileOpen(accountId, tokenHash),
    requireChange(
      db()
        .update(waitingKeys)
        .set({ tokenHash, expiresAt: new Date(now + lifetimeMs) })
        .where(and(eq(waitingKeys.id, id), eq(waitingKeys.accountId, accountId))),
    ),
  ]);
}

async function makeKey({ id: accountId }: Viewer, { tokenHash, now }: { tokenHash: string; now: number }) {
  const newKey = { id: newId(), key: newToken() };
  const isMade = await atomically([
    ...whileOpen(accountId, tokenHash),
    requireChange(
      db()
        .select({ keys: count() })
        .from(waitingKeys)
        .where(and(eq(waitingKeys.accountId, accountId), gt(waitingKeys.expiresAt, new Date(now))))
        .having(lt(count(), maxKeysOfAccount)),
    ),
    db()
      .insert(waitingKeys)
      .values({
        ...newKey,
        accountId,
        tokenHash,
        createdAt: new Date(now),
        expiresAt: new Date(now + lifetimeMs),
      }),
  ]);
  if (!isMade) throw tooManyRefusal(lifetimeMs / 1000);
  return newKey;
}

/**
 * Checks whether a key still exists. A browser that is signed out asks this by an ID that only it
 * knows.
 */
export async function hasWaitingKey(id: string): Promise<boolean> {
  if (!idSchema.safeParse(id).success) return false;
  const isKept = and(eq(waitingKeys.id, id), gt(waitingKeys.expiresAt, new Date()));
  return (await db().$count(waitingKeys, isKept)) > 0;
}

/**
 * Builds the statement that makes the reports that wait in the browsers of ended sessions
 * unreadable.
 */
export const removeKeysOfSessions = (tokenHashes: string[]): Statement =>
  db().delete(waitingKeys).where(inArray(waitingKeys.tokenHash, tokenHashes));

/**
 * Builds the statement that makes the reports that wait in every other browser of an account
 * unreadable, even if the session has expired.
 */
export const removeKeysOfOtherSessions = (accountId: string, tokenHash: string): Statement =>
  db()
    .delete(waitingKeys)
    .where(and(eq(waitingKeys.accountId, accountId), ne(waitingKeys.tokenHash, tokenHash)));

/** Builds the statement that removes every key of an account. */
export const removeKeysOfAccount = (accountId: string): Statement =>
  db().delete(waitingKeys).where(eq(waitingKeys.accountId, accountId));

/** Builds the statement that removes expired keys. */
export const removeExpiredKeys = (now: Date): Statement =>
  db().delete(waitingKeys).where(lte(waitingKeys.expiresAt, now));
