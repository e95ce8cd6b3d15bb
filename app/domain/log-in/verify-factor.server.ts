import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import type { LoginSource } from '~/domain/identity/known-clients.server';
import { Refusal } from '~/domain/kernel/refusal';
import { recoveryCodes, users } from '~/platform/db/core/tables/accounts.server';
import {
  atomically,
  db,
  execute,
  lock,
  requireChange,
  type Statement,
  type Step,
} from '~/platform/db/db.server';
import { countFailedLogin } from '~/platform/health/metrics.server';
import { refund } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { forgetAttempts, throttleLogin } from './login-attempts.server';
import { findTotpStep } from './totp.server';

type Account = Pick<typeof users.$inferSelect, 'id' | 'totpSecret' | 'totpSince' | 'totpLastStep'>;

/**
 * Builds the refusal of a right password without a code.
 *
 * @param kind `wrongPassword` at a log-in, `invalid` for a signed-in user.
 */
export const codeNeededRefusal = (kind: 'wrongPassword' | 'invalid') =>
  new Refusal(kind, 'login.codeNeeded', { code: 'secondFactorRequired', field: 'otp' });

/**
 * Builds the refusal of a code that is neither the app's nor a recovery code.
 *
 * @param kind as for `codeNeededRefusal`.
 */
export const wrongFactorCodeRefusal = (kind: 'wrongPassword' | 'invalid') =>
  new Refusal(kind, 'secondFactor.wrong', { code: 'wrongCode', field: 'otp' });

/**
 * Hashes a recovery code for storage.
 *
 * @param userId the owner's ID.
 * @param code the code without dashes.
 */
export const hashRecoveryCode = (userId: string, code: string) => hashToken(`${userId}\n${code}`);

/**
 * Uses up a second-factor code and runs the statements it authorizes, in one transaction. Exactly
 * one of many parallel uses wins, and a code whose statements failed is still valid. Wrong codes
 * are counted like wrong log-ins, but separately: only a right code ends their waits.
 *
 * @param account the account as just read.
 * @param code the code as the schema cleaned it.
 * @param source the source of the attempt.
 * @param statements the steps to run with it, as for `atomically`.
 * @returns true if everything was written.
 * @throws Refusal: `tooMany`.
 */
export async function verifyAndConsumeFactor({
  account,
  code,
  source,
  statements,
}: {
  account: Account;
  code: string;
  source: LoginSource;
  statements: Step[];
}): Promise<boolean> {
  const attempted = { kind: 'second factor' as const, subject: account.id, source };
  await throttleLogin(attempted);
  const isRecovery = code.length > 6;
  const useCode = isRecovery ? spendRecoveryCode(account.id, code) : spendAppCode(account, code);
  const isDone =
    useCode !== undefined &&
    (await atomically([
      lock(users, eq(users.id, account.id)),
      requireChange(useCode),
      ...statements,
      ...forgetAttempts(attempted),
      isRecovery &&
        auditEntry({ action: 'secondFactor.recovery', actorId: account.id, objectId: account.id }),
    ]));
  if (!isDone) {
    countFailedLogin('second factor');
    await execute(auditEntry({ action: 'secondFactor.refused', objectId: account.id }));
  } else if (source.network) await refund('wrongLogins', source.network);
  if (isDone && isRecovery) await listDeletions();
  return isDone;
}

/**
 * Builds the statement that uses an app's code. It changes a row only while the same factor is in
 * force and no code of this step or a later one was used.
 */
function spendAppCode(
  { id, totpSecret, totpSince, totpLastStep }: Account,
  code: string,
): Statement | undefined {
  if (!totpSecret || !totpSince) return undefined;
  const step = findTotpStep({ secret: totpSecret, code, now: Date.now(), lastStep: totpLastStep });
  if (step === undefined) return undefined;
  return db()
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, id), eq(users.totpSince, totpSince), isNewer(step)));
}

const isNewer = (step: number) => or(isNull(users.totpLastStep), lt(users.totpLastStep, step));

function spendRecoveryCode(userId: string, code: string): Statement {
  return db()
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.codeHash, hashRecoveryCode(userId, code)), eq(recoveryCodes.userId, userId)));
}
