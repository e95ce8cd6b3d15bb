import { emptyOutput } from '~/domain/kernel/fields';
import { openOperation } from '~/domain/kernel/operation';
import { refund } from '~/platform/limits/limits.server';
import { consumeCodeAttempt, findWrongCodeRefusal, isRightCode } from './one-time-code.server';
import { verifyOtpCall } from './schemas';

/**
 * `auth/verify-otp`: checks a code without using it up (docs/requirements.md#api). A wrong code
 * costs a try, a right one none.
 *
 * @throws Refusal: `invalid` beside `otp`.
 */
export const verifyOtp = openOperation({
  name: 'account.verifyOtp',
  api: {
    summary: 'Check a code',
    text: 'Checks a code without using it up. A wrong code uses one of five attempts.',
  },
  input: verifyOtpCall,
  output: emptyOutput,
  limits: ['codes'],
  secretFields: ['otp'],
  successMessage: 'otp.right',
  failureMessage: 'otp.checkFailed',
  async run({ input: { email, otp }, context: { client } }) {
    await consumeCodeAttempt(email, client);
    if (!(await isRightCode(email, otp, client))) throw await findWrongCodeRefusal(email, client);
    await refund('codes', client);
    return {};
  },
});
