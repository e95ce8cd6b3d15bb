import { and, eq, gt, lte } from 'drizzle-orm';
import { idempotencyKeys } from '~/platform/db/core/tables/clinic.server';
import { db, execute, onDisk, type Statement } from '~/platform/db/db.server';
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

const inHandMs = 15_000;
/** How long what came of a form is kept, in milliseconds. */
export const formLifetimeMs = 10 * 60_000;

/** What is written for a form: nothing as long as a server has it in hand, then what came of it. */
type Written = { objectId: string; expiresAt: Date };

const inHand = (): Written => ({ objectId: '', expiresAt: new Date(Date.now() + inHandMs) });

const write = (written: Written) => ({ bodyHash: '', ...written });

/**
 * Takes a form in hand, which may have been sent to several servers, for 15 seconds. Takes its
 * name, which is a keyed hash.
 *
 * @returns `taken`; `inHand` where another server has it; or, as a text, what came of it.
 */
export async function takeForm(keyHash: string): Promise<'taken' | 'inHand' | { result: string }> {
  const now = new Date();
  const taken = db()
    .insert(idempotencyKeys)
    .values({ keyHash, ...write(inHand()) })
    .onConflictDoUpdate({
      target: idempotencyKeys.keyHash,
      set: write(inHand()),
      setWhere: lte(idempotencyKeys.expiresAt, now),
    });
  if ((await execute(taken, { durable: false })) === 1) return 'taken';
  const [row] = await db()
    .select({ result: idempotencyKeys.objectId })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.keyHash, keyHash), gt(idempotencyKeys.expiresAt, now)));
  return row?.result ? { result: row.result } : 'inHand';
}

/** Goes on having a form in hand. */
export async function keepFormInHand(keyHash: string): Promise<void> {
  await settle(keyHash, inHand());
}

/** Remembers for ten minutes what came of a form; takes that as a text that is not empty. */
export async function rememberForm(keyHash: string, result: string): Promise<void> {
  await settle(keyHash, { objectId: result, expiresAt: new Date(Date.now() + formLifetimeMs) });
}

/** Lets a form be sent again that was not done. */
export async function forgetForm(keyHash: string): Promise<void> {
  await execute(db().delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash)), { durable: false });
}

async function settle(keyHash: string, written: Written) {
  const own = eq(idempotencyKeys.keyHash, keyHash);
  await execute(db().update(idempotencyKeys).set(written).where(own), { durable: false });
}
