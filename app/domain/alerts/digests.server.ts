import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { mayBeginWork } from '~/domain/identity/registration-rule.server';
import { hasCome } from '~/domain/kernel/due-time.server';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { isInQueue } from '~/domain/queue/report-list.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { digests } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import {
  atomically,
  db,
  rawStatement,
  requireChange,
  type Statement,
  withoutLock,
} from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';

/**
 * Builds the statement that schedules a digest about a new report for every expert who may review
 * it: now, or an hour after their last digest. Belongs in the `atomically` of the report.
 *
 * @param options `exceptId` is the sender, who may be an expert and gets no digest about their own
 *   report.
 */
export function announceReport({ exceptId }: { exceptId: string }): Statement {
  return announceTo(sql`${whereStatus.approved} and ${users.id} <> ${exceptId} and ${mayBeginWork()}`);
}

/**
 * Builds the statement that schedules a digest for every admin about an expert who waits for
 * approval: now, or an hour after their last digest. Belongs in the `atomically` of the account.
 */
export function announceExpert(): Statement {
  return announceTo(isAdmin);
}

const isAdmin = sql`${users.accountType} = 'Admin'`;

function announceTo(recipients: SQL): Statement {
  const now = Date.now();
  const write = sql`
    insert into ${digests} (expert_id, due_at)
      select ${users.id}, ${now} from ${users} where ${recipients}
      and not exists (select 1 from ${digests} where ${digests.userId} = ${users.id} and ${digests.dueAt} is not null)
    on conflict (expert_id) do update set due_at =
      case when excluded.due_at > coalesce(${digests.lastAt}, 0) + ${hourMs}
        then excluded.due_at else coalesce(${digests.lastAt}, 0) + ${hourMs} end`;
  // A digest too many or too late does no harm.
  return withoutLock(rawStatement(write));
}

/**
 * Turns every due digest into an e-mail in the outbox. It tells an expert the number of waiting
 * reports, or an admin the number of waiting experts, and nothing else about them. Users who have
 * lost the permission, or for whom nothing waits, get none.
 */
export async function writeDigests(): Promise<void> {
  if (await findSendingHold()) return;
  const due = await db()
    .select({ userId: digests.userId, dueAt: digests.dueAt })
    .from(digests)
    .where(hasCome(digests.dueAt, new Date()));
  for (const { userId, dueAt } of due) {
    if (dueAt) await writeDigest({ userId, dueAt });
  }
}

async function writeDigest({ userId, dueAt }: { userId: string; dueAt: Date }) {
  const [reader] = await db()
    .select(addresseeColumns)
    .from(users)
    .where(and(eq(users.id, userId), or(and(whereStatus.approved, mayBeginWork()), isAdmin)));
  const isOfExperts = reader?.accountType === 'Admin';
  const isOpenToExpert = and(isInQueue, ne(reports.patientId, userId));
  const waiting = reader
    ? await (isOfExperts ? db().$count(users, whereStatus.pending) : db().$count(reports, isOpenToExpert))
    : 0;
  const isDue = and(eq(digests.userId, userId), eq(digests.dueAt, dueAt));
  const columns = waiting > 0 ? { dueAt: null, lastAt: new Date() } : { dueAt: null };
  await atomically([
    requireChange(db().update(digests).set(columns).where(isDue)),
    reader &&
      waiting > 0 &&
      enqueueEmail({
        template: isOfExperts ? 'expertsWait' : 'reportsWait',
        ...toAddressee(reader),
        params: { count: waiting },
      }),
  ]);
}
