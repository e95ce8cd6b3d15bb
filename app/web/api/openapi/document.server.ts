import { LRUCache } from 'lru-cache';
import { webhookMessage } from '~/domain/programs/webhook-schemas';
import { deliveredEvents } from '~/platform/enums';
import { readBuild } from '~/platform/observability/build-info.server';
import { getSettings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';
import { listCalls, type Method } from '../calls.server';
import { withoutCall } from '../without-call';
import { answerHeaders, commonHeaders } from './answer-headers';
import { refusal, refusalAnswers } from './answers.server';
import { describeCall } from './describe-call.server';
import { describeFiles, describePieces } from './describe-files.server';
import { apiWords } from './document-words';
import { toJsonSchema } from './json-schema.server';
import { type Described, json, type Schema } from './types';

/**
 * Builds the OpenAPI 3.1 document of the API from the operations themselves: their input and output
 * schemas, their permissions and their refusals (docs/requirements.md#api).
 */
export function openApiDocument() {
  const schemas: Record<string, Schema> = {};
  toJsonSchema(refusal, 'output', schemas);
  const addresses: Record<string, Record<string, Described>> = {};
  for (const [path, call] of Object.entries(listCalls())) {
    const { routeInput = {}, clearsSiteData = false, ...operations } = call;
    for (const openApiPath of pathsOf(path)) {
      const methods: Record<string, Described> = {};
      for (const [method, operation] of Object.entries(operations)) {
        const declaration = {
          path: openApiPath,
          isOptional: path.endsWith('?'),
          isTwin: Object.values(operations).filter((one) => one === operation).length > 1,
          method: method as Method,
          routeInput: Object.keys(routeInput),
          schemas,
          clearsSiteData,
        };
        methods[method.toLowerCase()] = describeCall(operation, declaration);
      }
      addresses[`/${openApiPath}`] = methods;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: fill(apiWords.title),
      version: readBuild().version,
      contact: { name: getSettings().PRODUCT_NAME, url: `${getSettings().PUBLIC_URL}${paths.contactUs}` },
      description: [apiWords.about, apiWords.withoutCall, ...withoutCall.map(({ reason }) => reason)].join(
        '\n\n',
      ),
    },
    servers: [{ url: `${getSettings().PUBLIC_URL}/api/v1` }],
    tags: Object.entries(apiWords.groups).map(([name, description]) => ({ name, description })),
    paths: { ...addresses, ...describePieces(), ...describeFiles() },
    webhooks: describeWebhooks(schemas),
    'x-common-headers': commonHeaders,
    components: {
      schemas,
      headers: answerHeaders,
      responses: refusalAnswers(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: apiWords.token },
        key: { type: 'http', scheme: 'bearer', description: apiWords.key },
      },
    },
  };
}

export type ApiDocument = ReturnType<typeof openApiDocument>;

const fill = (words: string) => words.replace('{product}', getSettings().PRODUCT_NAME);

/** Splits a path with an optional parameter into two paths. */
function pathsOf(path: string): string[] {
  const inBraces = (text: string) => text.replace(/:(\w+)/g, '{$1}');
  const optional = /\/:\w+\?$/.exec(path);
  if (!optional) return [inBraces(path)];
  return [path.slice(0, optional.index), inBraces(path.slice(0, -1))];
}

// The document depends only on the settings.
const texts = new LRUCache<object, string>({ max: 1, memoMethod: () => JSON.stringify(openApiDocument()) });

/** Returns the document as JSON text, built once. */
export const openApiText = (): string => texts.memo(getSettings());

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
function describeWebhooks(schemas: Record<string, Schema>) {
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
