import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { minutesOfBundle } from '~/domain/outbox/constants';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/outbox/enqueue-email.server';
import { listOnDuty } from '~/domain/report-rules/on-duty.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement, withoutLock } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { newId } from '~/platform/ids.server';

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
  return told.flatMap(({ account, count, topic }) => {
    const last = recent.find((row) => row.topic === topic);
    const id = newId();
    const email = enqueueEmail({
      id,
      template: notice,
      ...toAddressee(account),
      params: { count },
      topic,
      heldMs: last ? Math.max(0, last.createdAt.getTime() + minutesOfBundle * minuteMs - now) : 0,
    });
    return last && isHeld(last, now) ? addToWaiting(last, count, { id, email }) : [email];
  });
}

type RecentRow = Awaited<ReturnType<typeof listRecent>>[number];

/** Lists the notifications of topics that were written since a time, the newest first. */
function listRecent(topics: string[], since: Date) {
  const { id, topic, state, tries, takenUntil, facts, createdAt, nextTryAt } = outbox;
  const sealedFacts = sql<Buffer>`${facts}`;
  return db()
    .select({ id, topic, state, tries, takenUntil, facts, sealedFacts, createdAt, nextTryAt })
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

const isHeld = ({ state, nextTryAt, tries, takenUntil }: RecentRow, now: number) =>
  state === 'waiting' && nextTryAt.getTime() > now && tries === 0 && takenUntil === null;

/**
 * Adds reports to a notification that is held. If it leaves, or others are added to it, before this
 * is written, `email` stays and tells of them.
 */
function addToWaiting(
  { id, facts, sealedFacts }: RecentRow,
  count: number,
  own: { id: string; email: Statement | undefined },
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
      .where(and(hasFacts(sealedFacts), eq(outbox.state, 'waiting'), isNull(outbox.takenUntil))),
    own.email,
    // The row read here is the one written above, in the same transaction.
    withoutLock(
      db()
        .delete(outbox)
        .where(and(eq(outbox.id, own.id), exists(grown))),
    ),
  ];
}
