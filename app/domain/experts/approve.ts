import { and, eq } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import { atomically, db, must } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables';
import { record } from '../audit/record';
import { nothingMore } from '../fields';
import { nudgePostman } from '../notices/postman';
import { tell } from '../notices/tell';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import { expertIdOnly } from './schemas';
import { standsAs } from './standing';

/**
 * Letting an expert in (specification §4, §7). Refusals: `notFound` where there is no such expert; `conflict` when the expert is
 * approved already, or has to be restored first.
 */
export const approveExpert = operation({
  name: 'expert.approve',
  input: expertIdOnly,
  output: nothingMore,
  refuses: ['notFound', 'conflict'],
  allow: 'expert.approve',
  done: 'approve.done',
  failed: 'approve.failed',
  async run({ viewer, input }) {
    const anExpert = and(eq(users.id, input.expertId), eq(users.accountType, 'Expert'));
    const [expert] = await db().select().from(users).where(anExpert);
    if (!expert) throw new Refusal('notFound', 'expert.notFound');
    const now = new Date();
    const isFirst = await atomically([
      must(
        db()
          .update(users)
          .set({ approved: true, approvedAt: now, approvedBy: viewer.id, updatedAt: now })
          .where(and(anExpert, standsAs.pending)),
      ),
      record({ action: 'expert.approved', actorId: viewer.id, objectId: expert.id }),
      tell({
        letter: 'accountApproved',
        to: { name: expert.firstName, address: expert.email },
        facts: {},
        language: expert.language as Language,
      }),
    ]);
    if (!isFirst) {
      const [row] = await db().select().from(users).where(anExpert);
      const isTaken = row?.suspendedAt || row?.rejectedAt;
      throw new Refusal('conflict', isTaken ? 'approve.restoreFirst' : 'approve.already');
    }
    nudgePostman();
    return {};
  },
});
