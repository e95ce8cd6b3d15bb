import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import {
  type Addressee,
  addresseeColumns,
  enqueueEmail,
  toAddressee,
} from '~/domain/notifications/enqueue-email.server';
import {
  type Destination,
  enqueueText,
  listDestinations,
  wantsMail,
} from '~/domain/notifications/notify.server';
import { minutesOfBundle } from '~/domain/notifications/outbox-constants';
import { findPhoneTargets } from '~/domain/notifications/phone-targets.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement, withoutLock } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { newId } from '~/platform/ids.server';
import { listOnDuty } from './on-duty.server';

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
    return ways.flatMap((way) => {
      const last = recent.find((row) => row.topic === topic && isBy(row, way));
      const id = newId();
      const heldMs = last ? Math.max(0, last.createdAt.getTime() + minutesOfBundle * minuteMs - now) : 0;
      const queued = { id, params: { count }, topic, heldMs };
      const row =
        way.channel === 'mail'
          ? enqueueEmail({ ...queued, template: notice, ...toAddressee(account) })
          : enqueueText({ ...queued, account, destination: way, name: 'alert' });
      return last && isHeld(last, now) ? addToWaiting(last, count, { id, row }) : [row];
    });
  });
}

type MailWay = { channel: 'mail' };
const mailWay: MailWay = { channel: 'mail' };

type RecentRow = Awaited<ReturnType<typeof listRecent>>[number];

const recentColumns = {
  id: outbox.id,
  topic: outbox.topic,
  channel: outbox.channel,
  subscriptionId: outbox.subscriptionId,
  state: outbox.state,
  tries: outbox.tries,
  takenUntil: outbox.takenUntil,
  facts: outbox.facts,
  sealedFacts: sql<Buffer>`${outbox.facts}`,
  createdAt: outbox.createdAt,
  nextTryAt: outbox.nextTryAt,
};

const isBy = (row: RecentRow, way: Destination | MailWay) =>
  row.channel === way.channel && row.subscriptionId === ('subscriptionId' in way ? way.subscriptionId : null);

/** Lists the notifications of topics that were written since a time, the newest first. */
function listRecent(topics: string[], since: Date) {
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

/** Checks whether a notification waits for the end of the five minutes. */
const isHeld = ({ state, nextTryAt, tries, takenUntil }: RecentRow, now: number) =>
  (state === 'waiting' || state === 'queued') &&
  nextTryAt.getTime() > now &&
  tries === 0 &&
  takenUntil === null;

/**
 * Adds reports to a notification that is held. If it leaves, or others are added to it, before this
 * is written, `row` stays and tells of them.
 */
function addToWaiting(
  { id, state, facts, sealedFacts }: RecentRow,
  count: number,
  own: { id: string; row: Statement | undefined },
): (Statement | undefined)[] {
  const before: { count?: number } = JSON.parse(facts);
  // No two sealed values are equal, so a row that has this one is as it was read or written here.
  const sealedSum = outbox.facts.mapToDriverValue(JSON.stringify({ count: (before.count ?? 1) + count }));
  const hasFacts = (sealed: unknown) => and(eq(outbox.id, id), sql`${outbox.facts} = ${sealed}`);
  const grown = db().select({ one: sql`1` }).from(outbox).where(hasFacts(sealedSum));
  return [
    db()
      .update(outbox)
      .set({ facts: sql`${sealedSum}` })
      .where(and(hasFacts(sealedFacts), eq(outbox.state, state), isNull(outbox.takenUntil))),
    own.row,
    // The row read here is the one written above, in the same transaction.
    withoutLock(
      db()
        .delete(outbox)
        .where(and(eq(outbox.id, own.id), exists(grown))),
    ),
  ];
}
