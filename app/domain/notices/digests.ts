import { and, count, eq, lte, ne, sql } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import { atomically, db, must, type Statement } from '~/platform/db/db.server';
import { digests, reports, users } from '~/platform/db/tables';
import { standsAs } from '../experts/standing';
import { tell } from './tell';

const hourMs = 3_600_000;

/**
 * The statement that notes, with a new report, that every expert who may review is to be told of it: now, or an hour after they were
 * last told. It belongs in the `atomically` of the report. In: who sent it, an expert perhaps, who is not told of their own.
 */
export function announceReport({ butNotTo }: { butNotTo: string }): Statement {
  const now = Date.now();
  const write = sql`
    insert into ${digests} (expert_id, due_at)
      select ${users.id}, ${now} from ${users} where ${standsAs.approved} and ${users.id} <> ${butNotTo}
      and not exists (select 1 from ${digests} where ${digests.expertId} = ${users.id} and ${digests.dueAt} is not null)
    on conflict (expert_id) do update set due_at = max(excluded.due_at, coalesce(last_at, 0) + ${hourMs})`;
  return { run: () => db().run(write) };
}

/**
 * Turns every digest that is due into a letter in the outbox, which tells how many reports wait and nothing of them. An expert who may
 * not review any more, and one for whom nothing waits any more, gets none.
 */
export async function writeDigests(): Promise<void> {
  const due = await db()
    .select({ expertId: digests.expertId, dueAt: digests.dueAt })
    .from(digests)
    .where(lte(digests.dueAt, new Date()));
  for (const { expertId, dueAt } of due) {
    if (dueAt) await writeDigest({ expertId, dueAt });
  }
}

async function writeDigest({ expertId, dueAt }: { expertId: string; dueAt: Date }) {
  const [expert] = await db()
    .select({ name: users.firstName, address: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, expertId), standsAs.approved));
  const waiting = expert ? await countWaiting(expertId) : 0;
  const isDue = and(eq(digests.expertId, expertId), eq(digests.dueAt, dueAt));
  const settled = waiting > 0 ? { dueAt: null, lastAt: new Date() } : { dueAt: null };
  await atomically([
    must(db().update(digests).set(settled).where(isDue)),
    expert &&
      waiting > 0 &&
      tell({
        letter: 'reportsWait',
        to: { name: expert.name, address: expert.address },
        facts: { count: waiting },
        language: expert.language as Language,
      }),
  ]);
}

async function countWaiting(expertId: string) {
  const [row] = await db()
    .select({ waiting: count() })
    .from(reports)
    .where(and(eq(reports.status, 'Pending'), ne(reports.patientId, expertId)));
  return row?.waiting ?? 0;
}
