import { webhookDeliveries } from '~/platform/db/core/tables/webhooks.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { password, type Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const webhooksCall = apiRoute('system/webhooks');

/** Adds a webhook as an admin, and returns its ID. */
export async function aWebhookOf({ token }: Pick<Somebody, 'token'>): Promise<string> {
  const body = { url: 'https://hospital.example/hooks', events: ['report.deleted'], password };
  const { json } = await callApi(webhooksCall, { method: 'POST', token, body });
  return (json.data as { _id: string })._id;
}

/** Writes a delivery that was given up, and returns its ID. */
export async function aDeliveryOf(webhookId: string): Promise<string> {
  const id = newId();
  const at = new Date();
  const event = { event: 'report.deleted', objectId: newId(), happenedAt: at, nextTryAt: at } as const;
  const row = { id, webhookId, auditId: 1, state: 'givenUp', tries: 9, ...event } as const;
  await execute(db().insert(webhookDeliveries).values(row));
  return id;
}
