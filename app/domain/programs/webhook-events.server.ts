import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { webhookDeliveries, webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import type { AuditAction, WebhookEvent } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { type DeliveryRow, eventsOf, type WebhookRow } from './webhook-rows.server';

const batch = 200;

/**
 * The event of each audit action. The audit log has the entries of every server, also of an older
 * release, in one order without gaps.
 */
const eventOfAction: Partial<Record<AuditAction, WebhookEvent>> = {
  'report.uploaded': 'report.created',
  'report.reviewed': 'report.reviewed',
  'review.added': 'report.amended',
  'review.corrected': 'report.amended',
  'review.translated': 'report.amended',
  'review.takenBack': 'review.takenBack',
  'report.deleted': 'report.deleted',
  'consent.withdrawn': 'consent.withdrawn',
  'consent.given': 'consent.given',
  'report.asked': 'question.asked',
  'account.opened': 'expert.signedUp',
};

const actionsOf = (events: WebhookEvent[]) =>
  (Object.keys(eventOfAction) as AuditAction[]).filter((action) =>
    events.some((event) => event === eventOfAction[action]),
  );

/**
 * Queues a delivery for each new event of a webhook. Two servers may do this at once: only one of
 * them moves `readTo` on. More events than a batch wait for the next round.
 */
export async function queueEvents(webhook: WebhookRow): Promise<void> {
  const entries = await db()
    .select({ id: audit.id, at: audit.at, action: audit.action, objectId: audit.objectId })
    .from(audit)
    .where(and(gt(audit.id, webhook.readTo), inArray(audit.action, actionsOf(eventsOf(webhook)))))
    .orderBy(asc(audit.id))
    .limit(batch);
  const last = entries.at(-1);
  if (!last) return;
  const experts = await findExperts(
    entries.flatMap(({ action, objectId }) => (action === 'account.opened' && objectId ? [objectId] : [])),
  );
  const rows = entries.flatMap(({ id, at, action, objectId }) => {
    const event = eventOfAction[action];
    if (!event || !objectId || (event === 'expert.signedUp' && !experts.has(objectId))) return [];
    // The event may have happened while the clock was ahead.
    const nextTryAt = new Date(Math.min(at.getTime(), Date.now()));
    return [{ id: newId(), webhookId: webhook.id, auditId: id, event, objectId, happenedAt: at, nextTryAt }];
  });
  const isOwn = and(eq(webhooks.id, webhook.id), eq(webhooks.readTo, webhook.readTo));
  await atomically([
    requireChange(db().update(webhooks).set({ readTo: last.id }).where(isOwn)),
    rows.length > 0 && db().insert(webhookDeliveries).values(rows),
  ]);
}

/** Finds the accounts among some that are experts. A deleted account is none. */
async function findExperts(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.accountType, 'Expert')));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Finds out whether the event of a delivery may be sent. A review that can still be undone is not
 * reported yet, and one that was undone never is.
 *
 * @returns `now`, `never`, or the time from which it may be.
 */
export async function findSendTime({
  event,
  objectId,
  auditId,
}: DeliveryRow): Promise<'now' | 'never' | Date> {
  if (event !== 'report.reviewed') return 'now';
  const [report] = await db()
    .select({ hiddenUntil: reports.hiddenUntil })
    .from(reports)
    .where(eq(reports.id, objectId));
  const isLater = and(eq(audit.objectId, objectId), eq(audit.action, 'review.undone'), gt(audit.id, auditId));
  if ((await db().$count(audit, isLater)) > 0) return 'never';
  const hiddenUntil = report?.hiddenUntil;
  return hiddenUntil && hiddenUntil.getTime() > Date.now() ? hiddenUntil : 'now';
}
