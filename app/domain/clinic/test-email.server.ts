import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { toMailFailure } from '~/domain/notifications/mail-failure';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { consume } from '~/platform/limits/limits.server';
import { getSettings } from '~/platform/settings/env.server';
import { lastErrorOf } from './outbox-lists.server';

const answerWithinMs = 15_000;
const lookEveryMs = 100;
const testEmailUsefulMinutes = 10;

/**
 * Sends an admin a test e-mail by the usual path, and waits for the mail server's reply.
 *
 * @throws Refusal: `conflict` if the account has no address, if e-mail is not set up or held, if the mail server cannot be reached or
 *   rejects the e-mail, or if it has not answered within 15 seconds; `tooMany` after five in an hour.
 */
export const sendTestEmail = operation({
  name: 'system.sendTestEmail',
  api: {
    summary: 'Send yourself a test e-mail',
    text: 'For admins. Waits up to 15 seconds for the mail server. Returns 409 if e-mail is not set up or held since a restore, or if the mail server cannot be reached, refuses the e-mail or does not answer. `message` says which.',
  },
  input: z.object({}),
  output: emptyOutput,
  refusals: ['conflict', 'tooMany'],
  allow: 'system.read',
  successMessage: 'testEmail.done',
  failureMessage: 'testEmail.failed',
  async run({ viewer }) {
    if (!viewer.email) throw new Refusal('conflict', 'testEmail.noAddress');
    if (!getSettings().SMTP_URL) throw new Refusal('conflict', 'testEmail.notSetUp');
    if (await findSendingHold()) throw new Refusal('conflict', 'testEmail.held');
    const seconds = await consume('testEmails', viewer.id);
    if (seconds > 0) throw tooManyRefusal(seconds, 'testEmail.tooMany');
    const id = newId();
    await atomically([
      enqueueEmail({
        id,
        template: 'testEmail',
        ...toAddressee(viewer),
        params: {},
        usefulMinutes: testEmailUsefulMinutes,
      }),
    ]);
    wakeOutbox();
    for (const until = Date.now() + answerWithinMs; Date.now() < until; await wait(lookEveryMs)) {
      const [row] = await db()
        .select({ state: outbox.state, tries: outbox.tries })
        .from(outbox)
        .where(eq(outbox.id, id));
      if (row?.state === 'sent') {
        await execute(auditEntry({ action: 'email.tested', actorId: viewer.id }));
        return {};
      }
      if (!row || row.tries > 0) {
        const error = (await lastErrorOf(id)) ?? '–';
        const kind = toMailFailure(error) ?? 'refused';
        throw new Refusal('conflict', `testEmail.${kind}`, { values: { error } });
      }
    }
    throw new Refusal('conflict', 'testEmail.slow');
  },
});
