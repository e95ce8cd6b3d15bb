import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { EmailParams, EmailTemplate } from '~/i18n/emails/compose-email';
import type { Language } from '~/i18n/languages';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute, isDatabaseShared } from '~/platform/db/db.server';
import { troubleOf } from '~/platform/errors.server';
import { countEmail } from '~/platform/health/metrics.server';
import { longestHandoverMs, type Mail } from '~/platform/mail/mail.server';
import { kindOf, note } from '~/platform/observability/log.server';
import { secretEmails } from './constants';

const roundEverySeconds = 15;
const batch = 20;
const emailsAtOnce = 4;
const wakeAfterMs = 100;
// Longer than an e-mail can be under way, and half a minute to note what became of it.
const claimMs = longestHandoverMs + 30_000;
// The mail server could not be reached at all; anything else is its answer to one e-mail.
const unreachable =
  /^(ECONNECTION|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTOCOL|ETLS)$/;

type EmailWorker = { wake(): void; stop(): Promise<void> };

/** Turns what an outbox row holds into the words of an e-mail; handed in at the start. */
export type Compose = (template: {
  template: EmailTemplate;
  params: EmailParams[EmailTemplate];
  language: Language;
}) => { subject: string; text: string; html?: string };

/** What an outbox row holds: what fills the e-mail in, and what the mail server said last. */
export type KeptParams = EmailParams[EmailTemplate] & { lastError?: string };

let current: EmailWorker | undefined;

/**
 * Starts sending what the outbox holds: at once when woken, else every 15 seconds. An e-mail that
 * cannot be handed over is tried again after 1, 2, 4 … 60 minutes until it is no longer of use
 * (docs/requirements.md#running). Digests that are due become e-mails first.
 *
 * @param mail the way e-mails leave.
 * @param compose gives them their words.
 * @param writeDigests puts the digests that are due into the outbox.

 * @returns `wake` and `stop`, which waits for the e-mail under way.
 */
