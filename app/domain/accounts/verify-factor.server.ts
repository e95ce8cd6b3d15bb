import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import type { Source } from '~/domain/identity/known-clients.server';
import { Refusal } from '~/domain/kernel/refusal';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
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
import { hashToken } from '~/platform/secrets/secrets.server';
import { forgetAttempts, throttleLogin } from './login-attempts.server';
import { stepOf } from './totp.server';

type Account = Pick<typeof users.$inferSelect, 'id' | 'totpSecret' | 'totpSince' | 'totpLastStep'>;

/**
 * The password was right, and no code came with it. Takes `wrongPassword` at a log-in, `invalid` of
 * somebody who is signed in.
 */
export const codeNeeded = (kind: 'wrongPassword' | 'invalid') =>
  new Refusal(kind, 'login.codeNeeded', { code: 'secondFactorRequired', field: 'otp' });

/** The code that came is neither one of the app nor a recovery code. Takes the same. */
export const wrongFactorCode = (kind: 'wrongPassword' | 'invalid') =>
  new Refusal(kind, 'secondFactor.wrong', { code: 'wrongCode', field: 'otp' });

/** How a recovery code is stored. Takes whose it is, and the code without dashes. */
export const hashRecoveryCode = (userId: string, code: string) => hashToken(`${userId}\n${code}`);

/**
 * Uses a code of the second factor up, together with what it is for: of many uses at once exactly
 * one wins, and a code that did nothing is still good. Wrong codes are counted like wrong log-ins,
 * but apart from them: only a right code ends their waits. Takes the account as it was just read;
 * what was typed, as the schema cleaned it; where it came from; the statements to do with it, as
 * for `atomically`.
 *
 * @returns whether it is done.
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
  source: Source;
  statements: Step[];
}): Promise<boolean> {
  const attempted = { what: 'second factor' as const, whose: account.id, source };
  await throttleLogin(attempted);
  const isRecovery = code.length > 6;
  const spending = isRecovery ? spendRecoveryCode(account.id, code) : spendAppCode(account, code);
  const isDone =
    spending !== undefined &&
    (await atomically([
      lock(users, eq(users.id, account.id)),
      requireChange(spending),
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
 * Changes a row only while the same factor is in force and no code of this step or a later one was
 * used.
 */
function spendAppCode(
  { id, totpSecret, totpSince, totpLastStep }: Account,
  code: string,
): Statement | undefined {
  if (!totpSecret || !totpSince) return undefined;
  const step = stepOf({ secret: totpSecret, code, now: Date.now(), lastStep: totpLastStep });
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
