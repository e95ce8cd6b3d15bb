import { and, asc, count, eq } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables';
import { presentUser, userListAnswer } from '../accounts/presentUser';
import { operation } from '../operation';
import { expertList } from './schemas';

/** Experts who wait for approval, the longest waiting first (specification §2, §7). */
export const listPendingExperts = operation({
  name: 'expert.listPending',
  input: expertList,
  output: userListAnswer,
  allow: 'expert.listPending',
  done: 'expert.pendingFetched',
  failed: 'expert.pendingFailed',
  async run({ input: { page, limit }, door }) {
    const where = and(eq(users.accountType, 'Expert'), eq(users.approved, false));
    const [totals] = await db().select({ total: count() }).from(users).where(where);
    const rows = await db()
      .select()
      .from(users)
      .where(where)
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return {
      data: rows.map((row) => presentUser(row, door)),
      meta: { page, limit, total: totals?.total ?? 0 },
    };
  },
});
