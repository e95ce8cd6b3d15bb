import { webhookMessage } from '~/domain/webhooks/webhook-schemas';
import { deliveredEvents } from '~/platform/enums';
import { apiWords } from './document-words';
import { toJsonSchema } from './json-schema.server';
import { json, type Schema } from './types';

/** The headers of a message (standardwebhooks.com). */
const headers = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map((name) => ({
  name,
  in: 'header',
  required: true,
  description: apiWords.webhookHeaders[name],
  schema: { type: 'string' },
}));

/**
 * Describes the message of each event that a receiver can get.
 *
 * @param schemas the components of the document, to which the parts of a message are added.
 */
export function describeWebhooks(schemas: Record<string, Schema>) {
  const { properties = {}, required, description } = toJsonSchema(webhookMessage, 'output', schemas);
  const example = webhookMessage.meta()?.example;
  return Object.fromEntries(
    deliveredEvents.map((event) => {
      const schema = {
        type: 'object',
        description,
        properties: {
          ...properties,
          type: { description: apiWords.eventName, type: 'string', const: event },
        },
        required,
      };
      const content = { [json]: { schema, example: { ...(example as object), type: event } } };
      return [
        event,
        {
          post: {
            operationId: `on${event.replace(/(?:^|\.)(\w)/g, (_dot, letter: string) => letter.toUpperCase())}`,
            tags: ['system'],
            summary: apiWords.events[event],
            description: apiWords.webhook,
            security: [],
            parameters: headers,
            requestBody: { required: true, content },
            responses: {
              '2XX': { description: apiWords.webhookAnswers.delivered },
              410: { description: apiWords.webhookAnswers.gone },
              '4XX': { description: apiWords.webhookAnswers.repeated },
              '5XX': { description: apiWords.webhookAnswers.repeated },
            },
          },
        },
      ];
    }),
  );
}
