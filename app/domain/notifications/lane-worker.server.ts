import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { hasCome } from '~/domain/kernel/due-time.server';
import type { TextName } from '~/i18n/notifications/text-names';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db, execute } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import type { PhoneChannel } from '~/platform/enums';
import { countTextToPhone } from '~/platform/health/metrics.server';
import { describeErrorKind, note } from '~/platform/observability/log.server';
import type { LaneOutcome } from './lane-senders';
import { type RoundWorker, startRounds } from './rounds.server';
import { findSendingHold } from './sending-hold.server';

const batch = 20;
const textsAtOnce = 4;
/** Longer than handing a text over can take, with half a minute to record the result. */
const claimMs = 45_000;
const maxTries = 8;
const longestWaitMinutes = 60;

type TextRow = typeof outbox.$inferSelect & { letter: TextName };

/** Says whether a text was sent, and if not, whether it is tried again. */
export type LaneStep =
  | LaneOutcome
  /** Not tried: it may be sent from a time on. */
  | { kind: 'wait'; until: Date };

/** A channel to phones. `send` decides whether a text may be sent now, and hands it over. */
export type Lane = { channel: PhoneChannel; send(row: TextRow): Promise<LaneStep> };

/**
 * Starts a worker for each channel, so that none waits for another. Several servers may do so on one
 * database. A text is sent at least once, with the same ID at each try.
 */
export function startLanes(lanes: Lane[]): Pick<RoundWorker, 'stop'> {
  const workers = lanes.map((lane) => startRounds((isStopped) => sendQueued(lane, isStopped)));
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/**
 * Sends the due texts of a lane, four at a time, beginning with those that expire first. If the other
 * side cannot be reached, the others wait for the next round. Nothing is sent while a restore holds it.
 */
export async function sendQueued(lane: Lane, isStopped = () => false): Promise<void> {
  if (await findSendingHold()) return;
  for (;;) {
    const due = await db()
      .select({ id: outbox.id })
      .from(outbox)
      .where(isDueAt(lane.channel, new Date()))
      .orderBy(asc(outbox.expiresAt), asc(outbox.id))
      .limit(batch);
    const pendingIds = due.map(({ id }) => id);
    let isReached = true;
    const sendOneByOne = async () => {
      for (let id = pendingIds.shift(); id && isReached && !isStopped(); id = pendingIds.shift())
        if (!(await sendText(id, lane))) isReached = false;
    };
    await Promise.all(Array.from({ length: textsAtOnce }, sendOneByOne));
    if (due.length < batch || !isReached || isStopped()) return;
  }
}

const isDueAt = (channel: PhoneChannel, now: Date) =>
  and(
    eq(outbox.state, 'queued'),
    eq(outbox.channel, channel),
    hasCome(outbox.nextTryAt, now),
    or(isNull(outbox.takenUntil), hasCome(outbox.takenUntil, now)),
  );

/**
 * Claims a text for as long as sending it can take.
 *
 * @returns the row; undefined if another process has claimed or settled it.
 */
async function claimText(id: string, channel: PhoneChannel): Promise<TextRow | undefined> {
  const now = new Date();
  const [row] = await db().select().from(outbox).where(eq(outbox.id, id));
  const isClaimed = await execute(
    db()
      .update(outbox)
      .set({ takenUntil: new Date(now.getTime() + claimMs) })
      .where(and(eq(outbox.id, id), isDueAt(channel, now))),
    { durable: false },
  );
  if (isClaimed !== 1 || !row) return undefined;
  // Another process died or lost the database while it sent this text.
  if (row.takenUntil) countTextToPhone(channel, 'repeated');
  return row as TextRow;
}

/**
 * Sends one text, which is read on its own: one that fails holds up no other.
 *
 * @returns whether the other side could be reached.
 */
async function sendText(id: string, { channel, send }: Lane): Promise<boolean> {
  const row = await claimText(id, channel);
  if (!row) return true;
  const now = Date.now();
  if (row.expiresAt.getTime() <= now || row.tries >= maxTries) {
    await giveUp(row, row.failure ?? 'late');
    return true;
  }
  const step = await trySending(send, row);
  if (step.kind === 'wait') {
    await settle(id, { nextTryAt: step.until });
    return true;
  }
  if (step.kind === 'retry') {
    const tries = row.tries + 1;
    const waitMs = Math.min(longestWaitMinutes, 2 ** row.tries) * minuteMs;
    await settle(id, { tries, nextTryAt: new Date(now + waitMs), failure: step.code });
    countTextToPhone(channel, 'delayed');
    note('text.delayed', { text: id, channel, tries, code: step.code });
    return step.isReached;
  }
  if (step.kind === 'sent') {
    await settle(id, { state: 'sent', sentAt: new Date(), failure: null });
    countTextToPhone(channel, 'sent');
    return true;
  }
  if (step.kind === 'ended' && row.subscriptionId)
    await execute(db().delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.subscriptionId)));
  await giveUp(row, step.code);
  return true;
}

async function trySending(send: Lane['send'], row: TextRow): Promise<LaneStep> {
  try {
    return await send(row);
  } catch (error) {
    const { kind, code } = describeErrorKind(error);
    return { kind: 'retry', code: code ?? kind, isReached: true };
  }
}

/**
 * Ends a text that reached nobody, and stores the time as `nextTryAt`. The lists of people to call do
 * not depend on it.
 */
async function giveUp({ id, channel, tries }: TextRow, failure: string) {
  await settle(id, { state: 'undelivered', failure, nextTryAt: new Date() });
  countTextToPhone(channel as PhoneChannel, 'undelivered');
  note('text.undelivered', { text: id, channel, tries, code: failure });
}

/** Records the result of a text and releases the claim. */
async function settle(id: string, next: Partial<typeof outbox.$inferInsert>) {
  await execute(
    db()
      .update(outbox)
      .set({ ...next, takenUntil: null })
      .where(and(eq(outbox.id, id), eq(outbox.state, 'queued'))),
  );
}
