import { and, desc, eq, gt, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { clinicDay } from '~/domain/kernel/days';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db } from '~/platform/db/db.server';
import { dayMs, hourMs, minuteMs } from '~/platform/durations';
import { getSettings } from '~/platform/settings/env.server';
import { findSmsRules } from './phone-targets.server';
import { readTextCount } from './text-limits.server';

const longestWaitMs = 15 * minuteMs;
/** A text that was tried so often has been due for `longestWaitMs`: the waits between tries double. */
const manyTries = 5;
/** Below this, it may be chance that the gateway reported none. */
const minUnreported = 5;
/** Codes of what its recipient ended: it was switched off, or the browser gave its subscription up. */
const endedCodes = ['ended', '404', '410'];

export const textHealth = z.object({
  sentToday: z.int().describe('Number of texts sent today, apart from urgent ones.'),
  dailyMax: z.int().describe('Maximum number of texts a day, apart from urgent ones.'),
  waiting: z.int().describe('Number of texts waiting to be sent, also those that wait for the morning.'),
  waitingLong: z.int().describe('Number of texts that have been due for more than 15 minutes.'),
  undelivered: z
    .int()
    .describe(
      'Number of texts of the last 24 hours that could not be sent. One that was switched off is not counted.',
    ),
  lastFailure: z
    .string()
    .nullable()
    .describe(
      'Why the last of those could not be sent: a status, the code of an error, or `late`. `null` if there are none.',
    ),
  unreported: z
    .int()
    .describe(
      'Number of texts handed over in the last 3 days, if delivery reports are set up and none has come. Otherwise 0.',
    ),
  isGood: z.boolean().describe('Whether none waits too long, all were sent, and delivery reports come.'),
});

export const pushHealth = z.object({
  browsers: z.int().describe('Number of browsers with messages on.'),
  undelivered: z
    .int()
    .describe(
      'Number of push messages of the last 24 hours that could not be sent to a browser that has them on.',
    ),
});

/**
 * Reads whether texts and push messages reach phones.
 *
 * @returns `texts` null without a gateway, and `push` null if no browser has messages on.
 */
export async function readPhoneHealth(): Promise<{
  texts: z.infer<typeof textHealth> | null;
  push: z.infer<typeof pushHealth> | null;
}> {
  const now = Date.now();
  const rules = findSmsRules();
  const browsers = await db().$count(pushSubscriptions);
  return {
    texts: rules ? await readTextHealth(now, rules.dailyMax) : null,
    push: browsers > 0 ? { browsers, undelivered: (await countTexts('push', now)).undelivered } : null,
  };
}

async function readTextHealth(now: number, dailyMax: number): Promise<z.infer<typeof textHealth>> {
  const { handedOver, reported, ...counts } = await countTexts('sms', now);
  const hasReports = getSettings().SMS_STATUS_SECRET !== undefined;
  const unreported = hasReports && reported === 0 && handedOver >= minUnreported ? handedOver : 0;
  return {
    sentToday: await readTextCount(clinicDay(now)),
    dailyMax,
    ...counts,
    lastFailure: counts.undelivered > 0 ? await findLastFailure(now) : null,
    unreported,
    isGood: counts.waitingLong + counts.undelivered + unreported === 0,
  };
}

const isOfChannel = (channel: 'sms' | 'push') => and(isNotNull(outbox.userId), eq(outbox.channel, channel));

const isUndelivered = (now: number) =>
  and(
    eq(outbox.state, 'undelivered'),
    gt(outbox.nextTryAt, new Date(now - dayMs)),
    notInArray(outbox.failure, endedCodes),
  );

/** Counts the texts of a channel in one pass over those of the last week. */
async function countTexts(channel: 'sms' | 'push', now: number) {
  const count = (condition: SQL | undefined) =>
    sql<number>`count(case when ${condition} then 1 end)`.mapWith(Number);
  const isDueLong = sql`(${lte(outbox.nextTryAt, new Date(now - longestWaitMs))} or ${outbox.tries} >= ${manyTries})`;
  const isHandedOver = and(
    lte(outbox.sentAt, new Date(now - hourMs)),
    gt(outbox.sentAt, new Date(now - 3 * dayMs)),
  );
  const [counts] = await db()
    .select({
      waiting: count(eq(outbox.state, 'queued')),
      waitingLong: count(and(eq(outbox.state, 'queued'), isDueLong)),
      undelivered: count(isUndelivered(now)),
      handedOver: count(isHandedOver),
      reported: count(and(isHandedOver, isNotNull(outbox.delivery))),
    })
    .from(outbox)
    .where(isOfChannel(channel));
  return counts ?? { waiting: 0, waitingLong: 0, undelivered: 0, handedOver: 0, reported: 0 };
}

async function findLastFailure(now: number): Promise<string | null> {
  const [last] = await db()
    .select({ failure: outbox.failure })
    .from(outbox)
    .where(and(isOfChannel('sms'), isUndelivered(now)))
    .orderBy(desc(outbox.nextTryAt), desc(outbox.id))
    .limit(1);
  return last?.failure ?? null;
}
