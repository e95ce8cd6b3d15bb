import { and, eq, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { addressedTo, addresseeColumns, enqueueEmail } from '~/domain/outbox/enqueue-email.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { digests } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import {
  asItStands,
  atomically,
  db,
  rawStatement,
  requireChange,
  type Statement,
} from '~/platform/db/db.server';
import { isInQueue } from './report-list.server';

const hourMs = 3_600_000;

/**
 * The statement that notes, with a new report, that every expert who may review is to be told of
 * it: now, or an hour after they were last told. It belongs in the `atomically` of the report.
 * Takes who sent it, an expert perhaps, who is not told of their own.
 */
export function announceReport({ butNotTo }: { butNotTo: string }): Statement {
  return announceTo(sql`${whereStatus.approved} and ${users.id} <> ${butNotTo}`);
}

/**
 * The statement that notes, with a new expert's account, that every admin is to be told that
 * somebody waits for approval: now, or an hour after they were last told. It belongs in the
 * `atomically` of the account.
 */
export function announceExpert(): Statement {
  return announceTo(isAdmin);
}

const isAdmin = sql`${users.accountType} = 'Admin'`;

function announceTo(whom: SQL): Statement {
  const now = Date.now();
  const write = sql`
    insert into ${digests} (expert_id, due_at)
      select ${users.id}, ${now} from ${users} where ${whom}
      and not exists (select 1 from ${digests} where ${digests.userId} = ${users.id} and ${digests.dueAt} is not null)
    on conflict (expert_id) do update set due_at =
      case when excluded.due_at > coalesce(${digests.lastAt}, 0) + ${hourMs}
        then excluded.due_at else coalesce(${digests.lastAt}, 0) + ${hourMs} end`;
  // Whoever is told too much or too late has lost nothing.
  return asItStands(rawStatement(write));
}

/**
 * Turns every digest that is due into an e-mail in the outbox, which tells an expert how many
 * reports wait, or an admin how many experts, and nothing of them. Whoever may not look after them
 * any more, and for whom nothing waits any more, gets none.
 */
export async function writeDigests(): Promise<void> {
  const due = await db()
    .select({ userId: digests.userId, dueAt: digests.dueAt })
    .from(digests)
    .where(lte(digests.dueAt, new Date()));
  for (const { userId, dueAt } of due) {
    if (dueAt) await writeDigest({ userId, dueAt });
  }
}

async function writeDigest({ userId, dueAt }: { userId: string; dueAt: Date }) {
  const [reader] = await db()
    .select({ accountType: users.accountType, ...addresseeColumns })
    .from(users)
    .where(and(eq(users.id, userId), or(whereStatus.approved, isAdmin)));
  const isOfExperts = reader?.accountType === 'Admin';
  const isOpenToExpert = and(isInQueue, ne(reports.patientId, userId));
  const waiting = reader
    ? await (isOfExperts ? db().$count(users, whereStatus.pending) : db().$count(reports, isOpenToExpert))
    : 0;
  const isDue = and(eq(digests.userId, userId), eq(digests.dueAt, dueAt));
  const settled = waiting > 0 ? { dueAt: null, lastAt: new Date() } : { dueAt: null };
  await atomically([
    requireChange(db().update(digests).set(settled).where(isDue)),
    reader &&
      waiting > 0 &&
      enqueueEmail({
        template: isOfExperts ? 'expertsWait' : 'reportsWait',
        ...addressedTo(reader),
        params: { count: waiting },
      }),
  ]);
}
