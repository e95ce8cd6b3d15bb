import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { EmailTemplate } from '~/i18n/notifications/compose-email';
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
 * another doctor that ended after wrong passcodes. `reminder`: texts to look at a report again.
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
  | 'share'
  | 'reminder';

/** Names a topic in the outbox. */
export const keyOfTopic = (topic: EmailTopic, about: string) => `${topic} ${about}`;

/** The topic of bounded notifications: `about` is the ID of the report or account. */
export type Bound = {
  topic: EmailTopic;
  about: string;
  /** Counts, but is never held. */
  isUrgent?: boolean;
};

/**
 * Prepares a notification of which an account gets three in 24 hours by e-mail. A further one is held
 * until the first of the three is a day old. It replaces one that is already held, because it reports
 * the latest state.
 *
 * @param heldMs milliseconds for which it is held in any case.
 * @returns the topic and the time for which to hold it, and the statement that drops earlier ones.
 */
export async function prepareBound({ topic, about, isUrgent = false }: Bound, heldMs = 0) {
  const key = keyOfTopic(topic, about);
  const now = Date.now();
  const rows = await db()
    .select({ nextTryAt: outbox.nextTryAt })
    .from(outbox)
    .where(
      and(eq(outbox.topic, key), eq(outbox.channel, 'mail'), gt(outbox.nextTryAt, new Date(now - dayMs))),
    )
    .orderBy(desc(outbox.nextTryAt));
  const times = rows.map(({ nextTryAt }) => nextTryAt.getTime());
  const third = times.filter((time) => time <= now + soonMs)[maxPerDay - 1];
  const waitMs = third === undefined || isUrgent ? 0 : third + dayMs - now;
  return {
    topic: key,
    heldMs: Math.max(heldMs, waitMs),
    dropEarlier: db()
      .delete(outbox)
      .where(isHeld([key], now)),
  };
}

/** Prepares the statements that put a bounded e-mail in the outbox. */
export async function enqueueBoundedEmail<Name extends EmailTemplate>({
  topic,
  about,
  isUrgent,
  heldMs,
  ...email
}: QueuedEmail<Name> & Bound): Promise<(Statement | undefined)[]> {
  const { dropEarlier, ...held } = await prepareBound({ topic, about, isUrgent }, heldMs);
  const queuedEmail = { ...email, ...held } as QueuedEmail<Name>;
  return [dropEarlier, enqueueEmail(queuedEmail)];
}

/**
 * Builds the statement that deletes the held e-mails and the queued texts of some topics once they
 * are no longer true.
 * Belongs in the `atomically` of the change that makes them untrue.
 */
export const dropHeldEmails = (about: string, topics: EmailTopic[]): Statement =>
  db()
    .delete(outbox)
    .where(
      isHeld(
        topics.map((topic) => keyOfTopic(topic, about)),
        Date.now(),
      ),
    );

/**
 * Builds the statement that deletes every unsent e-mail of some topics, in a restored database in
 * which they are no longer true.
 */
export const dropEmailsAbout = (about: string, topics: EmailTopic[]): Statement => {
  const keys = topics.map((topic) => keyOfTopic(topic, about));
  return db()
    .delete(outbox)
    .where(and(inArray(outbox.topic, keys), inArray(outbox.state, ['waiting', 'given up', 'queued'])));
};

/** Checks whether an e-mail about a topic is held, so that its recipient does not know yet. */
export async function hasHeldEmail(topic: EmailTopic, about: string): Promise<boolean> {
  const isHeldEmail = and(eq(outbox.channel, 'mail'), isHeld([keyOfTopic(topic, about)], Date.now()));
  return (await db().$count(outbox, isHeldEmail)) > 0;
}

/** Builds the condition that a text of some topics has not been sent. */
export const isQueuedText = (about: string, topics: EmailTopic[]) =>
  and(
    inArray(
      outbox.topic,
      topics.map((topic) => keyOfTopic(topic, about)),
    ),
    eq(outbox.state, 'queued'),
    isNull(outbox.takenUntil),
  );

/** Builds the condition that an e-mail is held for longer than a moment, or a text has not been sent. */
const isHeld = (keys: string[], now: number) =>
  and(
    inArray(outbox.topic, keys),
    isNull(outbox.takenUntil),
    or(
      and(eq(outbox.state, 'waiting'), eq(outbox.tries, 0), gt(outbox.nextTryAt, new Date(now + soonMs))),
      eq(outbox.state, 'queued'),
    ),
  );
