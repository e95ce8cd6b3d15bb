import { and, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recoveryCodeCount } from '~/domain/accounts/constants';
import { forgetTries } from '~/domain/accounts/log-in/login-attempts.server';
import { requireOwnPassword } from '~/domain/accounts/password/change-password.server';
import { requireOwnRow } from '~/domain/accounts/profile/profile.server';
import { beginFactorForm, confirmFactorForm, heldFactorForm } from '~/domain/accounts/schemas';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { demandsSecondFactor } from '~/domain/sessions/require-second-factor.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import { pendingLogins, recoveryCodes, sessions, users } from '~/platform/db/tables.server';
import { getSettings } from '~/platform/env.server';
import { hashToken } from '~/platform/secrets/secrets.server';
import { inGroups, linkOf, newRecoveryCode, newSecret, pictureOf, stepOf } from './totp.server';
import { hashRecoveryCode, verifyAndConsumeFactor } from './verify-factor.server';

/**
 * How one's own second factor stands.
 *
 * @returns since when it is in force and how many recovery codes are left; while it is begun, what
 *   the authenticator app needs: the secret in groups of four, its link, and a picture of that
 *   link.
 */
export const readSecondFactor = operation({
  name: 'secondFactor.read',
  input: z.object({}),
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  successMessage: 'secondFactor.title',
  failureMessage: 'secondFactor.failed',
  async run({ viewer }) {
    const { totpSecret, totpSince, email, accountType } = await requireOwnRow(viewer);
    const [codes] = await db()
      .select({ left: count() })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, viewer.id));
    const link =
      totpSecret && linkOf({ secret: totpSecret, issuer: getSettings().PRODUCT_NAME, label: email });
    return {
      data: {
        isDemanded: demandsSecondFactor(accountType),
        since: totpSince?.toISOString() ?? null,
        recoveryCodesLeft: codes?.left ?? 0,
        setUp:
          totpSecret && link && !totpSince
            ? { secret: inGroups(totpSecret), link, picture: pictureOf(link) }
            : null,
      },
    };
  },
});

/**
 * Begins with a second factor: makes its secret, which is not in force yet. Where one is in force,
 * as with a new phone, it takes a code of that one and switches it off.
 *
 * @throws Refusal: `invalid` beside `password`, `wrongPassword` beside `otp`, `tooMany`.
 */
export const beginSecondFactor = operation({
  name: 'secondFactor.begin',
  input: beginFactorForm,
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.begun',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp }, context }) {
    const { account, source } = await requireOwnPassword({ viewer, password, context, field: 'password' });
    const started = { totpSecret: newSecret(), totpSince: null, totpLastStep: null };
    const isHis = eq(users.id, viewer.id);
    if (!account.totpSince) {
      await atomically([
        requireChange(
          db()
            .update(users)
            .set(started)
            .where(and(isHis, isNull(users.totpSince))),
        ),
      ]);
      return {};
    }
    if (!otp) throw new Refusal('wrongPassword', 'login.codeNeeded', { field: 'otp' });
    const statements = [
      ...switchOff(viewer.id, viewer.id),
      requireChange(db().update(users).set(started).where(isHis)),
    ];
    if (!(await verifyAndConsumeFactor({ account, code: otp, source, statements }))) throw wrongCode();
    return {};
  },
});

/**
 * Gives up a second factor that is begun and not in force.
 *
 * @throws Refusal: none; where there is none, nothing happens.
 */
export const cancelSecondFactor = operation({
  name: 'secondFactor.cancel',
  input: z.object({}),
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
 * Puts a second factor in force, once its app shows a right code. Every other session of the
 * account ends.
 *
 * @returns ten recovery codes, which are kept as hashes only.
 * @throws Refusal: `invalid` beside `otp`; `conflict` where none is begun.
 */
export const confirmSecondFactor = operation({
  name: 'secondFactor.confirm',
  input: confirmFactorForm,
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  secretFields: ['otp'],
  successMessage: 'secondFactor.on',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { otp, token } }) {
    const [started] = await db()
      .select({ secret: users.totpSecret, sealed: sql<string>`hex(${users.totpSecret})` })
      .from(users)
      .where(and(eq(users.id, viewer.id), isNull(users.totpSince)));
    if (!started?.secret) throw new Refusal('conflict', 'secondFactor.notBegun');
    const { secret, sealed } = started;
    const now = Date.now();
    const step = stepOf({ secret, code: otp, now, lastStep: null });
    if (step === undefined) throw wrongCode();
    const { codes, statements } = newRecoveryCodes(viewer.id);
    // The secret that the code belongs to, and not one that was begun in the meantime.
    const isThis = and(
      eq(users.id, viewer.id),
      isNull(users.totpSince),
      sql`hex(${users.totpSecret}) = ${sealed}`,
    );
    const isOn = await atomically([
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
      auditEntry({ action: 'secondFactor.on', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isOn) throw new Refusal('conflict', 'secondFactor.notBegun');
    return { codes };
  },
});

/**
 * Makes ten new recovery codes; the old ones are not good any more.
 *
 * @returns the codes, which are kept as hashes only.
 * @throws Refusal: `invalid` beside `password`, `wrongPassword` beside `otp`, `tooMany`.
 */
export const renewRecoveryCodes = operation({
  name: 'secondFactor.renew',
  input: heldFactorForm,
  allow: 'account.own',
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.renewed',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp }, context }) {
    const { account, source } = await requireOwnPassword({ viewer, password, context, field: 'password' });
    const { codes, statements } = newRecoveryCodes(viewer.id);
    const renewal = [
      ...statements,
      auditEntry({ action: 'secondFactor.renewed', actorId: viewer.id, objectId: viewer.id }),
    ];
    if (!(await verifyAndConsumeFactor({ account, code: otp, source, statements: renewal })))
      throw wrongCode();
    return { codes };
  },
});

/**
 * Switches the second factor off.
 *
 * @throws Refusal: `conflict` while the clinic demands it; `invalid` beside `password`,
 *   `wrongPassword` beside `otp`, `tooMany`.
 */
export const removeSecondFactor = operation({
  name: 'secondFactor.remove',
  input: heldFactorForm,
  allow: 'account.own',
  secretFields: ['password', 'otp'],
  successMessage: 'secondFactor.off',
  failureMessage: 'secondFactor.failed',
  async run({ viewer, input: { password, otp }, context }) {
    if (demandsSecondFactor(viewer.accountType)) throw new Refusal('conflict', 'secondFactor.demanded');
    const { account, source } = await requireOwnPassword({ viewer, password, context, field: 'password' });
    const statements = switchOff(viewer.id, viewer.id);
    if (!(await verifyAndConsumeFactor({ account, code: otp, source, statements }))) throw wrongCode();
    return {};
  },
});

/**
 * Switches the second factor of an account off, for an operator who was asked to by somebody who
 * lost phone and recovery codes. Takes the account's address, in lower case.
 *
 * @returns whether there was one in force.
 */
export async function resetSecondFactor(email: string): Promise<boolean> {
  const [account] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  return (
    account !== undefined && atomically([...switchOff(account.id), forgetTries('second factor', account.id)])
  );
}

/** Takes whose factor, and who switches it off; nobody of the clinic where it is an operator. */
function switchOff(userId: string, actorId?: string) {
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
    codes: codes.map((code) => inGroups(code).replaceAll(' ', '-')),
    statements: [
      db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      db().insert(recoveryCodes).values(rows),
    ],
  };
}

const wrongCode = () => new Refusal('wrongPassword', 'secondFactor.wrong', { field: 'otp' });
