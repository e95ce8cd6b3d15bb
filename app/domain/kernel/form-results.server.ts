import { and, eq, gt, lte } from 'drizzle-orm';
import { db, execute } from '~/platform/db/db.server';
import { idempotencyKeys } from '~/platform/db/tables.server';

const inHandMs = 15_000;
const keptMs = 10 * 60_000;

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
  await settle(keyHash, { objectId: result, expiresAt: new Date(Date.now() + keptMs) });
}

/** Lets a form be sent again that was not done. */
export async function forgetForm(keyHash: string): Promise<void> {
  await execute(db().delete(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash)), { durable: false });
}

async function settle(keyHash: string, written: Written) {
  const own = eq(idempotencyKeys.keyHash, keyHash);
  await execute(db().update(idempotencyKeys).set(written).where(own), { durable: false });
}
