import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput, key } from '~/domain/kernel/fields';
import { isNoEmail, toStoredNoEmail } from '~/domain/kernel/no-email';
import { openOperation, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { hashToken } from '~/platform/secrets/tokens.server';

type Account = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'loginName' | 'emailAddedAt' | 'emailConfirmedAt'
>;
type Dispute = typeof addressDisputes.$inferSelect;

/** Days after its coming within which the front desk can take an address off. */
const disputableDays = 30;
/** Hours between the consent of a second member of staff and the slip that takes the address off. */
export const removalWaitHours = 48;
/** Days within which a second member of staff has to agree, and then the slip has to be issued. */
const agreeDays = 7;
const slipDays = 30;
/** Days for which an ended dispute is stored. */
export const disputeKeptDays = 60;

/**
 * The states of a dispute: `asked` until a second member of staff agrees; `waiting` for 48 hours;
 * `ready` for the slip; `objected` until an admin decides; `stopped` for good; `over` if nobody went
 * on with it in time.
 */
export const disputeStates = ['asked', 'waiting', 'ready', 'objected', 'stopped', 'over'] as const;

/** Returns the time from which the slip can be issued; null until a second member of staff agrees. */
export const slipFrom = ({ agreedAt }: Dispute): Date | null =>
  agreedAt && new Date(agreedAt.getTime() + removalWaitHours * hourMs);

/** Returns the state of a dispute. */
export function toDisputeState(dispute: Dispute, now = Date.now()): (typeof disputeStates)[number] {
  const { askedAt, agreedAt, stoppedAt, objectedAt, decidedAt } = dispute;
  if (stoppedAt) return 'stopped';
  const from = slipFrom(dispute)?.getTime();
  const end = agreedAt
    ? agreedAt.getTime() + slipDays * 24 * hourMs
    : askedAt.getTime() + agreeDays * 24 * hourMs;
  if (end <= now) return 'over';
  if (objectedAt && !decidedAt) return 'objected';
  if (from === undefined) return 'asked';
  return from <= now ? 'ready' : 'waiting';
}

/** Checks whether a dispute goes on. */
export const isOpenDispute = (dispute: Dispute): boolean =>
  !['stopped', 'over'].includes(toDisputeState(dispute));

/** Finds the dispute about the address of an account. */
export async function findDispute(userId: string): Promise<Dispute | undefined> {
  const [row] = await db().select().from(addressDisputes).where(eq(addressDisputes.userId, userId));
  return row;
}

/** Checks whether the next slip of an account takes its address off. */
export async function isRemovalReady(userId: string): Promise<boolean> {
  const dispute = await findDispute(userId);
  return dispute !== undefined && toDisputeState(dispute) === 'ready';
}

/**
 * Checks whether the front desk can take the address of an account off: it was added to an account
 * without one within 30 days, and no log-in with a second factor, a passkey or a device from before
 * has confirmed it. A server of an earlier release adds one with an audit entry alone.
 */
export async function isDisputable(account: Account): Promise<boolean> {
  if (isNoEmail(account.email) || !account.loginName || account.emailConfirmedAt) return false;
  const addedAt = account.emailAddedAt ?? (await findAdding(account.id));
  return addedAt !== undefined && addedAt.getTime() > Date.now() - disputableDays * 24 * hourMs;
}

async function findAdding(accountId: string): Promise<Date | undefined> {
  const [entry] = await db()
    .select({ at: audit.at })
    .from(audit)
    .where(and(eq(audit.objectId, accountId), eq(audit.action, 'email.added')))
    .orderBy(desc(audit.id))
    .limit(1);
  return entry?.at;
}

/** Returns the earlier of two times, if there is one. */
export const findEarlier = (one: Date | null | undefined, other: Date | null | undefined) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/**
 * Builds the statement by which a log-in confirms an address that was added later: with a second
 * factor, a passkey or a device that the account had before the address came. Such an address is its
 * owner's, and the front desk does not take it off.
 *
 * @param hadAt since when, or when last, the account had what the log-in was made with.
 */
export function confirmAddress(
  { id, emailAddedAt, emailConfirmedAt }: Pick<Account, 'id' | 'emailAddedAt' | 'emailConfirmedAt'>,
  hadAt: Date | null | undefined,
): Statement | undefined {
  if (!emailAddedAt || emailConfirmedAt || !hadAt || hadAt >= emailAddedAt) return undefined;
  return db()
    .update(users)
    .set({ emailConfirmedAt: new Date() })
    .where(and(eq(users.id, id), eq(users.emailAddedAt, emailAddedAt), isNull(users.emailConfirmedAt)));
}

/**
 * Stops the removal of the address from the user's account: somebody at the front desk was not them.
 *
 * @throws Refusal: `conflict` if there is nothing to stop.
 */
export const stopRemoval = operation({
  name: 'account.stopRemoval',
  api: {
    summary: 'Keep your e-mail address',
    text: 'Says “It was not me” after somebody asked at the front desk to take the e-mail address off your account. Stops that. Returns 409 if nobody has asked.',
  },
  input: z.object({}),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  successMessage: 'notMe.stopped',
  failureMessage: 'duties.failed',
  async run({ viewer }) {
    const dispute = await findDispute(viewer.id);
    const isStopped =
      dispute !== undefined &&
      isOpenDispute(dispute) &&
      (await atomically([
        requireChange(
          db()
            .update(addressDisputes)
            .set({ stoppedAt: new Date() })
            .where(and(eq(addressDisputes.userId, viewer.id), isNull(addressDisputes.stoppedAt))),
        ),
        auditEntry({ action: 'email.removalStopped', actorId: viewer.id, objectId: viewer.id }),
      ]));
    if (!isStopped) throw new Refusal('conflict', 'notMe.over');
    return {};
  },
});

/**
 * Says "It was not me" with the link in the e-mail to the disputed address. Somebody who added the
 * address could say so too, so an admin decides then.
 *
 * @throws Refusal: `invalid` if the link leads nowhere, or the removal does not go on.
 */
export const objectToRemoval = openOperation({
  name: 'account.objectToRemoval',
  api: {
    summary: 'Object to the removal of an e-mail address',
    text: 'Says “It was not me” with the token from the e-mail about the removal. The removal waits until an admin has decided.',
  },
  input: z.object({
    token: z
      .string({ error: key('notMe.over') })
      .max(100, key('notMe.over'))
      .meta({ description: 'Last part of the link in the e-mail.', example: 'k2fZ0n1p' }),
  }),
  output: emptyOutput,
  limits: ['wrongResets'],
  successMessage: 'notMe.objected',
  failureMessage: 'duties.failed',
  async run({ input: { token } }) {
    const hasToken = eq(addressDisputes.tokenHash, hashToken(token));
    const [dispute] = await db().select().from(addressDisputes).where(hasToken);
    const isNoted =
      dispute !== undefined &&
      isOpenDispute(dispute) &&
      (await atomically([
        requireChange(
          db()
            .update(addressDisputes)
            .set({ objectedAt: new Date(), decidedAt: null, decidedBy: null, decisionReason: null })
            .where(and(hasToken, isNull(addressDisputes.stoppedAt), isNull(addressDisputes.objectedAt))),
        ),
        auditEntry({ action: 'email.removalObjected', objectId: dispute.userId }),
      ]));
    if (!isNoted) throw new Refusal('invalid', 'notMe.over');
    return {};
  },
});

/** Builds the statement that takes the address off an account with a clinic number. */
export const removeAddressOf = (userId: string): Statement =>
  db()
    .update(users)
    .set({
      email: toStoredNoEmail(userId),
      emailAddedAt: null,
      emailConfirmedAt: null,
      updatedAt: new Date(),
    })
    .where(and(eq(users.id, userId), isNotNull(users.loginName)));

/** Counts the disputes that wait for an admin's decision. */
export const countObjections = async (): Promise<number> => {
  const rows = await db()
    .select()
    .from(addressDisputes)
    .where(and(isNotNull(addressDisputes.objectedAt), isNull(addressDisputes.decidedAt)));
  return rows.filter((row) => toDisputeState(row) === 'objected').length;
};
