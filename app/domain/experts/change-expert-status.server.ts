import { and, eq, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { wakeEmailWorker } from '~/domain/notices/email-worker.server';
import { enqueueEmail } from '~/domain/notices/enqueue-email.server';
import type { EmailParams, EmailTemplate } from '~/i18n/emails/compose-email';
import type { MessageKey } from '~/i18n/messages/en';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { sessions, users } from '~/platform/db/tables.server';
import type { AuditAction } from '~/platform/enums';
import { expertStatusOf, requireExpert, whereStatus } from './expert-status.server';
import { presentExpert } from './present-expert.server';
import { expertIdOnly, expertToJudge, judgeForm } from './schemas';

type Row = typeof users.$inferSelect;

/**
 * Not letting an expert in who waits (docs/requirements.md#permissions). They keep what is their
 * own and read the reason on their dashboard.
 *
 * @throws Refusal: `notFound` where there is no such expert; `conflict` when they do not wait (any
 *   more).
 */
export const rejectExpert = operation({
  name: 'expert.reject',
  api: {
    summary: 'Reject an expert',
    text: 'For admins. For an expert who waits; otherwise 409. They read the reason on their dashboard.',
  },
  input: judgeForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'reject.done',
  failureMessage: 'reject.failed',
  async run({ viewer, input: { expertId, reason } }) {
    const expert = await requireExpert(expertId);
    await changeExpertStatus(viewer, expert, {
      from: whereStatus.pending,
      to: { rejectedAt: new Date(), standingReason: reason },
      action: 'expert.rejected',
      template: 'accountRejected',
      params: {},
      already: 'reject.notWaiting',
    });
    return {};
  },
});

/**
 * Taking an approved expert's rights away; every session and token of theirs is dead with the next
 * request. They can log in again to what is their own and to the reason.
 *
 * @throws Refusal: `notFound`; `conflict` when they are not approved, or suspended already.
 */
export const suspendExpert = operation({
  name: 'expert.suspend',
  api: {
    summary: 'Suspend an expert',
    text: 'For admins. For an approved expert; otherwise 409. Every session and token of theirs ends at once.',
  },
  input: judgeForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'suspend.done',
  failureMessage: 'suspend.failed',
  async run({ viewer, input: { expertId, reason } }) {
    const expert = await requireExpert(expertId);
    await changeExpertStatus(viewer, expert, {
      from: whereStatus.approved,
      to: { suspendedAt: new Date(), standingReason: reason },
      action: 'expert.suspended',
      template: 'accountSuspended',
      params: {},
      already: 'suspend.notApproved',
      also: db().delete(sessions).where(eq(sessions.userId, expert.id)),
    });
    return {};
  },
});

/**
 * Giving a suspended expert their rights back, or letting a rejected one wait again.
 *
 * @throws Refusal: `notFound`; `conflict` when they are neither.
 */
export const restoreExpert = operation({
  name: 'expert.restore',
  api: {
    summary: 'Restore an expert',
    text: 'For admins. A suspended expert is approved again, a rejected one waits again; for others 409.',
  },
  input: expertIdOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'restore.done',
  failureMessage: 'restore.failed',
  async run({ viewer, input: { expertId } }) {
    const expert = await requireExpert(expertId);
    const isApproved = expert.approved;
    await changeExpertStatus(viewer, expert, {
      from: isApproved ? whereStatus.suspended : whereStatus.rejected,
      to: { suspendedAt: null, rejectedAt: null, standingReason: null },
      action: 'expert.restored',
      template: 'accountRestored',
      params: { isApproved },
      already: 'restore.nothing',
    });
    return {};
  },
});

/**
 * The expert somebody is about to reject or suspend, for the page that asks why.
 *
 * @throws Refusal: `notFound`.
 */
export const readExpertToJudge = operation({
  name: 'expert.readToJudge',
  input: expertToJudge,
  allow: 'expert.judge',
  successMessage: 'expert.approvedFetched',
  failureMessage: 'expert.approvedFailed',
  async run({ viewer, input: { expertId, to }, context }) {
    const expert = await requireExpert(expertId);
    return { data: presentExpert(expert, { viewer, context }), to };
  },
});

/**
 * An expert's own standing, where an admin has taken something from them.
 *
 * @returns which and why; undefined for everybody else.
 */
export async function findBarringStatus({ id, suspended }: Viewer) {
  if (!suspended) return undefined;
  const [row] = await db().select().from(users).where(eq(users.id, id));
  const standing = row && expertStatusOf(row);
  if (standing?.is !== 'suspended' && standing?.is !== 'rejected') return undefined;
  return { is: standing.is, reason: standing.reason };
}

type StatusChange<Name extends EmailTemplate> = {
  from: SQL;
  to: Partial<Row>;
  action: AuditAction;
  template: Name;
  params: EmailParams[Name];
  already: MessageKey;
  also?: Statement;
};

/**
 * Moves an expert from one standing to another, once: of two admins at the same moment the second
 * is told.
 */
async function changeExpertStatus<Name extends EmailTemplate>(
  viewer: Viewer,
  expert: Row,
  change: StatusChange<Name>,
) {
  const { from, to, action, template, params, already, also } = change;
  const isFirst = await atomically([
    requireChange(
      db()
        .update(users)
        .set({ ...to, updatedAt: new Date() })
        .where(and(eq(users.id, expert.id), from)),
    ),
    also,
    auditEntry({ action, actorId: viewer.id, objectId: expert.id }),
    enqueueEmail({
      template,
      to: { name: expert.firstName, address: expert.email },
      params,
      language: expert.language,
    }),
  ]);
  if (!isFirst) throw new Refusal('conflict', already);
  wakeEmailWorker();
}
