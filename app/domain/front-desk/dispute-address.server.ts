import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import {
  disputeKeptDays,
  disputeStates,
  findDispute,
  isDisputable,
  isOpenDispute,
  slipFrom,
  toDisputeState,
} from '~/domain/identity/address-dispute.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { requireNoOlderServer } from '~/domain/kernel/every-server.server';
import { emptyOutput, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { requireIdentity } from './identity.server';
import { accountIdOnly, askRemovalForm, decideRemovalForm } from './schemas';
import { findSecondProofRule } from './second-proof.server';

const maxListed = 50;

const removalExample = {
  userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Lakshmi',
  numberStart: 'K7QM',
  state: 'waiting' as const,
  askedBy: 'Ravi Kumar',
  isAskedByYou: false,
  askedAt: '2026-03-05T09:10:00.000Z',
  slipFrom: '2026-03-07T10:00:00.000Z',
};

const publicRemoval = z
  .object({
    userId: z.string().describe('ID of the account.'),
    firstName: z.string().describe('First name of the owner.'),
    numberStart: z.string().describe('First half of the clinic number.'),
    state: z
      .enum(disputeStates)
      .describe(
        '`asked` until a second member of staff agrees, `waiting` for 48 hours after that, `ready` for the slip that takes the address off, `objected` until an admin decides, `stopped` by the owner, or `over`.',
      ),
    askedBy: z.string().nullable().describe('Name of the first member of staff. `null` once deleted.'),
    isAskedByYou: z.boolean().describe('Whether that is you, who cannot agree.'),
    askedAt: publicMoment.describe('Time of the request, in UTC.'),
    slipFrom: publicMoment.nullable().describe('Time from which a new slip can be issued, in UTC.'),
  })
  .meta({
    id: 'AddressRemoval',
    description: 'An e-mail address that is to come off an account.',
    example: removalExample,
  });

export type PublicRemoval = z.infer<typeof publicRemoval>;

const asker = alias(users, 'asker');

async function findRemovals(viewer: Viewer, userId?: string): Promise<PublicRemoval[]> {
  const rows = await db()
    .select({
      dispute: addressDisputes,
      firstName: users.firstName,
      loginName: users.loginName,
      askerFirst: asker.firstName,
      askerLast: asker.lastName,
    })
    .from(addressDisputes)
    .innerJoin(users, eq(users.id, addressDisputes.userId))
    .leftJoin(asker, eq(asker.id, addressDisputes.askedBy))
    .where(
      userId === undefined
        ? and(
            isNull(addressDisputes.stoppedAt),
            gt(addressDisputes.askedAt, new Date(Date.now() - disputeKeptDays * dayMs)),
          )
        : eq(addressDisputes.userId, userId),
    )
    .orderBy(asc(addressDisputes.askedAt), asc(addressDisputes.userId))
    .limit(maxListed);
  return rows.map(({ dispute, firstName, loginName, askerFirst, askerLast }) => ({
    userId: dispute.userId,
    firstName,
    numberStart: formatClinicNumber(loginName ?? '').slice(0, 4),
    state: toDisputeState(dispute),
    askedBy: askerFirst === null ? null : `${askerFirst} ${askerLast}`.trim(),
    isAskedByYou: dispute.askedBy === viewer.id,
    askedAt: dispute.askedAt.toISOString(),
    slipFrom: slipFrom(dispute)?.toISOString() ?? null,
  }));
}

/** Lists the addresses that are to come off accounts, the oldest request first. */
export const listRemovals = operation({
  name: 'frontDesk.listRemovals',
  api: {
    summary: 'List e-mail addresses to take off',
    text: 'For admins and the front desk. Lists the requests that go on, oldest first.',
  },
  input: z.object({}),
  output: z.object({
    data: z.array(publicRemoval).meta({ description: 'Requests.', example: [removalExample] }),
  }),
  allow: 'account.issueSlip',
  successMessage: 'removal.title',
  failureMessage: 'duties.failed',
  run: async ({ viewer }) => ({
    data: (await findRemovals(viewer)).filter(({ state }) => state !== 'over'),
  }),
});

/**
 * Reads what the front desk can do about the address of an account, for the page.
 *
 * @throws Refusal: `notFound`, also for an account without a clinic number.
 */
export const readRemoval = operation({
  name: 'frontDesk.readRemoval',
  input: accountIdOnly,
  allow: 'account.issueSlip',
  successMessage: 'removal.title',
  failureMessage: 'duties.failed',
  async run({ viewer, input: { userId } }) {
    const account = await requireAccount(userId, viewer);
    const [removal] = await findRemovals(viewer, userId);
    const isOpen = removal !== undefined && !['stopped', 'over'].includes(removal.state);
    return {
      data: { firstName: account.firstName },
      removal: isOpen ? removal : null,
      mayAsk: !isOpen && (await isDisputable(account)),
      rule: await findSecondProofRule(viewer, account),
      mayDecide: hasAbility(viewer, 'account.decideRemoval'),
    };
  },
});

/**
 * Reads an account with a clinic number.
 *
 * @throws Refusal: `notFound`; `forbidden` for one's own and for accounts of staff.
 */
async function requireAccount(userId: string, viewer: Viewer) {
  const [account] = await db().select().from(users).where(eq(users.id, userId));
  if (!account?.loginName) throw new Refusal('notFound', 'frontDesk.notFound');
  const isStaff = account.accountType !== 'Patient' || account.helperSince || account.frontDeskSince;
  if (isStaff || account.id === viewer.id) throw new Refusal('forbidden', 'slip.staff');
  return account;
}

/**
 * Asks that an address which a stranger added comes off an account, after checking who stands there.
 * The address and all open sessions of the account are told at once. A second member of staff has to
 * agree, and the next slip, 48 hours later, takes the address off.
 *
 * @throws Refusal: `notFound`; `forbidden` for oneself and for staff; `conflict` for an address that
 *   is older than 30 days or was confirmed, while another request goes on, or while an older server
 *   is running; `invalid` and `tooMany` as `requireIdentity` does.
 */
export const askRemoval = operation({
  name: 'account.askRemoval',
  api: {
    summary: 'Ask to take an e-mail address off',
    text: 'For admins and the front desk. Checks the answers of the person whose account got an e-mail address from a stranger. The address and all open sessions are told at once and can say that it was not them. A second member of staff has to agree. Returns 409 for an address that came more than 30 days ago, or that a log-in with a second factor, a passkey or a device from before has confirmed.',
  },
  input: askRemovalForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict', 'tooMany'],
  allow: 'account.issueSlip',
  successMessage: 'removal.asked',
  failureMessage: 'duties.failed',
  async run({ viewer, input }) {
    await requireNoOlderServer('addressDisputes');
    const account = await requireAccount(input.userId, viewer);
    if (!(await isDisputable(account))) throw new Refusal('conflict', 'removal.notPossible');
    await requireIdentity(account, input, viewer);
    const before = await findDispute(account.id);
    if (before && isOpenDispute(before)) throw new Refusal('conflict', 'removal.goesOn');
    const token = newToken();
    const isAsked = await atomically([
      lock(users, eq(users.id, account.id)),
      requireChange(
        db()
          .select({ id: users.id })
          .from(users)
          .where(
            and(eq(users.id, account.id), eq(users.email, account.email), isNull(users.emailConfirmedAt)),
          ),
      ),
      before &&
        db()
          .delete(addressDisputes)
          .where(and(eq(addressDisputes.userId, account.id), eq(addressDisputes.askedAt, before.askedAt))),
      db()
        .insert(addressDisputes)
        .values({ userId: account.id, tokenHash: hashToken(token), askedBy: viewer.id, askedAt: new Date() }),
      auditEntry({ action: 'email.disputed', actorId: viewer.id, objectId: account.id }),
      enqueueEmail({ template: 'addressDisputed', ...toAddressee(account), params: { token } }),
    ]);
    if (!isAsked) throw new Refusal('conflict', 'removal.notPossible');
    wakeOutbox();
    return {};
  },
});

/**
 * Agrees as the second member of staff that an address comes off. The slip can be issued 48 hours
 * later.
 *
 * @throws Refusal: `notFound`; `forbidden` for the one who asked; `conflict` if the request does not
 *   wait for this.
 */
export const agreeRemoval = operation({
  name: 'account.agreeRemoval',
  api: {
    summary: 'Agree to take an e-mail address off',
    text: 'For admins and the front desk, but not for the one who asked. A new slip can be issued 48 hours later, which takes the address off.',
  },
  input: accountIdOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'account.issueSlip',
  successMessage: 'removal.agreed',
  failureMessage: 'duties.failed',
  async run({ viewer, input: { userId } }) {
    await requireNoOlderServer('addressDisputes');
    const account = await requireAccount(userId, viewer);
    const dispute = await findDispute(account.id);
    if (dispute?.askedBy === viewer.id) throw new Refusal('forbidden', 'removal.second');
    const isAgreed =
      dispute !== undefined &&
      toDisputeState(dispute) === 'asked' &&
      (await isDisputable(account)) &&
      (await atomically([
        requireChange(
          db()
            .update(addressDisputes)
            .set({ agreedBy: viewer.id, agreedAt: new Date() })
            .where(
              and(
                eq(addressDisputes.userId, account.id),
                eq(addressDisputes.askedAt, dispute.askedAt),
                ne(addressDisputes.askedBy, viewer.id),
                isNull(addressDisputes.agreedAt),
                isNull(addressDisputes.stoppedAt),
              ),
            ),
        ),
        auditEntry({ action: 'email.removalAgreed', actorId: viewer.id, objectId: account.id }),
      ]));
    if (!isAgreed) throw new Refusal('conflict', 'removal.over');
    return {};
  },
});

/**
 * Decides, with a reason, whether an address comes off after "It was not me" came from the address
 * itself.
 *
 * @throws Refusal: `notFound`; `forbidden` for the one who asked or agreed; `conflict` if there is
 *   nothing to decide.
 */
export const decideRemoval = operation({
  name: 'account.decideRemoval',
  api: {
    summary: 'Decide about an e-mail address',
    text: 'For admins who have neither asked nor agreed. After an objection from the address itself, lets the removal go on or ends it, with a reason.',
  },
  input: decideRemovalForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'account.decideRemoval',
  successMessage: 'removal.decided',
  failureMessage: 'duties.failed',
  async run({ viewer, input: { userId, decision, reason } }) {
    const account = await requireAccount(userId, viewer);
    const dispute = await findDispute(account.id);
    if (dispute && [dispute.askedBy, dispute.agreedBy].includes(viewer.id))
      throw new Refusal('forbidden', 'removal.second');
    const now = new Date();
    const isAllowed = decision === 'allow';
    const isDecided =
      dispute !== undefined &&
      toDisputeState(dispute) === 'objected' &&
      (await atomically([
        requireChange(
          db()
            .update(addressDisputes)
            .set({
              decidedBy: viewer.id,
              decidedAt: now,
              decisionReason: reason,
              ...(!isAllowed && { stoppedAt: now }),
            })
            .where(
              and(
                eq(addressDisputes.userId, account.id),
                isNull(addressDisputes.decidedAt),
                isNull(addressDisputes.stoppedAt),
              ),
            ),
        ),
        auditEntry({
          action: isAllowed ? 'email.removalAllowed' : 'email.removalRefused',
          actorId: viewer.id,
          objectId: account.id,
        }),
      ]));
    if (!isDecided) throw new Refusal('conflict', 'removal.over');
    return {};
  },
});
