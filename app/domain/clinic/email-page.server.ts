import { and, eq, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { secretEmails } from '~/domain/notifications/outbox-constants';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { findSendingHold, resumeSending } from '~/domain/notifications/sending-hold.server';
import { wakeWebhookWorker } from '~/domain/programs/webhook-worker.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db } from '~/platform/db/db.server';
import { mailFolder } from '~/platform/senders/mail.server';
import { clinicWords, getSettings } from '~/platform/settings/env.server';

/**
 * Reads how this machine sends e-mails, without the account at the mail server, and what a restore
 * holds.
 */
export const readEmailPage = operation({
  name: 'system.readEmailPage',
  input: z.object({}),
  allow: 'system.read',
  successMessage: 'letters.fetched',
  failureMessage: 'letters.failed',
  async run() {
    const { SMTP_URL, PUBLIC_URL, DATA_DIR, mailFrom } = getSettings();
    return {
      mailServer: SMTP_URL === undefined ? null : new URL(SMTP_URL).host,
      folder: mailFolder(DATA_DIR),
      publicUrl: PUBLIC_URL,
      sender: { name: clinicWords().senderName, address: mailFrom },
      held: await readHeld(),
    };
  },
});

async function readHeld() {
  const since = await findSendingHold();
  if (!since) return null;
  const isUseful = and(eq(outbox.state, 'waiting'), notInArray(outbox.letter, secretEmails));
  return {
    since: since.toISOString(),
    emails: await db().$count(outbox, isUseful),
    webhooks: await db().$count(webhooks, eq(webhooks.isActive, true)),
  };
}

/** Ends the hold of every restore, after which everything that waits is sent. */
export const resumeSendingHere = operation({
  name: 'system.resumeSending',
  input: z.object({}),
  output: emptyOutput,
  allow: 'system.read',
  successMessage: 'sending.resumed',
  failureMessage: 'sending.failed',
  async run({ viewer }) {
    if (await findSendingHold())
      await atomically([
        ...resumeSending(viewer.id),
        auditEntry({ action: 'sending.resumed', actorId: viewer.id }),
      ]);
    wakeOutbox();
    wakeWebhookWorker();
    return {};
  },
});
