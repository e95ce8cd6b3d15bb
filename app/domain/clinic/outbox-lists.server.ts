import { and, desc, eq, gt, lte, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput, idSchema, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { StoredEmailParams } from '~/domain/notifications/email-worker.server';
import { complaintEmails, emailRetryHours, secretEmails } from '~/domain/notifications/outbox-constants';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import type { EmailTemplate } from '~/i18n/notifications/compose-email';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';

const maxShown = 100;

type ListedTemplate = Exclude<EmailTemplate, (typeof complaintEmails)[number]>;

/**
 * An e-mail that was never sent, as admins see it: its kind, but not its recipient. `error` is the
 * mail server's last reply, such as `ECONNECTION` or `550`; null if it is not known.
 */
export const givenUpEmail = z
  .object({
    _id: z.string().describe('ID of the e-mail.'),
    template: z
      .string()
      .describe('Template of the e-mail.') as z.ZodType<string> as z.ZodType<ListedTemplate>,
    createdAt: publicMoment.describe('Time the e-mail was created, in UTC.'),
    tries: z.int().describe('Number of delivery attempts.'),
    error: z
      .string()
      .nullable()
      .describe('Last error from the mail server, such as `550` or `ECONNECTION`. `null` if unknown.'),
  })
  .meta({
    id: 'GivenUpEmail',
    description: 'An e-mail that is no longer retried.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v60',
      template: 'reviewReady',
      createdAt: '2026-03-05T08:30:00.000Z',
      tries: 12,
      error: '550',
    },
  });

/** The numbers of e-mails in the outbox, as answers give them. */
export const outboxCounts = {
  waiting: z.int().meta({ description: 'Number of e-mails waiting to be sent.', example: 0 }),
  givenUp: z.int().meta({ description: 'Number of e-mails that are no longer retried.', example: 1 }),
};

type GivenUpEmail = z.infer<typeof givenUpEmail>;

// Excludes decoy rows, which have no recipient and are never sent, and e-mails about complaints.
const isGivenUp = and(
  // Literal text, so that SQLite uses the partial index.
  sql`${outbox.state} = 'given up'`,
  gt(outbox.tries, 0),
  notInArray(outbox.letter, [...secretEmails, ...complaintEmails]),
);

/** Lists the e-mails that could not be sent, newest first, at most 100. */
export async function readGivenUpEmails(): Promise<GivenUpEmail[]> {
  const rows = await db()
    .select({ id: outbox.id, template: outbox.letter, createdAt: outbox.createdAt, tries: outbox.tries })
    .from(outbox)
    .where(isGivenUp)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(maxShown);
  const data: GivenUpEmail[] = [];
  for (const { id, template, createdAt, tries } of rows) {
    const error = await lastErrorOf(id);
    data.push({
      _id: id,
      template: template as ListedTemplate,
      createdAt: createdAt.toISOString(),
      tries,
      error,
    });
  }
  return data;
}

/**
 * Lists the e-mails that could not be sent for a day, newest first, at most 100, with their total
 * and the number of waiting ones; for admins. An e-mail is stored for a week.
 */
export const listGivenUpEmails = operation({
  name: 'emails.list',
  api: {
    summary: 'List undelivered e-mails',
    text: 'For admins. Returns up to 100 undelivered e-mails, newest first, with their kind but not their recipients. Also returns how many there are and how many are still waiting. An e-mail is retried for a day and kept for a week.',
  },
  input: z.object({}),
  output: z.object({
    data: z.array(givenUpEmail).describe('E-mails that are no longer retried, newest first. At most 100.'),
    ...outboxCounts,
  }),
  allow: 'system.read',
  successMessage: 'letters.fetched',
  failureMessage: 'letters.failed',
  async run() {
    const data = await readGivenUpEmails();
    const { outboxWaiting: waiting, outboxGivenUp: givenUp } = await countQueues();
    return { data, waiting, givenUp };
  },
});

/**
 * Retries a given-up e-mail for another day, as the same e-mail.
 *
 * @throws Refusal: `notFound` if no such e-mail is given up (any more).
 */
export const retryEmail = operation({
  name: 'emails.retry',
  api: {
    summary: 'Retry an e-mail',
    text: 'For admins. Retries an undelivered e-mail for another day.',
  },
  input: z.object({
    emailId: idSchema.meta({
      description: 'ID of the e-mail: `_id` in `system/get-unsent-emails`.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v60',
    }),
  }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'system.read',
  successMessage: 'retryLetter.done',
  failureMessage: 'retryLetter.failed',
  async run({ viewer, input: { emailId } }) {
    const now = Date.now();
    const again = {
      state: 'waiting' as const,
      tries: 0,
      nextTryAt: new Date(now),
      expiresAt: new Date(now + emailRetryHours * 3_600_000),
    };
    const isRequeued = await atomically([
      requireChange(
        db()
          .update(outbox)
          .set(again)
          .where(and(eq(outbox.id, emailId), isGivenUp)),
      ),
      auditEntry({ action: 'letter.retried', actorId: viewer.id, objectId: emailId }),
    ]);
    if (!isRequeued) throw new Refusal('notFound', 'retryLetter.gone');
    wakeOutbox();
    return {};
  },
});

/** Builds the condition that an e-mail waits to be sent; one held until later does not wait yet. */
const isWaiting = (now: Date) =>
  and(eq(outbox.state, 'waiting'), or(gt(outbox.tries, 0), lte(outbox.nextTryAt, now)));

/** Counts the reports that wait for a review, the e-mails to be sent, and the given-up ones. */
export async function countQueues() {
  return {
    pendingReports: await db().$count(reports, eq(reports.status, 'Pending')),
    outboxWaiting: await db().$count(outbox, isWaiting(new Date())),
    outboxGivenUp: await countGivenUpEmails(),
  };
}

/** Counts the e-mails that are no longer retried. */
export const countGivenUpEmails = (): Promise<number> => db().$count(outbox, isGivenUp);

/**
 * Finds the due time of the e-mail that has waited longest, in milliseconds since 1970; null if
 * none waits.
 */
export async function findOldestWaitingAt(): Promise<number | null> {
  const since = sql<number>`case when ${outbox.tries} > 0 then ${outbox.createdAt} else ${outbox.nextTryAt} end`;
  const [oldest] = await db()
    .select({ since })
    .from(outbox)
    .where(isWaiting(new Date()))
    .orderBy(since, outbox.id)
    .limit(1);
  return oldest ? Number(oldest.since) : null;
}

/**
 * Reads the mail server's last reply about an e-mail, such as `ECONNECTION` or `550`; null if it is
 * not known, or cannot be decrypted.
 */
export async function lastErrorOf(id: string): Promise<string | null> {
  try {
    const [row] = await db().select({ facts: outbox.facts }).from(outbox).where(eq(outbox.id, id));
    return (JSON.parse(row?.facts ?? '{}') as StoredEmailParams).lastError ?? null;
  } catch {
    return null;
  }
}
