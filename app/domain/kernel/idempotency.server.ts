import { and, eq, gt, lte } from 'drizzle-orm';
import { db, onDisk, type Statement } from '~/platform/db/db.server';
import { idempotencyKeys } from '~/platform/db/tables.server';
import type { Idempotency } from './operation';
import { Refusal } from './refusal';

/** How long a call with an Idempotency-Key is remembered. */
const keyLifetimeHours = 24;

/**
 * What a call with this key made when it came before. Takes the call's key, if it has one.
 *
 * @returns the id of what was made, or undefined the first time.
 * @throws Refusal: `invalid` when the key came with another body within 24 hours
 *   (docs/requirements.md#api).
 */
export async function findIdempotentResult(
  idempotency: Idempotency | undefined,
): Promise<string | undefined> {
  if (!idempotency) return undefined;
  const [row] = await db()
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.keyHash, idempotency.keyHash), gt(idempotencyKeys.expiresAt, new Date())));
  if (!row) return undefined;
  if (row.bodyHash !== idempotency.bodyHash) throw new Refusal('invalid', 'once.otherBody');
  return row.objectId;
}

/**
 * Resolves once what a call may have found of an earlier one is on the disk: only then is it told
 * as kept. Throws as `onDisk` does.
 */
export const earlierCallsKept = (): Promise<void> => onDisk();

/**
 * The statement that remembers what a call made, to be wrapped in `requireChange` in the
 * transaction that makes it: of two calls with one key at the same moment the second changes no
 * row, and is undone whole. Takes the call's key, and the id of what it makes.
 */
export function rememberResult({ keyHash, bodyHash }: Idempotency, objectId: string): Statement {
  const now = Date.now();
  const next = { bodyHash, objectId, expiresAt: new Date(now + keyLifetimeHours * 3_600_000) };
  return db()
    .insert(idempotencyKeys)
    .values({ keyHash, ...next })
    .onConflictDoUpdate({
      target: idempotencyKeys.keyHash,
      set: next,
      setWhere: lte(idempotencyKeys.expiresAt, new Date(now)),
    });
}
