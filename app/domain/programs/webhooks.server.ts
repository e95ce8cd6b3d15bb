import { randomBytes, randomInt } from 'node:crypto';
import { asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { changeWithProof } from '~/domain/log-in/admin-proof.server';
import { webhookDeliveries, webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { testEvent } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { isLoopbackHost, isPublicAddress } from '~/platform/senders/guarded-post.server';
import { getSettings } from '~/platform/settings/env.server';
import { maxWebhooks } from './webhook-constants';
import { presentDelivery, presentWebhook, readAuditEnd } from './webhook-rows.server';
import {
  addWebhookForm,
  changeWebhookForm,
  changeWebhookOnPage,
  deliveryIdOnly,
  publicDelivery,
  publicWebhook,
  webhookIdOnly,
} from './webhook-schemas';
import { wakeWebhookWorker } from './webhook-worker.server';

const maxDeliveries = 100;

/** The columns of a webhook that are shown. The secret is shown once, when it is made. */
const { secret: _secret, ...shownColumns } = getTableColumns(webhooks);

/** Lists the webhooks of the clinic, in the order in which they were added. */
export const listWebhooks = operation({
  name: 'webhook.list',
  api: {
    summary: 'List webhooks',
    text: 'For admins. Lists the receivers that are told of events, without their secrets.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicWebhook).describe('Webhooks, the oldest first.') }),
  allow: 'webhook.manage',
  successMessage: 'webhooks.title',
  failureMessage: 'webhooks.failed',
  async run() {
    const rows = await db()
      .select(shownColumns)
      .from(webhooks)
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
    return { data: await Promise.all(rows.map(presentWebhook)) };
  },
});

/**
 * Adds a webhook. Events from now on are reported.
 *
 * @returns the webhook, and the secret for checking its signatures, which is not shown again.
 * @throws Refusal: `invalid` beside `url`; as `changeWithProof` does; `conflict` with twenty webhooks.
 */
export const addWebhook = operation({
  name: 'webhook.add',
  api: {
    summary: 'Add a webhook',
    text: 'For admins. Requires the password and, with two-step login, a code. Reports events to an address from now on, signed as the Standard Webhooks specification says. Returns the secret of the signatures, which is not shown again. Returns 409 if the clinic has 20 webhooks.',
  },
  input: addWebhookForm,
  output: z.object({
    data: publicWebhook.describe('The new webhook.'),
    secret: z.string().meta({
      description: 'Secret for checking the signatures. It is not shown again.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  }),
  refusals: ['conflict'],
  allow: 'webhook.manage',
  lists: ['events'],
  secretFields: ['password', 'otp'],
  successMessage: 'webhooks.added',
  failureMessage: 'webhooks.failed',
  async run({ viewer, input: { url, events, ...proof }, context }) {
    requireAllowedAddress(url);
    if ((await db().$count(webhooks)) >= maxWebhooks)
      throw new Refusal('conflict', 'webhooks.full', { values: { most: maxWebhooks } });
    const row = {
      id: newId(),
      url,
      secret: randomBytes(32).toString('base64'),
      events: events.join(' '),
      isActive: true,
      readTo: await readAuditEnd(),
      madeBy: viewer.id,
      createdAt: new Date(),
    };
    const steps = [
      db().insert(webhooks).values(row),
      auditEntry({ action: 'webhook.added', actorId: viewer.id, objectId: row.id }),
    ];
    await changeWithProof({ viewer, proof, context, steps });
    return { data: await presentWebhook(row), secret: `whsec_${row.secret}` };
  },
});

/**
 * Changes the address or the events of a webhook, or switches it on or off. Events that happen
 * while it is off are not reported later.
 *
 * @throws Refusal: `notFound`; `invalid` beside `url`; for another address as `changeWithProof` does.
 */
export const changeWebhook = operation({
  name: 'webhook.change',
  api: {
    summary: 'Change a webhook',
    text: 'For admins. Changes the address or the events, or switches the webhook on or off. A new address requires the password and, with two-step login, a code. Omitted fields are unchanged. The secret stays: for a new one, add another webhook.',
  },
  input: changeWebhookForm,
  inputOnPage: changeWebhookOnPage,
  output: z.object({ data: publicWebhook.describe('The changed webhook.') }),
  refusals: ['notFound'],
  allow: 'webhook.manage',
  lists: ['events'],
  secretFields: ['password', 'otp'],
  successMessage: 'webhooks.changed',
  failureMessage: 'webhooks.failed',
  async run({ viewer, input: { webhookId, url, events, isActive, password, otp }, context }) {
    if (url !== undefined) requireAllowedAddress(url);
    const before = await requireWebhook(webhookId);
    const isStarted = isActive === true && !before.isActive;
    const change = {
      url: url ?? before.url,
      events: events?.join(' ') ?? before.events,
      isActive: isActive ?? before.isActive,
      ...(isStarted && { readTo: await readAuditEnd() }),
    };
    const steps = [
      requireChange(db().update(webhooks).set(change).where(eq(webhooks.id, webhookId))),
      auditEntry({ action: 'webhook.changed', actorId: viewer.id, objectId: webhookId }),
    ];
    const isElsewhere = change.url !== before.url;
    if (isElsewhere && !password)
      throw new Refusal('invalid', 'webhooks.needsPassword', { field: 'password' });
    const isChanged =
      isElsewhere && password
        ? await changeWithProof({ viewer, proof: { password, otp }, context, steps })
        : await atomically(steps);
    if (!isChanged) throw gone();
    await listDeletions();
    return { data: await presentWebhook({ ...before, ...change }) };
  },
});

/**
 * Removes a webhook and its deliveries.
 *
 * @throws Refusal: `notFound`.
 */
export const removeWebhook = operation({
  name: 'webhook.remove',
  api: { summary: 'Remove a webhook', text: 'For admins. Nothing more is sent to its address.' },
  input: webhookIdOnly,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'webhook.manage',
  successMessage: 'webhooks.removed',
  failureMessage: 'webhooks.failed',
  async run({ viewer, input: { webhookId } }) {
    const isRemoved = await atomically([
      requireChange(db().delete(webhooks).where(eq(webhooks.id, webhookId))),
      auditEntry({ action: 'webhook.removed', actorId: viewer.id, objectId: webhookId }),
    ]);
    if (!isRemoved) throw gone();
    await listDeletions();
    return {};
  },
});

/**
 * Lists the latest deliveries of a webhook, at most 100.
 *
 * @throws Refusal: `notFound`.
 */
export const listDeliveries = operation({
  name: 'webhook.listDeliveries',
  api: {
    summary: 'List the deliveries of a webhook',
    text: 'For admins. Returns up to 100 deliveries of the last 30 days, newest first.',
  },
  input: webhookIdOnly,
  output: z.object({
    data: z.array(publicDelivery).describe('Deliveries, newest first. At most 100.'),
    webhook: publicWebhook.describe('The webhook.'),
  }),
  refusals: ['notFound'],
  allow: 'webhook.manage',
  successMessage: 'webhooks.title',
  failureMessage: 'webhooks.failed',
  async run({ input: { webhookId } }) {
    const webhook = await presentWebhook(await requireWebhook(webhookId));
    const rows = await db()
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, webhookId))
      .orderBy(desc(webhookDeliveries.happenedAt), desc(webhookDeliveries.auditId))
      .limit(maxDeliveries);
    return { data: rows.map(presentDelivery), webhook };
  },
});

/** Reads the webhooks for their page, with what its form for a new one needs. */
export const readWebhooks = operation({
  ...listWebhooks,
  name: 'webhook.readAll',
  output: undefined,
  run: async (call) => ({ ...(await listWebhooks.run(call)), asksCode: await hasFactor(call.viewer) }),
});

/** Reads one webhook for its page, with what its form for a change needs. */
export const readWebhook = operation({
  ...listDeliveries,
  name: 'webhook.readOne',
  output: undefined,
  run: async (call) => ({ ...(await listDeliveries.run(call)), asksCode: await hasFactor(call.viewer) }),
});

const hasFactor = async (viewer: Viewer) => (await requireOwnRow(viewer)).totpSince !== null;

/**
 * Sends a delivery again, as the same event under the same ID, with all its tries.
 *
 * @throws Refusal: `notFound`.
 */
export const retryDelivery = operation({
  name: 'webhook.retryDelivery',
  api: {
    summary: 'Send a delivery again',
    text: 'For admins. Sends an event again with the same `webhook-id`, whether or not it was delivered.',
  },
  input: deliveryIdOnly,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'webhook.manage',
  successMessage: 'webhooks.retried',
  failureMessage: 'webhooks.failed',
  async run({ viewer, input: { deliveryId } }) {
    const isQueued = await atomically([
      requireChange(
        db()
          .update(webhookDeliveries)
          .set({ state: 'waiting', tries: 0, nextTryAt: new Date() })
          .where(eq(webhookDeliveries.id, deliveryId)),
      ),
      auditEntry({ action: 'webhook.retried', actorId: viewer.id, objectId: deliveryId }),
    ]);
    if (!isQueued) throw new Refusal('notFound', 'webhooks.noDelivery');
    wakeWebhookWorker();
    return {};
  },
});

/**
 * Sends a test event to the receiver of a webhook, whatever events it reports. It is queued as any
 * other, so the list of deliveries shows what became of it.
 *
 * @returns the ID of its delivery.
 * @throws Refusal: `notFound`; `conflict` if the webhook is off.
 */
export const testWebhook = operation({
  name: 'webhook.test',
  api: {
    summary: 'Send a test event',
    text: 'For admins. Sends a message of the type `webhook.test` to the receiver, signed and repeated as any other. Returns 409 if the webhook is off.',
  },
  input: webhookIdOnly,
  output: z.object({
    data: z
      .object({ deliveryId: z.string().describe('ID of the delivery in `system/webhook-deliveries`.') })
      .meta({ description: 'The queued test event.', example: { deliveryId: '01k2zq5v7m8n9p0q1r2s3t4v5x' } }),
  }),
  refusals: ['notFound', 'conflict'],
  allow: 'webhook.manage',
  successMessage: 'webhooks.tested',
  failureMessage: 'webhooks.failed',
  async run({ viewer, input: { webhookId } }) {
    const { isActive } = await requireWebhook(webhookId);
    if (!isActive) throw new Refusal('conflict', 'webhooks.testOff');
    const [id, now] = [newId(), new Date()];
    const delivery: typeof webhookDeliveries.$inferInsert = {
      id,
      webhookId,
      // Entries of the audit log have positive numbers, so this never takes the place of an event.
      auditId: -randomInt(1, 2 ** 31),
      event: testEvent,
      objectId: webhookId,
      happenedAt: now,
      nextTryAt: now,
    };
    const isQueued = await atomically([
      requireChange(db().insert(webhookDeliveries).values(delivery)),
      auditEntry({ action: 'webhook.tested', actorId: viewer.id, objectId: webhookId }),
    ]);
    if (!isQueued) throw gone();
    wakeWebhookWorker();
    return { data: { deliveryId: id } };
  },
});

const gone = () => new Refusal('notFound', 'webhooks.gone');

async function requireWebhook(webhookId: string) {
  const [row] = await db().select(shownColumns).from(webhooks).where(eq(webhooks.id, webhookId));
  if (!row) throw gone();
  return row;
}

/**
 * Requires https and a public address, unless the clinic allows others. A name is checked at each
 * delivery, since it may lead elsewhere by then.
 */
function requireAllowedAddress(address: string): void {
  const { webhooksAllowPrivate, isDemo } = getSettings();
  if (webhooksAllowPrivate) return;
  const { protocol, hostname } = new URL(address);
  if (isDemo && isLoopbackHost(hostname)) return;
  const isLiteral = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = /(?:^|\.)localhost$/.test(hostname) || (isLiteral && !isPublicAddress(hostname));
  if (protocol !== 'https:') throw new Refusal('invalid', 'webhooks.needsHttps', { field: 'url' });
  if (isLocal) throw new Refusal('invalid', 'webhooks.privateAddress', { field: 'url' });
}
