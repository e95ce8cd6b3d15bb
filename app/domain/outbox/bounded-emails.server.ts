import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { EmailTemplate } from '~/i18n/emails/compose-email';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { type Email, enqueueEmail } from './enqueue-email.server';

const mostADay = 3;
const dayMs = 24 * 3_600_000;
/** Longer than `UNDO_SECONDS` can be, for which an e-mail is held as well. */
const soonMs = 2 * 60_000;

/**
 * Matters that one person can write to another about again and again: the questions about a report,
 * its review, changes of that, its withdrawal (to the patient, and to admins), its translations,
 * and the standing of an expert.
 */
export type EmailTopic =
  | 'question'
  | 'review'
  | 'change'
  | 'withdrawal'
  | 'withdrawalForAdmin'
  | 'translation'
  | 'standing';

const keyOf = (topic: EmailTopic, about: string) => `${topic} ${about}`;

/**
 * Prepares the statements that put an e-mail in the outbox, of which at most three leave in 24
 * hours about one matter. A further one is held until the first of the three is a day old, in place
 * of one that is held already: it tells of the latest state.
 *
 * @param topic what it is about, and `about` the ID of the report or account.
 * @param isUrgent for one that is counted and never held.
 */
export async function enqueueBoundedEmail<Name extends EmailTemplate>({
  topic,
  about,
  isUrgent = false,
  heldMs = 0,
  ...email
}: Email<Name> & { topic: EmailTopic; about: string; isUrgent?: boolean }): Promise<Statement[]> {
  const key = keyOf(topic, about);
  const now = Date.now();
  const rows = await db()
    .select({ nextTryAt: outbox.nextTryAt })
    .from(outbox)
    .where(and(eq(outbox.topic, key), gt(outbox.nextTryAt, new Date(now - dayMs))))
    .orderBy(desc(outbox.nextTryAt));
  const times = rows.map(({ nextTryAt }) => nextTryAt.getTime());
  const third = times.filter((time) => time <= now + soonMs)[mostADay - 1];
  const waitMs = third === undefined || isUrgent ? 0 : third + dayMs - now;
  const queued = { ...email, topic: key, heldMs: Math.max(heldMs, waitMs) } as Email<Name>;
  return [
    db()
      .delete(outbox)
      .where(isHeld([key], now)),
    enqueueEmail(queued),
  ];
}

/**
 * Drops what is held of some topics, once it is no longer so. It belongs in the `atomically` of
 * what makes it so.
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
 * Drops every e-mail about some topics that was not sent, in a restored database in which it is no
 * longer so.
 */
export const dropEmailsAbout = (about: string, topics: EmailTopic[]): Statement => {
  const keys = topics.map((topic) => keyOf(topic, about));
  return db()
    .delete(outbox)
    .where(and(inArray(outbox.topic, keys), inArray(outbox.state, ['waiting', 'given up'])));
};

/** Tells whether an e-mail about a matter is held: its reader has not been told yet. */
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
