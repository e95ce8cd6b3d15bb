import { eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';

/**
 * Repeats, in a restored database, what admins decided about a webhook since the backup. A removed
 * one is removed. One that was changed or ended is switched off, since its old address must get
 * nothing more and the new one is lost.
 *
 * @param changes the entries since the backup, oldest first.
 */
export async function repeatWebhookChange(webhookId: string, changes: { action: string }[]): Promise<void> {
  const isRemoved = changes.some(({ action }) => action === 'webhook.removed');
  const isOwn = eq(webhooks.id, webhookId);
  await atomically([
    requireChange(
      isRemoved
        ? db().delete(webhooks).where(isOwn)
        : db().update(webhooks).set({ isActive: false }).where(isOwn),
    ),
    auditEntry({ action: isRemoved ? 'webhook.removed' : 'webhook.ended', objectId: webhookId }),
  ]);
}
