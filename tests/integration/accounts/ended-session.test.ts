import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addEmail } from '~/domain/accounts/clinic-number.server';
import { findViewer } from '~/domain/identity/sessions.server';
import { apiChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import { addPasskey } from '~/domain/log-in/add-passkey.server';
import { chooseFirstPassword } from '~/domain/log-in/first-password.server';
import { confirmSecondFactor } from '~/domain/log-in/second-factor.server';
import { passkeys } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { rowOf } from '../../support/accounts';
import { makeAuthenticator } from '../../support/authenticator';
import { a, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, identityOf, issueSlipBy, slipFrom } from '../../support/desk';
import { callFactor, codeOf } from '../../support/factors';
import { freshLimits } from '../../support/fresh-limits';
import { creationOptions } from '../../support/passkeys';
import { apiRoute, callApi } from '../../support/requests';
import { logInByApi } from '../../support/visits';

const newPassword = 'two tall trees stand';
const email = 'lakshmi@clinic.test';

let clerk: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  clerk = await a.clerk();
});
beforeEach(() => freshLimits(1000));

type Writes = {
  operation: AnyOperation;
  /** Logs in, and returns the token and the input of the call. */
  prepare: (slip: {
    clinicNumber: string;
    password: string;
  }) => Promise<{ token: string; input: Record<string, unknown> }>;
};

const writes: Record<string, Writes> = {
  'a first password': {
    operation: chooseFirstPassword,
    async prepare(slip) {
      const { json } = await logInByApi(slip.clinicNumber, slip.password);
      return { token: String(json.token), input: { newPassword, confirmNewPassword: newPassword } };
    },
  },
  'a passkey': {
    operation: addPasskey,
    async prepare(slip) {
      const { token } = await firstLogIn(slip, newPassword);
      const options = await creationOptions({ token }, { password: newPassword });
      return { token, input: { credential: makeAuthenticator().create(options) } };
    },
  },
  'an e-mail address': {
    operation: addEmail,
    async prepare(slip) {
      const { token } = await firstLogIn(slip, newPassword);
      await callApi(apiRoute('auth/send-otp'), { method: 'POST', body: { email } });
      return { token, input: { email, otp: await clinic.code(email), password: newPassword } };
    },
  },
  'a second factor': {
    operation: confirmSecondFactor,
    async prepare(slip) {
      const { token } = await firstLogIn(slip, newPassword);
      const { json } = await callFactor({ token }, 'begin-second-factor', { password: newPassword });
      const { setUp } = json.data as { setUp: { secret: string } };
      return { token, input: { otp: codeOf(setUp.secret) } };
    },
  },
};

test.each(Object.entries(writes))(
  'a session that a new slip ends during the call does not write %s',
  async (_name, { operation, prepare }) => {
    const slip = await slipFrom(clerk);
    const { token, input } = await prepare(slip);
    const viewer = await findViewer(token, 'api');
    const { status } = await issueSlipBy(clerk, { ...identityOf(slip.userId), confirmed: true });
    expect(status).toBe(200);
    const before = await rowOf(slip.userId);

    const context = await contextOf(new Request(origin), apiChannel);
    const parsed = operation.input.parse({ ...input, token });
    await expect(operation.run({ viewer, input: parsed, context })).rejects.toMatchObject({
      kind: 'signedOut',
    });
    expect(await rowOf(slip.userId)).toEqual(before);
    expect(await db().$count(passkeys)).toBe(0);
  },
);
