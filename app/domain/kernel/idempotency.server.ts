import { and, eq, gt, lte } from 'drizzle-orm';
import { idempotencyKeys } from '~/platform/db/core/tables/clinic.server';
import { db, execute, type Statement, untilOnDisk } from '~/platform/db/db.server';
import type { Idempotency } from './operation';
import { Refusal } from './refusal';

/** Hours for which a call with an Idempotency-Key is remembered. */
const keyLifetimeHours = 24;

/**
 * Finds the result of an earlier call with the same Idempotency-Key.
 *
 * @param idempotency the key of the call, if it has one.
 * @returns the ID of the object that the earlier call created, or undefined the first time.
 * @throws Refusal: `invalid` if the key was used with another body within 24 hours
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
 * Resolves once the result of an earlier call is on the disk. Only then may the caller report it as
 * stored. Throws as `untilOnDisk` does.
 */
export const untilCallsStored = (): Promise<void> => untilOnDisk();

/**
 * Builds the statement that remembers the result of a call, to be wrapped in `requireChange` in the
 * transaction that creates the object. If two calls with one key run at once, the second changes no
 * row and is rolled back.
 *
 * @param idempotency the key of the call.
 * @param objectId the ID of the object that the call creates.
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
/** Milliseconds for which the result of a form is remembered. */
export const formLifetimeMs = 10 * 60_000;

/**
 * The stored state of a form: an empty `objectId` while a server is processing it, then its result.
 */
type FormState = { objectId: string; expiresAt: Date };

const inHand = (): FormState => ({ objectId: '', expiresAt: new Date(Date.now() + inHandMs) });

const toColumns = (state: FormState) => ({ bodyHash: '', ...state });

/**
 * Claims a form for 15 seconds, since it may have been sent to several servers.
 *
 * @param keyHash the keyed hash that names the form.
 * @returns `taken`; `inHand` if another server is processing the form; or the result of the form.
 */
export async function takeForm(keyHash: string): Promise<'taken' | 'inHand' | { result: string }> {
  const now = new Date();
  const claim = db()
    .insert(idempotencyKeys)
    .values({ keyHash, ...toColumns(inHand()) })
    .onConflictDoUpdate({
      target: idempotencyKeys.keyHash,
      set: toColumns(inHand()),
      setWhere: lte(idempotencyKeys.expiresAt, now),
    });
  if ((await execute(claim, { durable: false })) === 1) return 'taken';
  const [row] = await db()
    .select({ result: idempotencyKeys.objectId })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.keyHash, keyHash), gt(idempotencyKeys.expiresAt, now)));
  return row?.result ? { result: row.result } : 'inHand';
}

/** Extends the claim on a form by another 15 seconds. */
export async function keepFormInHand(keyHash: string): Promise<void> {
  await saveForm(keyHash, inHand());
}

/**
 * Remembers the result of a form for ten minutes.
 *
 * @param result a text that is not empty.
 */
export async function rememberForm(keyHash: string, result: string): Promise<void> {
  await saveForm(keyHash, { objectId: result, expiresAt: new Date(Date.now() + formLifetimeMs) });
}

/** Releases a form that was not processed, so that it can be sent again. */
export async function forgetForm(keyHash: string): Promise<void> {
  await execute(db().delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash)), { durable: false });
}

async function saveForm(keyHash: string, state: FormState) {
  const isForm = eq(idempotencyKeys.keyHash, keyHash);
  await execute(db().update(idempotencyKeys).set(state).where(isForm), { durable: false });
}
