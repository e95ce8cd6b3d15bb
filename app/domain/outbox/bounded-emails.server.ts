import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { EmailTemplate } from '~/i18n/emails/compose-email';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { enqueueEmail, type QueuedEmail } from './enqueue-email.server';

const maxPerDay = 3;
/** Longer than a review can be undone, for which an e-mail is held as well. */
const soonMs = 2 * 60_000;

/**
 * Topics about which one user can trigger e-mails to another again and again: the questions about a
 * report, its review, changes to the review, its withdrawal (to the patient and to admins), its
 * translations, and the status of an expert. `passkey`: one whose counter went back. `share`: a link for
 * another doctor that ended after wrong passcodes.
 */
type EmailTopic =
  | 'question'
  | 'review'
  | 'change'
  | 'withdrawal'
  | 'withdrawalForAdmin'
  | 'translation'
  | 'standing'
  | 'passkey'
  | 'share';

const keyOf = (topic: EmailTopic, about: string) => `${topic} ${about}`;

/**
 * Prepares the statements that put an e-mail in the outbox, limited to three about one topic in 24
 * hours. A further e-mail is held until the first of the three is a day old. It replaces one that
 * is already held, because it reports the latest state.
 *
 * @param email `topic` is what the e-mail is about, `about` the ID of the report or account. With
 *   `isUrgent` the e-mail counts, but is never held.
 */
export async function enqueueBoundedEmail<Name extends EmailTemplate>({
  topic,
  about,
  isUrgent = false,
  heldMs = 0,
  ...email
}: QueuedEmail<Name> & { topic: EmailTopic; about: string; isUrgent?: boolean }): Promise<
  (Statement | undefined)[]
> {
  const key = keyOf(topic, about);
  const now = Date.now();
  const rows = await db()
    .select({ nextTryAt: outbox.nextTryAt })
    .from(outbox)
    .where(and(eq(outbox.topic, key), gt(outbox.nextTryAt, new Date(now - dayMs))))
    .orderBy(desc(outbox.nextTryAt));
  const times = rows.map(({ nextTryAt }) => nextTryAt.getTime());
  const third = times.filter((time) => time <= now + soonMs)[maxPerDay - 1];
  const waitMs = third === undefined || isUrgent ? 0 : third + dayMs - now;
  const queuedEmail = { ...email, topic: key, heldMs: Math.max(heldMs, waitMs) } as QueuedEmail<Name>;
  return [
    db()
      .delete(outbox)
      .where(isHeld([key], now)),
    enqueueEmail(queuedEmail),
  ];
}

/**
 * Builds the statement that deletes the held e-mails of some topics once they are no longer true.
 * Belongs in the `atomically` of the change that makes them untrue.
 */
export const dropHeldEmails = (about: string, topics: EmailTopic[]): Statement =>
  db()
    .delete(outbox)
    .where(
      isHeld(
        topics.map((topic) => keyOf(topic, about)),
        Date.now(),
      ),
    );

/**
 * Builds the statement that deletes every unsent e-mail of some topics, in a restored database in
 * which they are no longer true.
 */
export const dropEmailsAbout = (about: string, topics: EmailTopic[]): Statement => {
  const keys = topics.map((topic) => keyOf(topic, about));
  return db()
    .delete(outbox)
    .where(and(inArray(outbox.topic, keys), inArray(outbox.state, ['waiting', 'given up'])));
};

/** Checks whether an e-mail about a topic is held, so that its recipient does not know yet. */
export async function hasHeldEmail(topic: EmailTopic, about: string): Promise<boolean> {
  return (await db().$count(outbox, isHeld([keyOf(topic, about)], Date.now()))) > 0;
}

const isHeld = (keys: string[], now: number) =>
  and(
    inArray(outbox.topic, keys),
    eq(outbox.state, 'waiting'),
    eq(outbox.tries, 0),
    isNull(outbox.takenUntil),
    gt(outbox.nextTryAt, new Date(now + soonMs)),
  );
