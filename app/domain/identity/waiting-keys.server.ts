import { and, count, desc, eq, gt, inArray, lt, lte, ne } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sessions, users, waitingKeys } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashToken, newToken } from '~/platform/secrets/secrets.server';

/**
 * Bounds how long a report waits in a browser, and how long its key is kept after its last use.
 */
const waitingKeyHours = 72;

const lifetimeMs = waitingKeyHours * 3_600_000;
const maxKeysOfAccount = 20;

type Key = { id: string; key: string };

/**
 * Gives a browser the key that seals the reports waiting in it (docs/requirements.md#upload): the
 * one it names, or else that of the session, which is made if there is none. The key belongs to the
 * session that asks from then on.
 *
 * @throws Refusal: `notFound` if the key named is gone or another account's; `signedOut` if the
 *   session ended meanwhile; `tooMany` if the account has 20 keys.
 */
export const openWaitingKey = operation({
  name: 'session.openWaitingKey',
  // The channel knows the token; nobody types it.
  input: z.object({ token: z.string(), keyId: idSchema.optional() }),
  allow: 'report.upload',
  refusals: ['notFound', 'tooMany'],
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { token, keyId } }): Promise<{ data: Key }> {
    const now = Date.now();
    const tokenHash = hashToken(token);
    const found = await findKey(viewer, now, { tokenHash, keyId });
    if (found && (await takeKey(viewer, found.id, { tokenHash, now }))) return { data: found };
    if (keyId && !(await findKey(viewer, now, { tokenHash, keyId })))
      throw new Refusal('notFound', 'pieces.gone');
    if (found) throw new Refusal('signedOut', 'refused.signedOut');
    return { data: await makeKey(viewer, { tokenHash, now }) };
  },
});

/** Finds the key named, or the newest of the session. */
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

/** The steps that undo a transaction if the session was ended; a log-out locks the account too. */
const whileOpen = (accountId: string, tokenHash: string) => [
  lock(users, eq(users.id, accountId)),
  requireChange(
    db().select({ tokenHash: sessions.tokenHash }).from(sessions).where(eq(sessions.tokenHash, tokenHash)),
  ),
];

/**
 * Makes a key the session's own, for another 72 hours.
 *
 * @returns false if the key or the session is gone.
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
  if (!isMade) throw tooMany(lifetimeMs / 1000);
  return newKey;
}

/**
 * Returns whether a key is still kept: a browser that is signed out asks so, by an ID only it
 * knows.
 */
export async function hasWaitingKey(id: string): Promise<boolean> {
  if (!idSchema.safeParse(id).success) return false;
  const isKept = and(eq(waitingKeys.id, id), gt(waitingKeys.expiresAt, new Date()));
  return (await db().$count(waitingKeys, isKept)) > 0;
}

/** Makes unreadable what waits in the browsers of sessions that are logged out. */
export const removeKeysOfSessions = (tokenHashes: string[]): Statement =>
  db().delete(waitingKeys).where(inArray(waitingKeys.tokenHash, tokenHashes));

/**
 * Makes unreadable what waits in every other browser of an account, also where the session ran out.
 */
export const removeKeysOfOthers = (accountId: string, tokenHash: string): Statement =>
  db()
    .delete(waitingKeys)
    .where(and(eq(waitingKeys.accountId, accountId), ne(waitingKeys.tokenHash, tokenHash)));

/** Removes every key of an account. */
export const removeKeysOfAccount = (accountId: string): Statement =>
  db().delete(waitingKeys).where(eq(waitingKeys.accountId, accountId));

/** Removes the keys whose time is over. */
export const removeExpiredKeys = (now: Date): Statement =>
  db().delete(waitingKeys).where(lte(waitingKeys.expiresAt, now));
