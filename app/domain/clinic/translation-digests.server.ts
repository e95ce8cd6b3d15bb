import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { mayBeginWork } from '~/domain/identity/registration-rule.server';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { canTranslate, countUntranslated } from '~/domain/queue/untranslated.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { digests } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

/**
 * E-mails each approved doctor the number of reviews that wait for a translation they can write, at
 * most once a day and only while some wait. Each e-mail goes with a conditional statement, so
 * several servers may do it at once.
 */
export async function writeTranslationDigests(now = Date.now()): Promise<void> {
  const dayAgo = new Date(now - dayMs);
  const due = await db()
    .select({ reads: users.reads, ...addresseeColumns })
    .from(users)
    .leftJoin(digests, eq(digests.userId, users.id))
    .where(
      and(
        whereStatus.approved,
        mayBeginWork(),
        isNotNull(users.reads),
        or(isNull(digests.translationsAt), lte(digests.translationsAt, dayAgo)),
      ),
    );
  const translators = due.filter(({ reads }) => reads && reads.length > 1);
  if (translators.length === 0) return;
  const counts = await countUntranslated();
  for (const { id, reads, ...account } of translators) {
    const readablePairs = counts.filter((pair) => canTranslate(reads ?? [], pair));
    const count = readablePairs.reduce((sum, { reviews }) => sum + reviews, 0);
    if (count === 0) continue;
    await atomically([
      requireChange(
        db()
          .insert(digests)
          .values({ userId: id, translationsAt: new Date(now) })
          .onConflictDoUpdate({
            target: digests.userId,
            set: { translationsAt: new Date(now) },
            setWhere: sql`coalesce(${digests.translationsAt}, 0) <= ${dayAgo.getTime()}`,
          }),
      ),
      enqueueEmail({
        template: 'translationsWait',
        ...toAddressee(account),
        params: { count },
      }),
    ]);
  }
  wakeOutbox();
}
