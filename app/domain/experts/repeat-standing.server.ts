import { and, eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findDoubt } from '~/domain/identity/expert-status.server';
import { dropEmailsAbout } from '~/domain/notifications/bounded-emails.server';
import { releaseAllClaims } from '~/domain/queue/claim-rules.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { clearAnswers, doubtAnswers, doubtEntry } from './answers-in-doubt.server';

type Row = typeof users.$inferSelect;
type ExpertState = Pick<
  Row,
  | 'approved'
  | 'approvedAt'
  | 'approvedBy'
  | 'suspendedAt'
  | 'rejectedAt'
  | 'standingReason'
  | 'answersInDoubt'
  | 'doubtDecidedAt'
>;
/** An audit entry about an expert. `at` in milliseconds since 1970. */
type Decision = { action: string; at: number };

const unbarred = {
  suspendedAt: null,
  rejectedAt: null,
  standingReason: null,
  answersInDoubt: null,
  doubtDecidedAt: null,
};

/**
 * Repeats, in a restored database, admins' decisions about an expert since the backup. The last
 * decision counts; its reason is not known. An approval of credentials that are not in the backup
 * is not repeated: the expert waits for another one.
 *
 * @param decisions the entries since the backup, oldest first.
 * @returns true if anything differs from the backup.
 */
export async function repeatStanding(expertId: string, decisions: Decision[]): Promise<boolean> {
  const isExpert = and(eq(users.id, expertId), eq(users.accountType, 'Expert'));
  const [expert] = await db().select().from(users).where(isExpert);
  if (!expert) return false;
  const { approved, approvedAt, approvedBy, suspendedAt, rejectedAt, standingReason } = expert;
  const { answersInDoubt, doubtDecidedAt } = expert;
  const before: ExpertState = {
    approved,
    approvedAt,
    approvedBy,
    suspendedAt,
    rejectedAt,
    standingReason,
    answersInDoubt,
    doubtDecidedAt,
  };
  const next = decide(before, decisions);
  const action = actionFor(before, next);
  const doubt = findDoubt(next);
  const isOtherDoubt = doubt !== findDoubt(before);
  if (!action && !isOtherDoubt) return false;
  const updatedAt = new Date(decisions.at(-1)?.at ?? Date.now());
  await atomically([
    lock(users, isExpert),
    db()
      .update(users)
      .set({ ...next, updatedAt })
      .where(isExpert),
    next.suspendedAt !== null && releaseAllClaims(expertId),
    dropEmailsAbout(expertId, ['standing']),
    action && auditEntry({ action, objectId: expertId }),
    isOtherDoubt && doubt !== null && doubtEntry(doubt, { objectId: expertId }),
    ...(isOtherDoubt && doubt === true ? doubtAnswers(expertId, updatedAt) : []),
    ...(isOtherDoubt && findDoubt(before) === true ? clearAnswers(expertId, updatedAt) : []),
  ]);
  return true;
}

function decide(before: ExpertState, decisions: Decision[]): ExpertState {
  let next = before;
  let hasOtherCredentials = false;
  for (const { action, at } of decisions) {
    const decidedAt = new Date(at);
    if (action === 'credentials.changed') hasOtherCredentials = true;
    else if (action === 'expert.approved' && !hasOtherCredentials)
      next = { ...next, ...unbarred, approved: true, approvedAt: decidedAt, approvedBy: null };
    else if (action === 'expert.rejected')
      next = { ...next, ...unbarred, approved: false, rejectedAt: decidedAt };
    // An expert whose approval is not repeated may read nothing afterwards either.
    else if (action === 'expert.suspended')
      next = { ...next, ...unbarred, [next.approved ? 'suspendedAt' : 'rejectedAt']: decidedAt };
    else if (action === 'expert.answersDoubted')
      next = { ...next, answersInDoubt: true, doubtDecidedAt: decidedAt };
    else if (action === 'expert.answersKept')
      next = { ...next, answersInDoubt: false, doubtDecidedAt: decidedAt };
    else if (action === 'expert.restored') next = { ...next, ...unbarred };
  }
  return next;
}

/** Finds the audit action for a change of status; undefined if there is none. */
function actionFor(before: ExpertState, next: ExpertState): AuditAction | undefined {
  if (next.suspendedAt?.getTime() !== before.suspendedAt?.getTime())
    return next.suspendedAt ? 'expert.suspended' : nameOfReturn(before, next);
  if (next.rejectedAt?.getTime() !== before.rejectedAt?.getTime())
    return next.rejectedAt ? 'expert.rejected' : nameOfReturn(before, next);
  return next.approved === before.approved ? undefined : nameOfReturn(before, next);
}

const nameOfReturn = (before: ExpertState, next: ExpertState) =>
  next.approved && !before.approved ? 'expert.approved' : 'expert.restored';
