import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { recoveryCodeCount } from '~/domain/identity/account-constants';
import { beginFactorForm, confirmFactorForm, heldFactorForm } from '~/domain/identity/account-schemas';
import { demandsSecondFactor, requireOwnRow } from '~/domain/identity/own-row.server';
import { findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { pendingLogins, recoveryCodes, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, requireChange, type Statement, type Step } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { checkOwnPassword } from './change-password.server';
import { forgetTries } from './login-attempts.server';
import {
  countPasskeys,
  hasBegunSetUp,
  removePasskeysOf,
  requireOwnFactor,
  tieSetUp,
} from './own-factor.server';
import { presentSecondFactor, secondFactorAnswer } from './read-second-factor.server';
import { findTotpStep, formatInGroups, newRecoveryCode, newSecret } from './totp.server';
import {
  codeNeededRefusal,
  hashRecoveryCode,
  verifyAndConsumeFactor,
  wrongFactorCodeRefusal,
} from './verify-factor.server';

const recoveryCodesAnswer = z.object({
  codes: z.array(z.string()).meta({
    description: 'Recovery codes. Each works once, and they are not shown again.',
    example: ['k2fz-0n1p-7m8n-9p0q'],
  }),
});

/**
 * Begins the setup of a second factor: creates a secret, which is not active yet, and which this
 * session alone can confirm. If a factor is already active, as with a new phone, a code of that
 * factor is required, and it is switched off.
 *
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`.
 */
export const beginSecondFactor = operation({
  name: 'secondFactor.begin',
  api: {
    summary: 'Start setting up a second factor',
    text: 'Creates a new secret and returns it. The secret takes effect only when you confirm it with a code, in the same session and within an hour. If two-step login is already on, the call switches it off and requires `otp`: a code from the current app, or a recovery code.',
  },
  input: beginFactorForm,
  output: secondFactorAnswer,
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.begun',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp, token }, context }) {
    await requireOwnFactor(viewer);
    const checked = await checkOwnPassword({ viewer, password, context, field: 'password' });
    const started = { totpSecret: newSecret(), totpSince: null, totpLastStep: null };
    const isHis = eq(users.id, viewer.id);
    if (!checked.account.totpSince) {
      await atomically([
        requireChange(
          db()
            .update(users)
            .set(started)
            .where(and(isHis, isNull(users.totpSince))),
        ),
        ...tieSetUp(viewer.id, token),
      ]);
      return { data: await presentSecondFactor(viewer, token) };
    }
    if (!otp) throw codeNeededRefusal('invalid');
    await changeFactor(checked, otp, [
      ...switchOffFactor(viewer.id, viewer.id),
      requireChange(db().update(users).set(started).where(isHis)),
      ...tieSetUp(viewer.id, token),
    ]);
    return { data: await presentSecondFactor(viewer, token) };
  },
});

/**
 * Cancels the setup of a second factor that is not in force yet. Does nothing if none was begun.
 */
export const cancelSecondFactor = operation({
  name: 'secondFactor.cancel',
  api: {
    summary: 'Cancel the set-up of a second factor',
    text: 'Discards a set-up that is not confirmed yet. Does nothing if there is none.',
  },
  input: z.object({}),
  output: emptyOutput,
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  successMessage: 'secondFactor.cancelled',
  failureMessage: 'secondFactor.failed',
  async run({ viewer }) {
    await execute(
      db()
        .update(users)
        .set({ totpSecret: null })
        .where(and(eq(users.id, viewer.id), isNull(users.totpSince))),
    );
    return {};
  },
});

/**
 * Puts a second factor in force after a right code from its app. Every other session of the account
 * ends.
 *
 * @returns ten recovery codes, of which only hashes are stored.
 * @throws Refusal: `invalid` beside `otp`; `conflict` if this session has begun no setup.
 */
