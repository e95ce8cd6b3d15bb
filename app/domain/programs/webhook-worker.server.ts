import { createHmac } from 'node:crypto';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { hasCome } from '~/domain/kernel/due-time.server';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { webhookDeliveries, webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';
import { describeErrorKind, note } from '~/platform/observability/log.server';
import { isLoopbackHost, type PostOutcome, postGuarded } from '~/platform/senders/guarded-post.server';
import { getSettings } from '~/platform/settings/env.server';
import { retryAfterSeconds } from './webhook-constants';
import { findSendTime, queueEvents } from './webhook-events.server';
import type { DeliveryRow, WebhookRow } from './webhook-rows.server';

const roundEverySeconds = 5;
const roundMs = 10_000;
const batch = 20;
/** Longer than one try can take, plus half a minute to record the outcome. */
const claimMs = 40_000;

type WebhookWorker = { wake(): void; stop(): Promise<void> };

let current: WebhookWorker | undefined;

/**
 * Starts reporting events to the clinic's webhooks, every five seconds and when woken. Each receiver
 * has rounds of its own, so a slow one delays only itself. Several servers may do this at once on
 * one database.
 *
 * @returns `wake`, and `stop`, which waits for the deliveries in progress.
 */
export function startWebhookWorker(): WebhookWorker {
  const running = new Set<Promise<void>>();
  const busyReceivers = new Set<string>();
  let hasStopped = false;
  const wake = () => {
    if (hasStopped) return;
    const delivery = deliverWaiting(() => hasStopped, busyReceivers)
      .catch(noteFailure)
      .finally(() => running.delete(delivery));
    running.add(delivery);
  };
  const timer = setInterval(wake, roundEverySeconds * 1000);
  timer.unref();
  current = {
    wake,
    async stop() {
      hasStopped = true;
      clearInterval(timer);
      await Promise.all(running);
    },
  };
  return current;
}

/** Tells the worker that a delivery is due. The caller does not wait for it. */
export function wakeWebhookWorker(): void {
  current?.wake();
}

const noteFailure = (error: unknown) => note('webhooks.failed', describeErrorKind(error));

/**
 * Begins a round of every receiver that is not busy with an earlier one, and waits for these rounds.
 * Nothing is queued or sent while a restore holds it; the audit log keeps the events.
 *
 * @param isStopped asked between two tries.
 * @param busyReceivers the IDs of the receivers whose round goes on.
 */
export async function deliverWaiting(
  isStopped = () => false,
  busyReceivers = new Set<string>(),
): Promise<void> {
  if (await findSendingHold()) return;
  const active = await db().select().from(webhooks).where(eq(webhooks.isActive, true));
  const free = active.filter(({ id }) => !busyReceivers.has(id));
  for (const { id } of free) busyReceivers.add(id);
  await Promise.all(
    free.map((webhook) =>
      deliverRound(webhook, isStopped)
        .catch(noteFailure)
        .finally(() => busyReceivers.delete(webhook.id)),
    ),
  );
}

/**
 * Reports the due events of one receiver in order. The round ends after ten seconds, after twenty
 * events, or with the first that fails; the others wait for the next round.
 *
 * @param isStopped asked between two tries.
 */
async function deliverRound(webhook: WebhookRow, isStopped: () => boolean): Promise<void> {
  const until = performance.now() + roundMs;
  await queueEvents(webhook);
  const due = await db()
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhook.id), isDueAt(new Date())))
    .orderBy(asc(webhookDeliveries.auditId))
    .limit(batch);
  for (const delivery of due) {
    if (isStopped() || performance.now() >= until) return;
    if (!(await deliver(webhook, delivery))) return;
  }
}

/** Builds the condition that a delivery is due and no server has claimed it. */
const isDueAt = (now: Date) =>
  and(
    sql`${webhookDeliveries.state} = 'waiting'`,
    hasCome(webhookDeliveries.nextTryAt, now),
    or(isNull(webhookDeliveries.takenUntil), hasCome(webhookDeliveries.takenUntil, now)),
  );

/** Claims a delivery. Returns false if another server has claimed or settled it. */
async function claim({ id }: DeliveryRow): Promise<boolean> {
  const now = new Date();
  const claimUpdate = db()
    .update(webhookDeliveries)
    .set({ takenUntil: new Date(now.getTime() + claimMs) })
    .where(and(eq(webhookDeliveries.id, id), isDueAt(now)));
  return (await execute(claimUpdate, { durable: false })) === 1;
}

/** Makes one try. Returns false if the receiver should rest until the next round. */
async function deliver(webhook: WebhookRow, delivery: DeliveryRow): Promise<boolean> {
  const time = await findSendTime(delivery);
  if (time === 'never') {
    await execute(db().delete(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id)));
    return true;
  }
  if (time !== 'now') {
    await settle(delivery, { nextTryAt: time });
    return true;
  }
  if (!(await claim(delivery))) return true;
  const outcome = await post(webhook, delivery);
  const isDelivered = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
  const waitSeconds = retryAfterSeconds[delivery.tries];
  const now = Date.now();
  const isGivenUp = outcome.status === 410 || waitSeconds === undefined;
  await settle(delivery, {
    tries: delivery.tries + 1,
    lastTryAt: new Date(now),
    lastStatus: outcome.status ?? null,
    lastError: outcome.code ?? null,
    ...(isDelivered
      ? { state: 'delivered' as const }
      : isGivenUp
        ? { state: 'givenUp' as const }
        : { nextTryAt: new Date(now + waitSeconds * 1000) }),
  });
  if (isDelivered) return true;
  const details = { webhook: webhook.id, delivery: delivery.id, tries: delivery.tries + 1, ...outcome };
  note(isGivenUp ? 'webhook.givenUp' : 'webhook.delayed', details);
  if (outcome.status === 410) await switchOff(webhook);
  return false;
}

/** Posts an event: its name, its time and the ID of what it is about, and nothing else. */
function post(webhook: WebhookRow, delivery: DeliveryRow): Promise<PostOutcome> {
  const { id, event, happenedAt, objectId } = delivery;
  const body = JSON.stringify({
    type: event,
    timestamp: happenedAt.toISOString(),
    data: { id: objectId },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { webhooksAllowPrivate, isDemo } = getSettings();
  const url = new URL(webhook.url);
  return postGuarded(url, {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'SecondLook-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': sign(webhook.secret, `${id}.${timestamp}.${body}`),
    },
    body,
    mayBePrivate: webhooksAllowPrivate || (isDemo && isLoopbackHost(url.hostname)),
  });
}

/** Signs a message as the Standard Webhooks specification says, with the first version. */
const sign = (secret: string, message: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(message).digest('base64')}`;

/** Records the outcome of a try and releases the claim. */
const settle = ({ id }: DeliveryRow, change: Partial<typeof webhookDeliveries.$inferInsert>) =>
  execute(
    db()
      .update(webhookDeliveries)
      .set({ ...change, takenUntil: null })
      .where(eq(webhookDeliveries.id, id)),
  );

/** Switches a webhook off whose receiver answered that it is gone for good. */
async function switchOff({ id }: WebhookRow): Promise<void> {
  await atomically([
    requireChange(
      db()
        .update(webhooks)
        .set({ isActive: false })
        .where(and(eq(webhooks.id, id), eq(webhooks.isActive, true))),
    ),
    auditEntry({ action: 'webhook.ended', objectId: id }),
  ]);
  await listDeletions();
}
