import { and, asc, desc, eq, gt, inArray, isNotNull, notInArray, or } from 'drizzle-orm';
import {
  type Destination,
  enqueueText,
  listDestinations,
  wantsMail,
} from '~/domain/notifications/notify.server';
import { findPhoneTargets } from '~/domain/notifications/phone-targets.server';
import { minutesOfBundle } from '~/domain/outbox/constants';
import {
  type Addressee,
  addresseeColumns,
  enqueueEmail,
  toAddressee,
} from '~/domain/outbox/enqueue-email.server';
import { listOnDuty } from '~/domain/report-rules/on-duty.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';

/** The notifications about alerts: to experts, to admins and the front desk, and of overdue reports. */
type StaffNotice = 'urgentWaits' | 'urgentUnread' | 'reportsOverdue';

/** Lists the accounts of admins and of the front desk. */
export async function listDesk(): Promise<Addressee[]> {
  return db()
    .select(addresseeColumns)
    .from(users)
    .where(or(eq(users.accountType, 'Admin'), isNotNull(users.frontDeskSince)))
    .orderBy(asc(users.id));
}

/** Lists the experts who are told of an urgent report; admins and the front desk if there are none. */
export async function listReaders(now: Date): Promise<Addressee[]> {
  const { experts } = await listOnDuty(now);
  return experts.length > 0 ? experts : listDesk();
}

const topicOf = (notice: StaffNotice, accountId: string) =>
  `${notice === 'urgentWaits' ? 'urgent' : notice} ${accountId}`;

/**
 * Prepares the statements that tell accounts of reports by every channel that they have. They belong
 * in the `atomically` of what is told. Within five minutes of a notification, all others by the same
 * channel are one, which waits for their end.
 *
 * @param patientIds the patients of the reports, one for each; nobody is told of their own.
 */
export async function notifyStaff(
  notice: StaffNotice,
  accounts: readonly Addressee[],
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
  const targets = await findPhoneTargets(told.map(({ account }) => account.id));
  return told.flatMap(({ account, count, topic }) => {
    const target = targets.get(account.id);
    const ways: (Destination | MailWay)[] = target
      ? [...(wantsMail(target) ? [mailWay] : []), ...listDestinations(target)]
      : [];
    return ways.map((way) => {
      const last = recent.find((row) => row.topic === topic && isBy(row, way));
      if (last && isWaiting(last, now)) return addToWaiting(last, count);
      const heldMs = last ? Math.max(0, last.createdAt.getTime() + minutesOfBundle * minuteMs - now) : 0;
      return way.channel === 'mail'
        ? enqueueEmail({ template: notice, ...toAddressee(account), params: { count }, topic, heldMs })
        : enqueueText({ account, destination: way, name: 'alert', params: { count }, topic, heldMs });
    });
  });
}

type MailWay = { channel: 'mail' };
const mailWay: MailWay = { channel: 'mail' };

type RecentRow = Pick<typeof outbox.$inferSelect, keyof typeof recentColumns>;

const recentColumns = {
  id: outbox.id,
  topic: outbox.topic,
  channel: outbox.channel,
  subscriptionId: outbox.subscriptionId,
  state: outbox.state,
  tries: outbox.tries,
  takenUntil: outbox.takenUntil,
  facts: outbox.facts,
  createdAt: outbox.createdAt,
  nextTryAt: outbox.nextTryAt,
};

const isBy = (row: RecentRow, way: Destination | MailWay) =>
  row.channel === way.channel && row.subscriptionId === ('subscriptionId' in way ? way.subscriptionId : null);

/** Checks whether a notification waits for the end of the five minutes. */
const isWaiting = ({ state, tries, nextTryAt }: RecentRow, now: number) =>
  (state === 'waiting' || state === 'queued') && tries === 0 && nextTryAt.getTime() > now;

/** Lists the notifications of topics that were written since a time, the newest first. */
function listRecent(topics: string[], since: Date): Promise<RecentRow[]> {
  const { id, topic, state, createdAt, nextTryAt } = outbox;
  return db()
    .select(recentColumns)
    .from(outbox)
    .where(
      and(
        inArray(topic, topics),
        // The time of the next try, by which the index goes, is never before that of the row.
        gt(nextTryAt, since),
        gt(createdAt, since),
        notInArray(state, ['given up', 'undelivered']),
      ),
    )
    .orderBy(desc(createdAt), desc(id));
}

/** Adds reports to a notification that waits. If it leaves at this moment, it tells of them as well. */
function addToWaiting({ id, facts, state }: RecentRow, count: number): Statement {
  const before: { count?: number } = JSON.parse(facts);
  return db()
    .update(outbox)
    .set({ facts: JSON.stringify({ count: (before.count ?? 1) + count }) })
    .where(and(eq(outbox.id, id), eq(outbox.state, state)));
}
