import { and, desc, eq } from 'drizzle-orm';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { webhookDeliveries, type webhooks } from '~/platform/db/core/tables/webhooks.server';
import { db } from '~/platform/db/db.server';
import type { WebhookEvent } from '~/platform/enums';
import type { PublicDelivery, PublicWebhook } from './webhook-schemas';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export const eventsOf = ({ events }: Pick<WebhookRow, 'events'>) => events.split(' ') as WebhookEvent[];

/** Reads the number of the latest audit entry. Events up to it are not reported. */
export async function readAuditEnd(): Promise<number> {
  const [last] = await db().select({ id: audit.id }).from(audit).orderBy(desc(audit.id)).limit(1);
  return last?.id ?? 0;
}

/** Presents a webhook to admins. */
export async function presentWebhook(row: Omit<WebhookRow, 'secret'>): Promise<PublicWebhook> {
  const countIn = (state: DeliveryRow['state']) =>
    db().$count(
      webhookDeliveries,
      and(eq(webhookDeliveries.webhookId, row.id), eq(webhookDeliveries.state, state)),
    );
  return {
    _id: row.id,
    url: row.url,
    events: eventsOf(row),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    waiting: await countIn('waiting'),
    givenUp: await countIn('givenUp'),
  };
}

/** Presents a delivery to admins. */
export const presentDelivery = (row: DeliveryRow): PublicDelivery => ({
  _id: row.id,
  event: row.event,
  objectId: row.objectId,
  happenedAt: row.happenedAt.toISOString(),
  state: row.state,
  tries: row.tries,
  lastTryAt: row.lastTryAt?.toISOString() ?? null,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  status: row.lastStatus,
  error: row.lastError,
});
