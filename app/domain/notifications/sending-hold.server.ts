import { and, asc, gt, inArray, isNull, lte, notInArray, or } from 'drizzle-orm';
import { outbox, restores } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { emailRetryHours, secretEmails } from './outbox-constants';

/*
 * After a restore nothing is sent until an admin has looked at the machine: a copy of the clinic that
 * was restored for a trial must never write to its patients. Everything that sends asks
 * `findSendingHold` before each round, and leaves its rows as they are.
 */

const isHolding = isNull(restores.resumedAt);

/** Finds the time of the restore since which nothing is sent; null if everything is sent. */
export async function findSendingHold(): Promise<Date | null> {
  const [first] = await db()
    .select({ at: restores.at })
    .from(restores)
    .where(isHolding)
    .orderBy(asc(restores.at), asc(restores.id))
    .limit(1);
  return first?.at ?? null;
}

/** Builds the statement that records a restore and holds everything that sends. */
export const holdSending = (): Statement => db().insert(restores).values({ id: newId(), at: new Date() });

/**
 * Builds the statements that end every hold. Each e-mail and text that is due gets another day from now on, as
 * the time that it was held does not count. A code or a link that is too old is not sent.
 *
 * @param adminId who ends it.
 */
export function resumeSending(adminId: string): Statement[] {
  const now = new Date();
  const isDue = or(gt(outbox.tries, 0), lte(outbox.nextTryAt, now));
  return [
    db().update(restores).set({ resumedAt: now, resumedBy: adminId }).where(isHolding),
    db()
      .update(outbox)
      .set({ tries: 0, nextTryAt: now, expiresAt: new Date(now.getTime() + emailRetryHours * 3_600_000) })
      .where(
        and(inArray(outbox.state, ['waiting', 'queued']), notInArray(outbox.letter, secretEmails), isDue),
      ),
  ];
}
