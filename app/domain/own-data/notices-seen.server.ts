import { asc, eq } from 'drizzle-orm';
import { noticesSeen } from '~/platform/db/core/tables/accountability.server';
import { db, execute } from '~/platform/db/db.server';

type NoticeSeen = Omit<typeof noticesSeen.$inferSelect, 'userId' | 'seenAt'>;

/** Lists the versions of the privacy notice that an account has been shown, the oldest first. */
export const listNoticesSeen = (userId: string) =>
  db()
    .select()
    .from(noticesSeen)
    .where(eq(noticesSeen.userId, userId))
    .orderBy(asc(noticesSeen.seenAt), asc(noticesSeen.version));

/** Stores that an account was shown a version of the privacy notice; the first time counts. */
export async function storeNoticeSeen(userId: string, shown: NoticeSeen): Promise<void> {
  await execute(
    db()
      .insert(noticesSeen)
      .values({ userId, ...shown, seenAt: new Date() })
      .onConflictDoNothing(),
  );
}
