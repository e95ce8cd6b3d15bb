import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { findDispute, removeAddressOf, toDisputeState } from '~/domain/identity/address-dispute.server';
import { forgetNetworks } from '~/domain/identity/known-clients.server';
import { endChecksOf } from '~/domain/identity/session-endings.server';
import { endSharesOf } from '~/domain/identity/share-endings.server';
import { slipIssues } from '~/domain/identity/slip-end.server';
import { removeKeysOfAccount } from '~/domain/identity/waiting-keys.server';
import { clinicClock } from '~/domain/kernel/days';
import { requireNoOlderServer } from '~/domain/kernel/every-server.server';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { forgetTries } from '~/domain/log-in/login-attempts.server';
import { removePasskeysOf } from '~/domain/log-in/own-factor.server';
import { switchOffFactor } from '~/domain/log-in/second-factor.server';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { waitingEmailsTo } from '~/domain/notifications/waiting-counts.server';
import { passwordResets, pendingLogins, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { atomically, db, lock, requireChange, type Step } from '~/platform/db/db.server';
import { type AuditAction, slipReasons } from '~/platform/enums';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { requireDeskAccount, requireIdentity } from './identity.server';
import { issueSlipForm } from './schemas';
import { newOneTimePassword, presentSlip, slipAnswer, withoutDetails } from './slip.server';

/** Minutes within which a second slip of an account has to be confirmed. */
const slipPauseMinutes = 10;

const slipActions = slipReasons.map((reason) => `slip.${reason}` as const);

type Account = typeof users.$inferSelect;

/**
 * Issues a new slip to the owner of an account without e-mail, after checking who stands there: a
 * new one-time password. Ends everything that opened the account before: sessions, tokens, the second
 * factor, links for other doctors, codes of printed summaries, unsent reports in browsers
 * (docs/requirements.md#accounts-without-e-mail).
 *
 * @throws Refusal: `notFound`; `forbidden` for oneself and for staff; `conflict` for an account with
 *   an e-mail address, and with the code `slipIssued` within ten minutes of another slip until it is
 *   confirmed; `invalid` and `tooMany` as `requireIdentity` does.
 */
export const issueSlip = operation({
  name: 'account.issueSlip',
  api: {
    summary: 'Issue a new slip',
    text: 'For admins and the front desk. Checks the answers of the person and returns a new one-time password. Every session, token, second factor and link for another doctor of the account ends. Returns 409 for accounts with an e-mail address, and with the code `slip_issued` within ten minutes of another slip unless `confirmed` is sent.',
  },
  input: issueSlipForm,
  output: slipAnswer,
  refusals: ['notFound', 'conflict', 'tooMany'],
  allow: 'account.issueSlip',
  secretFields: ['password'],
  successMessage: 'slip.done',
  failureMessage: 'slip.failed',
  async run({ viewer, input, context }) {
    await requireNoOlderServer();
    const account = await requireDeskAccount(input.userId, viewer);
    await requireIdentity(account, input, viewer);
    if (!input.confirmed) await requireNoRecentSlip(account.id);
    const password = newOneTimePassword();
    const isIssued = await atomically([
      ...newPasswordSteps(account, await hashPassword(password)),
      ...endAccess(account),
      ...(await addressSteps(account, viewer)),
      auditEntry({ action: `slip.${input.reason}`, actorId: viewer.id, objectId: account.id }),
    ]);
    if (!isIssued) {
      await requireNoRecentSlip(account.id);
      throw new Refusal('conflict', 'slip.failed');
    }
    await listDeletions();
    // The answer tells no number that the patient has not told.
    const contactNumber = input.contactNumber ? account.contactNumber : null;
    return { data: presentSlip({ ...account, ...withoutDetails, contactNumber }, password, context) };
  },
});

/** Builds the steps that set a one-time password, if nobody else changed the password meanwhile. */
function newPasswordSteps({ id, passwordHash: before }: Account, passwordHash: string): Step[] {
  return [
    lock(users, eq(users.id, id)),
    requireChange(
      db()
        .update(users)
        .set({ passwordHash, mustChangePassword: true, updatedAt: new Date() })
        .where(and(eq(users.id, id), eq(users.passwordHash, before))),
    ),
  ];
}

/** Builds the steps that end everything by which an account is open. */
function endAccess({ id, email, totpSince }: Account): Step[] {
  return [
    db().delete(sessions).where(eq(sessions.userId, id)),
    db().delete(passwordResets).where(eq(passwordResets.userId, id)),
    db().delete(pendingLogins).where(eq(pendingLogins.userId, id)),
    db()
      .delete(slips)
      .where(
        inArray(
          slips.reportId,
          db().select({ id: reports.id }).from(reports).where(eq(reports.patientId, id)),
        ),
      ),
    endChecksOf(id),
    removePasskeysOf(id),
    endSharesOf(id, 'slip'),
    removeKeysOfAccount(id),
    endPushOf(id),
    forgetNetworks(id),
    forgetTries('login', email),
    ...(totpSince ? switchOffFactor(id) : []),
  ];
}

/**
 * Builds the steps that take the address off an account whose owner has disputed it, if nobody has
 * stopped that meanwhile. E-mails that wait for the address are not sent.
 */
async function addressSteps({ id, email }: Account, viewer: Viewer): Promise<Step[]> {
  if (isNoEmail(email)) return [];
  await requireNoOlderServer('addressDisputes');
  const emails = await waitingEmailsTo(email);
  const dispute = await findDispute(id);
  if (!dispute || toDisputeState(dispute) !== 'ready') throw new Refusal('conflict', 'slip.hasEmail');
  return [
    requireChange(
      db()
        .delete(addressDisputes)
        .where(
          and(
            eq(addressDisputes.userId, id),
            eq(addressDisputes.askedAt, dispute.askedAt),
            isNull(addressDisputes.stoppedAt),
            or(isNull(addressDisputes.objectedAt), isNotNull(addressDisputes.decidedAt)),
          ),
        ),
    ),
    removeAddressOf(id),
    emails.length > 0 && db().delete(outbox).where(inArray(outbox.id, emails)),
    auditEntry({ action: 'email.removed', actorId: viewer.id, objectId: id }),
  ];
}

type LastSlip = { at: Date; by: string | null };

/**
 * Finds the last slip of an account.
 *
 * @param actions the actions that count: a new slip, unless others are given.
 * @param since milliseconds since 1970.
 * @returns `by` is null once the account of the staff member is deleted.
 */
async function findLastSlip(
  accountId: string,
  { actions = slipActions, since = 0 }: { actions?: AuditAction[]; since?: number },
): Promise<LastSlip | undefined> {
  const [row] = await db()
    .select({ at: audit.at, firstName: users.firstName, lastName: users.lastName })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .where(
      and(
        eq(audit.objectId, accountId),
        inArray(audit.action, actions),
        gt(audit.at, new Date(since)),
        ne(audit.actorId, accountId),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  return row && { at: row.at, by: row.firstName === null ? null : `${row.firstName} ${row.lastName}`.trim() };
}

/**
 * Reads who made the slip that the user has logged in with, and when, for the page on which they
 * choose a password of their own.
 *
 * @returns `slip` is null if the user opened the account themselves.
 * @throws Refusal: `conflict` if the account has a password of its own.
 */
export const readFirstPassword = operation({
  name: 'account.readFirstPassword',
  input: z.object({}),
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  successMessage: 'firstPassword.title',
  failureMessage: 'firstPassword.failed',
  async run({ viewer }) {
    if (!viewer.needsNewPassword) throw new Refusal('conflict', 'firstPassword.notNeeded');
    const last = await findLastSlip(viewer.id, { actions: slipIssues });
    return { slip: last ? { by: last.by, at: last.at.toISOString() } : null };
  },
});

async function requireNoRecentSlip(accountId: string) {
  const last = await findLastSlip(accountId, { since: Date.now() - slipPauseMinutes * 60_000 });
  if (!last) return;
  throw new Refusal('conflict', 'slip.justIssued', {
    code: 'slipIssued',
    field: 'confirmed',
    values: { name: last.by ?? '—', time: clinicClock(last.at) },
  });
}
