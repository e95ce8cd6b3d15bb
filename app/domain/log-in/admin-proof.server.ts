import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { Step } from '~/platform/db/db.server';
import { atomically } from '~/platform/db/db.server';
import { checkOwnPassword } from './change-password.server';
import { countSuccessfulLogin } from './log-in.server';
import { codeNeededRefusal, verifyAndConsumeFactor, wrongFactorCodeRefusal } from './verify-factor.server';

/**
 * Runs a change by which an admin lets data go elsewhere, after the password and, if a second factor
 * is in force, its code.
 *
 * @param steps the change, as for `atomically`.
 * @returns false if a condition of the change failed.
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`.
 */
export async function changeWithProof({
  viewer,
  proof: { password, otp },
  context,
  steps,
}: {
  viewer: Viewer;
  proof: { password: string; otp?: string };
  context: CallContext;
  steps: Step[];
}): Promise<boolean> {
  const checked = await checkOwnPassword({ viewer, password, context, field: 'password' });
  return countSuccessfulLogin(checked.account.id, context, async () => {
    if (!checked.account.totpSince) return atomically(steps);
    if (!otp) throw codeNeededRefusal('invalid');
    // A condition of the change that fails leaves the code valid, but looks like a wrong one.
    if (!(await verifyAndConsumeFactor({ ...checked, code: otp, statements: steps })))
      throw wrongFactorCodeRefusal('invalid');
    return true;
  });
}
