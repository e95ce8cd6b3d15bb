import { z } from 'zod';
import { adminProofFields } from '~/domain/identity/account-schemas';
import { booleanField } from '~/domain/kernel/choices';
import { idSchema, key, publicMoment, requiredLine } from '~/domain/kernel/fields';
import { deliveredEvents, deliveryStates, webhookEvents } from '~/platform/enums';
import { maxWebhookUrlLength } from './webhook-constants';

const example = {
  url: 'https://hospital.example/hooks/secondlook',
  webhookId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
  deliveryId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  at: '2026-03-05T09:10:00.000Z',
};

/** Parses a full address without user, password and fragment. Undefined for anything else. */
function parseAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWhole = /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
  return isWhole ? url : undefined;
}

const url = requiredLine(key('webhooks.url'), maxWebhookUrlLength)
  .refine((text) => parseAddress(text) !== undefined, key('webhooks.urlWrong'))
  .transform((text) => new URL(text).href)
  .meta({
    description:
      'Address of the receiver, with `https`. Private addresses and `http` need `WEBHOOKS_ALLOW_PRIVATE=yes`; a demo clinic takes those of its own machine.',
    example: example.url,
  });

const events = z
  .preprocess(
    (input) => (typeof input === 'string' ? input.split(/[\s,]+/).filter(Boolean) : input),
    z.array(z.enum(webhookEvents, { error: key('form.choices') }), { error: key('webhooks.events') }),
  )
  .pipe(z.array(z.enum(webhookEvents)).min(1, key('webhooks.events')))
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)))
  .meta({ description: 'Events to report.', example: ['report.reviewed', 'report.amended'] });

/** Input for a new webhook. */
export const addWebhookForm = z.object({ url, events, ...adminProofFields });

export const webhookIdOnly = z.object({
  webhookId: idSchema.meta({
    description: 'ID of the webhook: `_id` in `system/webhooks`.',
    example: example.webhookId,
  }),
});

const orUndefined = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

const newAddressPassword = adminProofFields.password
  .nullish()
  .transform(orUndefined)
  .describe('Password of your account. Required for a new `url`.');

/** Input for changing a webhook. A missing field stays as it is. */
export const changeWebhookForm = webhookIdOnly.extend({
  url: url.nullish().transform(orUndefined).describe('New address of the receiver.'),
  events: events.nullish().transform(orUndefined).describe('Events to report from now on.'),
  isActive: booleanField.nullish().transform(orUndefined).meta({
    description: 'Whether events are reported. Those that happen while it is `false` are not reported later.',
    example: true,
  }),
  password: newAddressPassword,
  otp: adminProofFields.otp,
});

/** Input of the page, which sends every field; an empty checkbox is missing. */
export const changeWebhookOnPage = webhookIdOnly.extend({
  url,
  events,
  isActive: booleanField.optional().transform((isTicked) => isTicked ?? false),
  password: newAddressPassword,
  otp: adminProofFields.otp,
});

export const deliveryIdOnly = z.object({
  deliveryId: idSchema.meta({
    description: 'ID of the delivery: `_id` in `system/webhook-deliveries`.',
    example: example.deliveryId,
  }),
});

/** A webhook as admins see it, without its secret. */
export const publicWebhook = z
  .object({
    _id: z.string().describe('ID of the webhook.'),
    url: z.string().describe('Address of the receiver.'),
    events: z.array(z.enum(webhookEvents)).describe('Events that are reported.'),
    isActive: z.boolean().describe('Whether events are reported.'),
    createdAt: publicMoment.describe('Time the webhook was added, in UTC.'),
    waiting: z.int().min(0).describe('Number of deliveries that wait for their next try.'),
    givenUp: z.int().min(0).describe('Number of deliveries of the last 30 days that were given up.'),
  })
  .meta({
    id: 'Webhook',
    description: 'A receiver that is told of events.',
    example: {
      _id: example.webhookId,
      url: example.url,
      events: ['report.reviewed', 'report.amended'],
      isActive: true,
      createdAt: example.at,
      waiting: 0,
      givenUp: 0,
    },
  });

/** The body of a message, as a receiver gets it. */
export const webhookMessage = z
  .object({
    type: z.enum(deliveredEvents).describe('Name of the event.'),
    timestamp: publicMoment.describe('Time of the event, in UTC.'),
    data: z
      .object({
        id: z
          .string()
          .describe(
            'ID of the report, of the account for `expert.signedUp`, or of the webhook for `webhook.test`.',
          ),
      })
      .describe('What the event is about. Nothing else is in a message.'),
  })
  .meta({
    description: 'A message to a webhook.',
    example: { type: 'report.reviewed', timestamp: example.at, data: { id: '01k2zq5v7m8n9p0q1r2s3t4v5y' } },
  });

/** A delivery as admins see it. */
export const publicDelivery = z
  .object({
    _id: z.string().describe('ID of the delivery, which the receiver gets as `webhook-id`.'),
    event: z.enum(deliveredEvents).describe('Name of the event.'),
    objectId: z
      .string()
      .describe('ID of the report or account that the event is about, or of the webhook for `webhook.test`.'),
    happenedAt: publicMoment.describe('Time of the event, in UTC.'),
    state: z.enum(deliveryStates).describe('Whether it waits, was delivered or was given up.'),
    tries: z.int().min(0).describe('Number of tries.'),
    lastTryAt: publicMoment.nullable().describe('Time of the last try, in UTC. `null` before the first.'),
    nextTryAt: publicMoment.nullable().describe('Time of the next try, in UTC. `null` if there is none.'),
    status: z.int().nullable().describe('HTTP status of the last answer. `null` if there was none.'),
    error: z
      .string()
      .nullable()
      .describe(
        'Code of the last error, such as `ECONNREFUSED`, or `EPRIVATE` for an address that is not public. `null` if there was an answer.',
      ),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'An event and what became of its delivery.',
    example: {
      _id: example.deliveryId,
      event: 'report.reviewed',
      objectId: '01k2zq5v7m8n9p0q1r2s3t4v5y',
      happenedAt: example.at,
      state: 'delivered',
      tries: 1,
      lastTryAt: '2026-03-05T09:10:12.000Z',
      nextTryAt: null,
      status: 204,
      error: null,
    },
  });

export type PublicWebhook = z.infer<typeof publicWebhook>;
export type PublicDelivery = z.infer<typeof publicDelivery>;