export const confirmSecondFactor = operation({
  name: 'secondFactor.confirm',
  api: {
    summary: 'Confirm a second factor',
    text: 'Switches on two-step login with a code from the authenticator app. Ends every other session of the account. Returns ten recovery codes, which are not shown again. Returns 409 if your session has started no set-up within an hour.',
  },
  input: confirmFactorForm,
  output: recoveryCodesAnswer,
  refusals: ['conflict', 'forbidden'],
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  secretFields: ['otp'],
  successMessage: 'secondFactor.on',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { otp, token } }) {
    await requireOwnFactor(viewer);
    const [started] = await db()
      .select({ secret: users.totpSecret, sealed: sql<Buffer>`${users.totpSecret}` })
      .from(users)
      .where(and(eq(users.id, viewer.id), isNull(users.totpSince)));
    if (!started?.secret || !(await hasBegunSetUp(viewer.id, token)))
      throw new Refusal('conflict', 'secondFactor.notBegun');
    const { secret, sealed } = started;
    const now = Date.now();
    const step = findTotpStep({ secret, code: otp, now, lastStep: null });
    if (step === undefined) throw wrongFactorCodeRefusal('invalid');
    const { codes, statements } = newRecoveryCodes(viewer.id);
    // Matches the secret of this code, not one begun in the meantime.
    const isThis = and(
      eq(users.id, viewer.id),
      isNull(users.totpSince),
      sql`${users.totpSecret} = ${sealed}`,
    );
    const isOn = await atomically([
      ...requireOpenSession(viewer, token),
      requireChange(
        db()
          .update(users)
          .set({ totpSince: new Date(now), totpLastStep: step })
          .where(isThis),
      ),
      ...statements,
      db()
        .delete(sessions)
        .where(and(eq(sessions.userId, viewer.id), ne(sessions.tokenHash, hashToken(token)))),
      endPushOf(viewer.id, token),
      auditEntry({ action: 'secondFactor.on', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isOn) throw await findSessionRefusal(token, new Refusal('conflict', 'secondFactor.notBegun'));
    await listDeletions();
    return { codes };
  },
});

/**
 * Replaces the recovery codes with ten new ones.
 *
 * @returns the codes, of which only hashes are stored.
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`.
 */
export const renewRecoveryCodes = operation({
  name: 'secondFactor.renew',
  api: {
    summary: 'Create new recovery codes',
    text: 'Requires the password and a code. Returns ten new recovery codes, which are not shown again. The old codes stop working.',
  },
  input: heldFactorForm,
  output: recoveryCodesAnswer,
  allow: 'account.own',
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.renewed',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp }, context }) {
    const checked = await checkOwnPassword({ viewer, password, context, field: 'password' });
    const { codes, statements } = newRecoveryCodes(viewer.id);
    await changeFactor(checked, otp, [
      ...statements,
      auditEntry({ action: 'secondFactor.renewed', actorId: viewer.id, objectId: viewer.id }),
    ]);
    return { codes };
  },
});

/**
 * Switches the second factor off.
 *
 * @throws Refusal: `conflict` while the clinic demands it; `invalid` beside `password` or `otp`,
 *   `tooMany`.
 */
export const removeSecondFactor = operation({
  name: 'secondFactor.remove',
  api: {
    summary: 'Switch off your second factor',
    text: 'Requires the password and a code. Returns 409 if the clinic requires a second factor for your account.',
  },
  input: heldFactorForm,
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.off',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp }, context }) {
    if (demandsSecondFactor(await requireOwnRow(viewer)))
      throw new Refusal('conflict', 'secondFactor.demanded');
    const checked = await checkOwnPassword({ viewer, password, context, field: 'password' });
    await changeFactor(checked, otp, switchOffFactor(viewer.id, viewer.id));
    return {};
  },
});

/**
 * Switches the second factor of an account off and removes its passkeys, for an operator whose user
 * has lost phone and recovery codes.
 *
 * @param email the lower-cased address of the account.
 * @returns true if there was a factor or a passkey.
 */
export async function resetSecondFactor(email: string): Promise<'done' | 'none' | 'noAccount'> {
  const [account] = await db()
    .select({ id: users.id, totpSince: users.totpSince })
    .from(users)
    .where(eq(users.email, email));
  if (!account) return 'noAccount';
  const { id, totpSince } = account;
  const hasPasskeys = (await countPasskeys(id)) > 0;
  if (!totpSince && !hasPasskeys) return 'none';
  const isChanged = await atomically([
    ...(totpSince ? switchOffFactor(id) : []),
    removePasskeysOf(id),
    hasPasskeys && auditEntry({ action: 'passkey.allRemoved', objectId: id }),
    forgetTries('second factor', id),
  ]);
  return isChanged ? 'done' : 'none';
}

/**
 * Changes the second factor in force, with one of its codes.
 *
 * @throws Refusal: `invalid` beside `otp`, `tooMany`.
 */
async function changeFactor(
  checked: Awaited<ReturnType<typeof checkOwnPassword>>,
  code: string,
  statements: Step[],
) {
  if (!(await verifyAndConsumeFactor({ ...checked, code, statements })))
    throw wrongFactorCodeRefusal('invalid');
  await listDeletions();
}

/**
 * Builds the steps that switch a second factor off.
 *
 * @param actorId the account that does it; undefined for an operator.
 */
export function switchOffFactor(userId: string, actorId?: string) {
  return [
    requireChange(
      db()
        .update(users)
        .set({ totpSecret: null, totpSince: null, totpLastStep: null })
        .where(and(eq(users.id, userId), isNotNull(users.totpSince))),
    ),
    db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db().delete(pendingLogins).where(eq(pendingLogins.userId, userId)),
    auditEntry({ action: 'secondFactor.off', actorId, objectId: userId }),
  ];
}

function newRecoveryCodes(userId: string): { codes: string[]; statements: Statement[] } {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const rows = codes.map((code) => ({ codeHash: hashRecoveryCode(userId, code), userId }));
  return {
    codes: codes.map((code) => formatInGroups(code).replaceAll(' ', '-')),
    statements: [
      db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      db().insert(recoveryCodes).values(rows),
    ],
  };
}
