import { z } from 'zod';
import { closeSession } from '~/domain/identity/sessions.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';

/**
 * Logs the user out: the session that the channel names ends at once
 * (docs/requirements.md#identity, docs/requirements.md#api).
 */
export const logOut = operation({
  name: 'account.logOut',
  api: {
    summary: 'Log out',
    text: 'Ends the token at once.',
  },
  input: z.object({ token: z.string() }),
  output: emptyOutput,
  allow: 'account.own',
  policy: { secondFactor: 'optional', newPassword: 'optional' },
  successMessage: 'logout.done',
  failureMessage: 'logout.failed',
  async run({ viewer, input }) {
    await closeSession(input.token, viewer);
    return {};
  },
});
