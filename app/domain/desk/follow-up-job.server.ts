import { and, inArray, isNull } from 'drizzle-orm';
import { listAdminAccounts } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { endSeenFollowUps, listUntoldSince } from './follow-ups.server';

/** Time for which a patient may be due before the admins get an e-mail. */
const overdueAfterMs = 60 * minuteMs;

/**
 * Ends the follow-ups of answers that were seen, and e-mails every admin once for those that were
 * due for an hour. The e-mails go with a conditional statement, so several servers may do it at once.
 */
export async function reportOverdueFollowUps(): Promise<void> {
  const now = new Date();
  await endSeenFollowUps(now);
  const untold = await listUntoldSince(new Date(now.getTime() - overdueAfterMs));
  if (untold.length === 0) return;
  const admins = await listAdminAccounts();
  const toAdmins = await Promise.all(
    admins.map((admin) => notify(admin, { template: 'followUpOverdue', params: {} })),
  );
  const ids = untold.map(({ reportId }) => reportId);
  await atomically([
    requireChange(
      db()
        .update(followUps)
        .set({ toldAt: now })
        .where(and(inArray(followUps.reportId, ids), isNull(followUps.toldAt), isNull(followUps.endedAt))),
    ),
    ...toAdmins.flat(),
  ]);
  wakeOutbox();
}
