import { and, eq, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import type { ExpertStanding } from '~/domain/identity/expert-constants';
import { requireExpert, whereStatus } from '~/domain/identity/expert-status.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueBoundedEmail } from '~/domain/notifications/bounded-emails.server';
import { toAddressee } from '~/domain/notifications/enqueue-email.server';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { releaseAllClaims } from '~/domain/queue/claim-rules.server';
import type { EmailParams, EmailTemplate } from '~/i18n/notifications/compose-email';
import { sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange, type Step } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { doubtEntry, isDoubtAsRead, stepsOfDoubt, touchAnswers } from './answers-in-doubt.server';

type Row = typeof users.$inferSelect;

/**
 * The deciding admin, the time, the reason if one is required, and whether the expert's earlier
 * answers are in doubt, if the admin has said so.
 */
type Decision = { adminId: string; now: Date; reason?: string; answersInDoubt?: boolean };

type StatusMove<Name extends EmailTemplate> = {
  from: ExpertStanding | ((expert: Row) => ExpertStanding);
  to(decision: Decision): Partial<Row>;
  action: AuditAction;
  template: Name;
  params(expert: Row): EmailParams[Name];
  /** Tells whether all their sessions and tokens end. */
  endsSessions?: boolean;
};

const doubtOf = ({ now, answersInDoubt }: Decision) => ({
  answersInDoubt: answersInDoubt ?? null,
  doubtDecidedAt: answersInDoubt === undefined ? null : now,
});

const move = <Name extends EmailTemplate>(declared: StatusMove<Name>) => declared;

/** All transitions between the statuses of an expert (docs/requirements.md#states). */
const moves = {
  approve: move({
    from: 'pending',
    to: ({ adminId, now, reason }) => ({
      approved: true,
      approvedAt: now,
      approvedBy: adminId,
      standingReason: reason ?? null,
    }),
    action: 'expert.approved',
    template: 'accountApproved',
    params: () => ({}),
  }),
  reject: move({
    from: 'pending',
    to: (decision) => ({
      rejectedAt: decision.now,
      standingReason: decision.reason,
      ...doubtOf(decision),
    }),
    action: 'expert.rejected',
    template: 'accountRejected',
    params: () => ({}),
  }),
  suspend: move({
    from: 'approved',
    to: (decision) => ({
      suspendedAt: decision.now,
      standingReason: decision.reason,
      ...doubtOf(decision),
    }),
    action: 'expert.suspended',
    template: 'accountSuspended',
    params: () => ({}),
    endsSessions: true,
  }),
  // Suspended experts are approved again; rejected ones wait again.
  restore: move({
    from: ({ approved }) => (approved ? 'suspended' : 'rejected'),
    to: () => ({
      suspendedAt: null,
      rejectedAt: null,
      standingReason: null,
      answersInDoubt: null,
      doubtDecidedAt: null,
    }),
    action: 'expert.restored',
    template: 'accountRestored',
    params: ({ approved: isApproved }) => ({ isApproved }),
  }),
};

/**
 * Moves an expert to another status and informs them once. If two admins act at the same moment,
 * the second move does nothing.
 *
 * @param condition a condition beside the status.
 * @param findings the steps that record what the admin has checked, at the time of the move.
 * @returns true if the expert was in the status that the move starts from.
 * @throws Refusal: `notFound` if there is no such expert.
 */
export async function moveExpert(
  name: keyof typeof moves,
  {
    viewer,
    expertId,
    reason,
    answersInDoubt,
    condition,
    findings,
  }: {
    viewer: Viewer;
    expertId: string;
    reason?: string;
    answersInDoubt?: boolean;
    condition?: SQL;
    findings?: (now: Date) => Step[];
  },
): Promise<boolean> {
  const declared: StatusMove<EmailTemplate> = moves[name];
  const { from, to, action, template, params, endsSessions } = declared;
  const expert = await requireExpert(expertId);
  const now = new Date();
  const standing = typeof from === 'function' ? from(expert) : from;
  const email = await enqueueBoundedEmail({
    topic: 'standing',
    about: expert.id,
    template,
    ...toAddressee(expert),
    params: params(expert),
  });
  const ofDoubt = await stepsOfDoubt(expert, answersInDoubt ?? null, now);
  const isMoved = await atomically([
    lock(users, eq(users.id, expert.id)),
    requireChange(
      db()
        .update(users)
        .set({ ...to({ adminId: viewer.id, now, reason, answersInDoubt }), updatedAt: now })
        .where(and(eq(users.id, expert.id), whereStatus[standing], isDoubtAsRead(expert), condition)),
    ),
    ...(findings?.(now) ?? []),
    endsSessions && db().delete(sessions).where(eq(sessions.userId, expert.id)),
    endsSessions && endPushOf(expert.id),
    // The reports they claimed are free for others at once.
    endsSessions && releaseAllClaims(expert.id),
    auditEntry({ action, actorId: viewer.id, objectId: expert.id }),
    answersInDoubt !== undefined && doubtEntry(answersInDoubt, { actorId: viewer.id, objectId: expert.id }),
    ...(ofDoubt.length > 0 ? ofDoubt : [touchAnswers(expert.id)]),
    ...email,
  ]);
  if (isMoved) {
    wakeOutbox();
    await listDeletions();
  }
  return isMoved;
}
