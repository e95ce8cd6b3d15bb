import { and, eq, type SQL } from 'drizzle-orm';
import type { CopyKey, Language } from '~/copy/en';
import type { LetterFacts, LetterName } from '~/copy/letters';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { sessions, users } from '~/platform/db/tables';
import type { Action } from '../audit/catalogue';
import { auditEntry } from '../audit/record';
import { nothingMore } from '../fields';
import { nudgePostman } from '../notices/postman';
import { tell } from '../notices/tell';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import type { Viewer } from '../viewer';
import { presentExpert } from './presentExpert';
import { expertIdOnly, expertToJudge, judgeForm } from './schemas';
import { expertStatusOf, requireExpert, whereStatus } from './standing';

type Row = typeof users.$inferSelect;

/**
 * Not letting an expert in who waits (decisions: Who may do what). They keep what is their own and read the reason on their
 * dashboard. Refusals: `notFound` where there is no such expert; `conflict` when they do not wait (any more).
 */
export const rejectExpert = operation({
  name: 'expert.reject',
  input: judgeForm,
  output: nothingMore,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  done: 'reject.done',
  failed: 'reject.failed',
  async run({ viewer, input: { expertId, reason } }) {
    const expert = await requireExpert(expertId);
    await changeExpertStatus(viewer, expert, {
      from: whereStatus.pending,
      to: { rejectedAt: new Date(), standingReason: reason },
      action: 'expert.rejected',
      letter: 'accountRejected',
      facts: {},
      already: 'reject.notWaiting',
    });
    return {};
  },
});

/**
 * Taking an approved expert's rights away; every session and token of theirs is dead with the next request. They can log in again
 * to what is their own and to the reason. Refusals: `notFound`; `conflict` when they are not approved, or suspended already.
 */
export const suspendExpert = operation({
  name: 'expert.suspend',
  input: judgeForm,
  output: nothingMore,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  done: 'suspend.done',
  failed: 'suspend.failed',
  async run({ viewer, input: { expertId, reason } }) {
    const expert = await requireExpert(expertId);
    await changeExpertStatus(viewer, expert, {
      from: whereStatus.approved,
      to: { suspendedAt: new Date(), standingReason: reason },
      action: 'expert.suspended',
      letter: 'accountSuspended',
      facts: {},
      already: 'suspend.notApproved',
      also: db().delete(sessions).where(eq(sessions.userId, expert.id)),
    });
    return {};
  },
});

/**
 * Giving a suspended expert their rights back, or letting a rejected one wait again. Refusals: `notFound`; `conflict` when they are
 * neither.
 */
export const restoreExpert = operation({
  name: 'expert.restore',
  input: expertIdOnly,
  output: nothingMore,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  done: 'restore.done',
  failed: 'restore.failed',
  async run({ viewer, input: { expertId } }) {
    const expert = await requireExpert(expertId);
    const isApproved = expert.approved;
    await changeExpertStatus(viewer, expert, {
      from: isApproved ? whereStatus.suspended : whereStatus.rejected,
      to: { suspendedAt: null, rejectedAt: null, standingReason: null },
      action: 'expert.restored',
      letter: 'accountRestored',
      facts: { isApproved },
      already: 'restore.nothing',
    });
    return {};
  },
});

/** The expert somebody is about to reject or suspend, for the page that asks why. Refusals: `notFound`. */
export const readExpertToJudge = operation({
  name: 'expert.readToJudge',
  input: expertToJudge,
  allow: 'expert.judge',
  done: 'expert.approvedFetched',
  failed: 'expert.approvedFailed',
  async run({ viewer, input: { expertId, to }, context }) {
    const expert = await requireExpert(expertId);
    return { data: presentExpert(expert, { viewer, context }), to };
  },
});

/** An expert's own standing, where an admin has taken something from them. Out: which and why; undefined for everybody else. */
export async function findBarringStatus({ id, suspended }: Viewer) {
  if (!suspended) return undefined;
  const [row] = await db().select().from(users).where(eq(users.id, id));
  const standing = row && expertStatusOf(row);
  if (standing?.is !== 'suspended' && standing?.is !== 'rejected') return undefined;
  return { is: standing.is, reason: standing.reason };
}

type StatusChange<Name extends LetterName> = {
  from: SQL;
  to: Partial<Row>;
  action: Action;
  letter: Name;
  facts: LetterFacts[Name];
  already: CopyKey;
  also?: Statement;
};

/** Moves an expert from one standing to another, once: of two admins at the same moment the second is told. */
async function changeExpertStatus<Name extends LetterName>(
  viewer: Viewer,
  expert: Row,
  change: StatusChange<Name>,
) {
  const { from, to, action, letter, facts, already, also } = change;
  const isFirst = await atomically([
    requireChange(
      db()
        .update(users)
        .set({ ...to, updatedAt: new Date() })
        .where(and(eq(users.id, expert.id), from)),
    ),
    also,
    auditEntry({ action, actorId: viewer.id, objectId: expert.id }),
    tell({
      letter,
      to: { name: expert.firstName, address: expert.email },
      facts,
      language: expert.language as Language,
    }),
  ]);
  if (!isFirst) throw new Refusal('conflict', already);
  nudgePostman();
}