export function startEmailWorker(
  mail: Mail,
  compose: Compose,
  writeDigests: () => Promise<void>,
): EmailWorker {
  let round: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const wake = () => {
    if (stopped) return;
    if (round) {
      again = true;
      return;
    }
    round = writeDigests()
      .then(() => sendWaiting(mail, compose, () => stopped))
      .catch((error: unknown) => note('outbox.failed', kindOf(error)))
      .finally(() => {
        round = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  };
  const timer = setInterval(wake, roundEverySeconds * 1000);
  timer.unref();
  current = {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
  wake();
  return current;
}

/**
 * Tells the e-mail worker that an e-mail has just been put in the outbox; the caller does not wait
 * for it.
 */
export function wakeEmailWorker() {
  // Well after the answer: an e-mail slows no request, and its sending cannot be told from the time
  // an answer takes.
  setTimeout(() => current?.wake(), wakeAfterMs).unref();
}

/**
 * Sends every e-mail that is due, those that are worth nothing soonest first, four at a time. Where
 * the mail server cannot be reached the others wait for the next round, and once it takes an e-mail
 * again all that it missed are due. Takes what `startEmailWorker` takes, and what says whether to
 * stop between two e-mails. Several processes may do it at once on one database.
 *
 * @returns nothing; what became of each e-mail is in its row.
 */
export async function sendWaiting(mail: Mail, compose: Compose, isStopped = () => false): Promise<void> {
  for (const id of handedOver) await noteSent(id);
  for (;;) {
    const due = await db()
      .select({ id: outbox.id })
      .from(outbox)
      .where(isDueAt(new Date()))
      .orderBy(outbox.expiresAt, outbox.id)
      .limit(batch);
    const left = due.map(({ id }) => id);
    let isReached = true;
    const sendOneByOne = async () => {
      for (let id = left.shift(); id && isReached && !isStopped(); id = left.shift()) {
        if (!(await sendOne(id, mail, compose))) isReached = false;
      }
    };
    await Promise.all(Array.from({ length: emailsAtOnce }, sendOneByOne));
    if (due.length < batch || !isReached || isStopped()) return;
  }
}

/** E-mails to be sent now that nobody has in hand. */
const isDueAt = (now: Date) =>
  and(
    eq(outbox.state, 'waiting'),
    lte(outbox.nextTryAt, now),
    sql`coalesce(${outbox.takenUntil}, 0) <= ${now.getTime()}`,
  );

/**
 * Takes an e-mail in hand, for as long as it can be under way; after a crash another process sends
 * it again then, as the same e-mail.
 *
 * @returns false where another process has it, or has settled it already.
 */
async function claim(id: string): Promise<boolean> {
  const now = new Date();
  const takenUntil = new Date(now.getTime() + claimMs);
  try {
    const taken = db()
      .update(outbox)
      .set({ takenUntil })
      .where(and(eq(outbox.id, id), isDueAt(now)));
    return (await execute(taken, { durable: false })) === 1;
  } catch (error) {
    // Where nobody else sends, e-mails leave on a full disk too, each once (`handedOver`).
    if (isDatabaseShared() || troubleOf(error) !== 'full') throw error;
    return true;
  }
}

/**
 * Gives back what a process had in hand that is gone, so that it is sent at once. For a start where
 * no other process can have anything in hand. On a full disk it is not done.
 */
export async function releaseClaims(): Promise<void> {
  const released = db()
    .update(outbox)
    .set({ takenUntil: null })
    .where(and(eq(outbox.state, 'waiting'), isNotNull(outbox.takenUntil)));
  await execute(released, { durable: false }).catch((error: unknown) => {
    if (!troubleOf(error)) throw error;
    note('outbox.failed', kindOf(error));
  });
}

let wasUnreachable = false;

/** Those that failed while nobody could be reached need not wait for their turn. */
async function hurryUp() {
  wasUnreachable = false;
  await execute(
    db()
      .update(outbox)
      .set({ nextTryAt: new Date() })
      .where(and(eq(outbox.state, 'waiting'), gt(outbox.tries, 0))),
  );
}

/**
 * One e-mail, opened on its own: one that cannot be opened, written or handed over does not hold up
 * the others.
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
  // An e-mail that keeps has at least one try, also after days on which nothing ran.
  const isOver = expiresAt.getTime() <= now && (tries > 0 || secretEmails.includes(template));
  if (isOver) {
    await settle(
      id,
      tries > 0
        ? { state: 'given up', ...(!keeps(template) && forgotten) }
        : { state: 'too late', ...forgotten },
    );
    countEmail(keeps(template) ? 'given up' : 'too late');
    note(keeps(template) ? 'email.givenUp' : 'email.tooLate', { email: id, kind: template, tries });
    return true;
  }
  try {
    await deliver(id, mail, compose);
  } catch (error) {
    const code = codeOf(error);
    const waitMs = Math.min(60, 2 ** tries) * 60_000;
    await settle(id, { tries: tries + 1, nextTryAt: new Date(now + waitMs), ...(await withError(id, code)) });
    countEmail('delayed');
    note('email.delayed', { email: id, kind: template, tries: tries + 1, code });
    const isReached = !unreachable.test(code);
    wasUnreachable ||= !isReached;
    return isReached;
  }
  handedOver.add(id);
  countEmail('sent');
  await noteSent(id);
  if (wasUnreachable) await hurryUp();
  return true;
}

/**
 * E-mails that left and whose row does not say so yet, because it could not be written: they do not
 * leave again.
 */
const handedOver = new Set<string>();

async function noteSent(id: string) {
  await settle(id, { state: 'sent', ...forgotten });
  handedOver.delete(id);
}

/**
 * What the mail server said, such as `550`, or what kept us from it, such as `ECONNECTION`; never
 * its words, which may quote an address.
 */
function codeOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'number') return String(responseCode);
  return typeof code === 'string' ? code : (kindOf(error).code ?? 'unknown');
}

async function deliver(id: string, mail: Mail, compose: Compose) {
  const [row] = await db().select().from(outbox).where(eq(outbox.id, id));
  if (!row) return;
  const words = compose({
    template: row.letter as EmailTemplate,
    params: JSON.parse(row.facts),
    language: row.language,
  });
  await mail.deliver({ id, to: JSON.parse(row.recipient), ...words });
}

/** Whether what an e-mail says may be kept after it was given up, for another try. */
const keeps = (template: string) => !secretEmails.includes(template);

// What an e-mail said (a code, a link) is not kept longer than it is needed.
const forgotten = { facts: '{}' };

/** The row's params with what went wrong. One that cannot be opened keeps what it has. */
async function withError(id: string, lastError: string): Promise<{ facts?: string }> {
  try {
    const [row] = await db().select({ facts: outbox.facts }).from(outbox).where(eq(outbox.id, id));
    return row ? { facts: JSON.stringify({ ...JSON.parse(row.facts), lastError }) } : {};
  } catch {
    return {};
  }
}

/** Notes what became of an e-mail, which nobody has in hand any more. */
async function settle(id: string, next: Partial<typeof outbox.$inferInsert>) {
  // One that was late may have been sent by another process meanwhile.
  const isOpen = next.state === 'sent' ? undefined : eq(outbox.state, 'waiting');
  await execute(
    db()
      .update(outbox)
      .set({ ...next, takenUntil: null })
      .where(and(eq(outbox.id, id), isOpen)),
  );
}
