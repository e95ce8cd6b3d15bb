import { sendOtp, signup } from '~/domain/accounts/sign-up.server';
import { verifyOtp } from '~/domain/accounts/verify-otp.server';
import { endSession, listSessions } from '~/domain/identity/open-sessions.server';
import { addPasskey, beginPasskey } from '~/domain/log-in/add-passkey.server';
import { changePassword } from '~/domain/log-in/change-password.server';
import { endOtherSessions } from '~/domain/log-in/end-other-sessions.server';
import { chooseFirstPassword } from '~/domain/log-in/first-password.server';
import { logOut } from '~/domain/log-in/log-out.server';
import { beginProof } from '~/domain/log-in/own-proof.server';
import { beginPasskeyLogIn, logInWithPasskey } from '~/domain/log-in/passkey-log-in.server';
import { listPasskeys, removePasskey, renamePasskey } from '~/domain/log-in/passkeys.server';
import { readSecondFactor } from '~/domain/log-in/read-second-factor.server';
import { askForReset, resetPassword } from '~/domain/log-in/reset-password.server';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/log-in/second-factor.server';
import { apiCalls } from '~/web/api/serve-calls.server';
import { logInByForm } from '~/web/session/authenticator.server';
import { readBearer } from '~/web/session/request-viewer.server';

/** API calls for sign-up, log-in, the second factor and passkeys. */
const serve = apiCalls('auth', {
  'send-otp': { POST: sendOtp },
  'verify-otp': { POST: verifyOtp },
  signup: { POST: signup },
  login: { POST: logInByForm },
  logout: { POST: logOut, routeInput: { token: readBearer }, clearsSiteData: true },
  'reset-password-token': { POST: askForReset },
  'reset-password': { POST: resetPassword },
  'change-password': { POST: changePassword },
  'choose-password': { POST: chooseFirstPassword, routeInput: { token: readBearer } },
  'get-second-factor': { GET: readSecondFactor, routeInput: { token: readBearer } },
  'begin-second-factor': { POST: beginSecondFactor, routeInput: { token: readBearer } },
  'cancel-second-factor': { POST: cancelSecondFactor },
  'confirm-second-factor': { POST: confirmSecondFactor, routeInput: { token: readBearer } },
  'renew-recovery-codes': { POST: renewRecoveryCodes },
  'remove-second-factor': { POST: removeSecondFactor },
  'passkey-login-options': { POST: beginPasskeyLogIn },
  'passkey-login': { POST: logInWithPasskey },
  'passkey-proof-options': { POST: beginProof },
  passkeys: { GET: listPasskeys },
  'begin-passkey': { POST: beginPasskey },
  'add-passkey': { POST: addPasskey, routeInput: { token: readBearer } },
  'passkeys/:passkeyId': { PUT: renamePasskey, DELETE: removePasskey },
  sessions: { GET: listSessions, routeInput: { token: readBearer } },
  'sessions/:sessionId': { DELETE: endSession },
  'logout-others': { POST: endOtherSessions, routeInput: { token: readBearer } },
});

export const loader = serve;
export const action = serve;
