import { and, asc, desc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { minutesOfBundle } from '~/domain/outbox/constants';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/outbox/enqueue-email.server';
import { listOnDuty } from '~/domain/report-rules/on-duty.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';

/** The notifications about alerts: to experts, to admins and the front desk, and of overdue reports. */
type StaffNotice = 'urgentWaits' | 'urgentUnread' | 'reportsOverdue';

type StaffAccount = { id: string } & Parameters<typeof toAddressee>[0];

/** Lists the accounts of admins and of the front desk. */
export async function listDesk(): Promise<StaffAccount[]> {
  return db()
    .select({ id: users.id, ...addresseeColumns })
    .from(users)
    .where(or(eq(users.accountType, 'Admin'), isNotNull(users.frontDeskSince)))
    .orderBy(asc(users.id));
}

/** Lists the experts who are told of an urgent report; admins and the front desk if there are none. */
export async function listReaders(now: Date): Promise<StaffAccount[]> {
  const { experts } = await listOnDuty(now);
  return experts.length > 0 ? experts : listDesk();
}

const topicOf = (notice: StaffNotice, accountId: string) =>
  `${notice === 'urgentWaits' ? 'urgent' : notice} ${accountId}`;

/**
 * Prepares the statements that tell accounts of reports. They belong in the `atomically` of what is
 * told. Within five minutes of a notification, all others are one, which waits for their end.
 *
 * @param patientIds the patients of the reports, one for each; nobody is told of their own.
 */
export async function notifyStaff(
  notice: StaffNotice,
  accounts: readonly StaffAccount[],
  patientIds: readonly string[],
): Promise<(Statement | undefined)[]> {
  const told = accounts.flatMap((account) => {
    const count = patientIds.filter((patientId) => patientId !== account.id).length;
    return count > 0 ? [{ account, count, topic: topicOf(notice, account.id) }] : [];
  });
  if (told.length === 0) return [];
  const now = Date.now();
  const recent = await listRecent(
    told.map(({ topic }) => topic),
    new Date(now - minutesOfBundle * minuteMs),
  );
  return told.map(({ account, count, topic }) => {
    const last = recent.find((row) => row.topic === topic);
    if (last?.state === 'waiting' && last.nextTryAt.getTime() > now && last.tries === 0)
      return addToWaiting(last, count);
    return enqueueEmail({
      template: notice,
      ...toAddressee(account),
      params: { count },
      topic,
      heldMs: last ? Math.max(0, last.createdAt.getTime() + minutesOfBundle * minuteMs - now) : 0,
    });
  });
}

type RecentRow = Pick<
  typeof outbox.$inferSelect,
  'id' | 'topic' | 'state' | 'tries' | 'facts' | 'createdAt' | 'nextTryAt'
>;

/** Lists the notifications of topics that were written since a time, the newest first. */
function listRecent(topics: string[], since: Date): Promise<RecentRow[]> {
  const { id, topic, state, tries, facts, createdAt, nextTryAt } = outbox;
  return db()
    .select({ id, topic, state, tries, facts, createdAt, nextTryAt })
    .from(outbox)
    .where(
      and(
        inArray(topic, topics),
        // The time of the next try, by which the index goes, is never before that of the row.
        gt(nextTryAt, since),
        gt(createdAt, since),
        ne(state, 'given up'),
      ),
    )
    .orderBy(desc(createdAt), desc(id));
}

/** Adds reports to a notification that waits. If it leaves at this moment, it tells of them as well. */
function addToWaiting({ id, facts }: RecentRow, count: number): Statement {
  const before: { count?: number } = JSON.parse(facts);
  return db()
    .update(outbox)
    .set({ facts: JSON.stringify({ count: (before.count ?? 1) + count }) })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')));
}
