import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import { hasCome } from '~/domain/kernel/due-time.server';
import { isNoEmail } from '~/domain/kernel/no-email';
import type { Language } from '~/i18n/languages';
import type { EmailParams, EmailTemplate } from '~/i18n/notifications/compose-email';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute, isDatabaseShared } from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';
import { countEmail } from '~/platform/health/metrics.server';
import { describeErrorKind, note } from '~/platform/observability/log.server';
import { longestHandoverMs, type Mail } from '~/platform/senders/mail.server';
import type { Recipient } from './enqueue-email.server';
import { secretEmails } from './outbox-constants';
import { startRounds } from './rounds.server';
import { findSendingHold } from './sending-hold.server';

const batch = 20;
const emailsAtOnce = 4;
// Longer than sending an e-mail can take, plus half a minute to record the result.
const claimMs = longestHandoverMs + 30_000;
// The codes of an unreachable mail server. Any other code is its answer to one e-mail.
const unreachableCodes =
  /^(ECONNECTION|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTOCOL|ETLS)$/;

/** Turns the contents of an outbox row into the words of an e-mail. Passed in at the start. */
export type Compose = (template: {
  template: EmailTemplate;
  params: EmailParams[EmailTemplate];
  language: Language;
  name?: string;
}) => { subject: string; text: string; html?: string };

/** The contents of an outbox row: the values of the e-mail, and the mail server's last error. */
export type StoredEmailParams = EmailParams[EmailTemplate] & { lastError?: string };

/**
 * Starts sending the e-mails of the outbox, in rounds. An e-mail that cannot be handed over is retried
 * after 1, 2, 4 … 60 minutes until it is no longer useful (docs/requirements.md#running). Digests that
 * are due become e-mails first.
 *
 * @param mail the transport.
 * @param compose writes the words of an e-mail.
 * @param writeDigests puts the due digests into the outbox.
 */
export const startEmailWorker = (mail: Mail, compose: Compose, writeDigests: () => Promise<void>) =>
  startRounds(async (isStopped) => {
    await writeDigests();
    await sendWaiting(mail, compose, isStopped);
  });

/**
 * Sends every due e-mail, four at a time, beginning with those that expire first. If the mail
 * server cannot be reached, the others wait for the next round. Once it accepts an e-mail again,
 * all that it missed are due. Several processes may do this at once on one database. The result of
 * each e-mail is in its row. Nothing is sent while a restore holds it.
 *
 * @param mail as for `startEmailWorker`.
 * @param compose as for `startEmailWorker`.
 * @param isStopped asked between two e-mails.
 */
export async function sendWaiting(mail: Mail, compose: Compose, isStopped = () => false): Promise<void> {
  if (await findSendingHold()) return;
  for (const id of handedOver) await noteSent(id);
  for (;;) {
    const due = await db()
      .select({ id: outbox.id })
      .from(outbox)
      .where(isDueAt(new Date()))
      .orderBy(outbox.expiresAt, outbox.id)
      .limit(batch);
    const pendingIds = due.map(({ id }) => id);
    let isReached = true;
    const sendOneByOne = async () => {
      for (let id = pendingIds.shift(); id && isReached && !isStopped(); id = pendingIds.shift()) {
        if (!(await sendOne(id, mail, compose))) isReached = false;
      }
    };
    await Promise.all(Array.from({ length: emailsAtOnce }, sendOneByOne));
    if (due.length < batch || !isReached || isStopped()) return;
  }
}

/** Builds the condition that an e-mail is due and no process has claimed it. */
const isDueAt = (now: Date) =>
  and(
    eq(outbox.state, 'waiting'),
    hasCome(outbox.nextTryAt, now),
    or(isNull(outbox.takenUntil), hasCome(outbox.takenUntil, now)),
  );

/**
 * Claims an e-mail for as long as sending it can take. After a crash another process then sends it
 * again, as the same e-mail.
 *
 * @returns false if another process has claimed or settled it.
 */
async function claim(id: string): Promise<boolean> {
  const now = new Date();
  const takenUntil = new Date(now.getTime() + claimMs);
  try {
    const claimUpdate = db()
      .update(outbox)
      .set({ takenUntil })
      .where(and(eq(outbox.id, id), isDueAt(now)));
    return (await execute(claimUpdate, { durable: false })) === 1;
  } catch (error) {
    // If no other process sends, e-mails are sent even on a full disk, each once (`handedOver`).
    if (isDatabaseShared() || toTrouble(error) !== 'full') throw error;
    return true;
  }
}

/**
 * Releases the e-mails that a dead process had claimed, so that they are sent at once. Called at a
 * start when no other process can have a claim. Does nothing on a full disk.
 */
export async function releaseClaims(): Promise<void> {
  const releaseAll = db()
    .update(outbox)
    .set({ takenUntil: null })
    .where(and(eq(outbox.state, 'waiting'), isNotNull(outbox.takenUntil)));
  await execute(releaseAll, { durable: false }).catch((error: unknown) => {
    if (!toTrouble(error)) throw error;
    note('outbox.failed', describeErrorKind(error));
  });
}

