import { ne } from 'drizzle-orm';
import { z } from 'zod';
import { endSessions, ownToken } from '~/domain/identity/open-sessions.server';
import { endLinksField, endLinksOnPage } from '~/domain/identity/password-schemas';
import { endSharesOf } from '~/domain/identity/share-endings.server';
import { removeKeysOfOtherSessions } from '~/domain/identity/waiting-keys.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { endPushOf } from '~/domain/notifications/push-subscriptions.server';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { atomically } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';

/**
 * Logs out every other device and program, and makes the reports that wait there unreadable, even
 * if the session has expired. Ends the links for other doctors, unless the user keeps them: a
 * stranger in one of the sessions may have made some.
 */
export const endOtherSessions = operation({
  name: 'session.endOthers',
  api: {
    summary: 'End all other sessions',
    text: 'Ends every session of your account except the one of this call, and your open links for other doctors unless `endLinks` is `false`. Unsent reports in their browsers become unreadable.',
  },
  input: z.object({ token: ownToken, endLinks: endLinksField }),
  inputOnPage: z.object({ token: ownToken, endLinks: endLinksOnPage }),
  output: emptyOutput,
  allow: 'account.own',
  successMessage: 'endSessions.done',
  failureMessage: 'endSessions.failed',
  async run({ viewer, input: { token = '', endLinks } }) {
    const currentHash = hashToken(token);
    const condition = ne(sessions.tokenHash, currentHash);
    const also = [
      removeKeysOfOtherSessions(viewer.id, currentHash),
      endPushOf(viewer.id, token),
      endLinks && endSharesOf(viewer.id, 'owner'),
    ];
    if (!(await endSessions(viewer, 'session.othersEnded', { condition, also }))) await atomically(also);
    return {};
  },
});
