import { nothingMore } from '../fields';
import { openOperation } from '../operation';
import { isRightCode, takeTry, wrongCode } from './oneTimeCode';
import { verifyOtpCall } from './schemas';

/**
 * `auth/verify-otp`: says whether a code is right without using it up (decisions: API). A wrong one costs a try, a right one none.
 * Refusals: `invalid` beside `otp`.
 */
export const verifyOtp = openOperation({
  name: 'account.verifyOtp',
  input: verifyOtpCall,
  output: nothingMore,
  secretFields: ['otp'],
  done: 'otp.right',
  failed: 'otp.checkFailed',
  async run({ input: { email, otp } }) {
    await takeTry(email);
    if (!(await isRightCode(email, otp))) throw await wrongCode(email);
    return {};
  },
});