let wasUnreachable = false;

/** Makes e-mails due that failed while the mail server was unreachable. */
async function retryFailed() {
  wasUnreachable = false;
  await execute(
    db()
      .update(outbox)
      .set({ nextTryAt: new Date() })
      .where(and(eq(outbox.state, 'waiting'), gt(outbox.tries, 0))),
  );
}

/**
 * Sends one e-mail, which is read on its own: if it cannot be decrypted, composed or handed over,
 * the others are not held up.
 *
 * @returns whether the mail server could be reached.
 */
async function sendOne(id: string, mail: Mail, compose: Compose): Promise<boolean> {
  if (!(await claim(id))) return true;
  const now = Date.now();
  const [times] = await db()
    .select({ letter: outbox.letter, tries: outbox.tries, expiresAt: outbox.expiresAt })
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')));
  if (!times) return true;
  const { letter: template, tries, expiresAt } = times;
  // An e-mail without a secret is tried at least once, even after days without a running server.
  const isOver = expiresAt.getTime() <= now && (tries > 0 || secretEmails.includes(template));
  if (isOver) {
    await settle(
      id,
      tries > 0
        ? { state: 'given up', ...(!mayKeep(template) && erasedFacts) }
        : { state: 'too late', ...erasedFacts },
    );
    countEmail(mayKeep(template) ? 'given up' : 'too late');
    note(mayKeep(template) ? 'email.givenUp' : 'email.tooLate', { email: id, kind: template, tries });
    return true;
  }
  try {
    if (!(await deliver(id, mail, compose))) {
      await settle(id, { state: 'too late', ...erasedFacts });
      return true;
    }
  } catch (error) {
    const { code, isReached } = describeFailure(error);
    const waitMs = Math.min(60, 2 ** tries) * 60_000;
    await settle(id, { tries: tries + 1, nextTryAt: new Date(now + waitMs), ...(await withError(id, code)) });
    countEmail('delayed');
    note('email.delayed', { email: id, kind: template, tries: tries + 1, code });
    wasUnreachable ||= !isReached;
    return isReached;
  }
  handedOver.add(id);
  countEmail('sent');
  await noteSent(id);
  if (wasUnreachable) await retryFailed();
  return true;
}

/** E-mails that were sent but whose row could not be updated yet. They are not sent again. */
const handedOver = new Set<string>();

async function noteSent(id: string) {
  await settle(id, { state: 'sent', ...erasedFacts });
  handedOver.delete(id);
}

type MailError = { code?: unknown; originalCode?: unknown; responseCode?: unknown };

/**
 * Describes why an e-mail was not handed over, and whether the mail server was reached. `code` is the
 * server's, such as `550`, or that of the connection, such as `ECONNREFUSED`. It is never the server's
 * words, which may quote an address.
 */
function describeFailure(error: unknown): { code: string; isReached: boolean } {
  const { code, originalCode, responseCode } = (error ?? {}) as MailError;
  if (typeof responseCode === 'number') return { code: String(responseCode), isReached: true };
  const step = typeof code === 'string' ? code : (describeErrorKind(error).code ?? 'unknown');
  // The library names the step that failed, and keeps the code of the system or of TLS.
  const cause = typeof originalCode === 'string' ? originalCode : step;
  return { code: cause, isReached: !unreachableCodes.test(step) };
}

/**
 * Hands one e-mail over.
 *
 * @returns false for an account without e-mail: a server of an earlier release may enqueue one.
 */
async function deliver(id: string, mail: Mail, compose: Compose): Promise<boolean> {
  const [row] = await db().select().from(outbox).where(eq(outbox.id, id));
  if (!row) return true;
  const { isVerified, ...to }: Recipient = JSON.parse(row.recipient);
  if (isNoEmail(to.address)) return false;
  const words = compose({
    template: row.letter as EmailTemplate,
    params: JSON.parse(row.facts),
    language: row.language,
    name: isVerified ? to.name : undefined,
  });
  await mail.deliver({ id, to, ...words });
  return true;
}

/** Checks whether the content of an e-mail may be kept after it was given up, for another try. */
const mayKeep = (template: string) => !secretEmails.includes(template);

// The content of an e-mail (a code, a link) is not kept longer than needed.
const erasedFacts = { facts: '{}' };

/** Adds the last error to the row's values. A row that cannot be decrypted keeps its values. */
async function withError(id: string, lastError: string): Promise<{ facts?: string }> {
  try {
    const [row] = await db().select({ facts: outbox.facts }).from(outbox).where(eq(outbox.id, id));
    return row ? { facts: JSON.stringify({ ...JSON.parse(row.facts), lastError }) } : {};
  } catch {
    return {};
  }
}

/** Records the result of an e-mail and releases the claim. */
async function settle(id: string, next: Partial<typeof outbox.$inferInsert>) {
  // Another process may have sent a late e-mail in the meantime.
  const isOpen = next.state === 'sent' ? undefined : eq(outbox.state, 'waiting');
  await execute(
    db()
      .update(outbox)
      .set({ ...next, takenUntil: null })
      .where(and(eq(outbox.id, id), isOpen)),
  );
}
