import { scopeOf } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { RefusalKind } from '~/domain/kernel/refusal';
import { defaultLanguage } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/messages/en';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { statusOf } from '~/web/pipeline/status';
import { type ErrorCode, errorCodeOf, errorCodes } from '../error-codes';
import { headersWith } from './answer-headers';
import { apiWords } from './document-words';
import { examplesOf, schemaOf } from './json-schema.server';
import { wordsOf } from './plain-schema';
import { type Answer, fileOf, json, type Schema, zip } from './types';

const envelopeFields = ['success', 'message'];

function envelopeOf(success: boolean): Record<string, Schema> {
  return {
    success: { ...wordsOf('success'), type: 'boolean', const: success },
    message: { ...wordsOf('message'), type: 'string' },
  };
}

type Surroundings = {
  isRead: boolean;
  hasFields: boolean;
  schemas: Record<string, Schema>;
  forgets: boolean;
};

/** What a call is answered with when it is done, and each status it may be refused with. */
export function answersOf(
  operation: AnyOperation,
  { isRead, hasFields, schemas, forgets }: Surroundings,
): Record<string, Answer> {
  const output = operation.output ? schemaOf(operation.output, 'output', schemas) : {};
  const done = translate(defaultLanguage, operation.successMessage);
  const schema: Schema = {
    type: 'object',
    properties: { ...envelopeOf(true), ...output.properties },
    required: [...envelopeFields, ...(output.required ?? [])],
    additionalProperties: false,
  };
  const example = { success: true, message: done, ...examplesOf(output) };
  const statuses = statusesOf(operation, { isRead, hasFields });
  const refused = statuses.map((status): [string, Answer] => [
    String(status),
    {
      $ref: `#/components/responses/${status === 401 && operation.allow === 'anyone' ? 'WrongLogin' : nameOf[status]}`,
    },
  ]);
  const isDownload = operation.policy?.answer === 'download';
  return {
    200: {
      description: apiWords.statuses[200] ?? '',
      headers: headersWith(
        ...(isDownload ? ['Content-Disposition'] : []),
        ...(output.properties?.meta ? ['Link'] : []),
        ...(forgets ? ['Clear-Site-Data'] : []),
      ),
      content: isDownload ? { [zip]: { schema: fileOf(zip) } } : { [json]: { schema, example } },
    },
    ...Object.fromEntries(refused),
  };
}

const everyRank = [
  { accountType: 'Patient', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: true },
  { accountType: 'Expert', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: false },
  { accountType: 'Admin', approved: true, suspended: false },
] as const;

/** Every status but 200 that an operation can be answered with, read off its declaration. */
function statusesOf(
  { allow, policy, refusals = [] }: AnyOperation,
  { isRead, hasFields }: { isRead: boolean; hasFields: boolean },
): number[] {
  const kinds: RefusalKind[] = ['tooMany', ...refusals];
  if (allow !== 'anyone') kinds.push('signedOut');
  if (allow !== 'anyone' && everyRank.some((rank) => !scopeOf(rank, allow))) kinds.push('forbidden');
  const isFactorDemanded = getSettings().secondFactorFor.length > 0;
  if (allow !== 'anyone' && isFactorDemanded && policy?.secondFactor !== 'optional') kinds.push('forbidden');
  if (hasFields) kinds.push('invalid');
  // A body that a call does not need is read all the same, and may be broken or too large.
  if (!isRead) kinds.push('tooLarge', 'wrongType');
  const statuses = [...kinds.map((kind) => statusOf[kind]), 400, 500, 503, 507];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const nameOf: Record<number, string> = {
  400: 'BrokenBody',
  401: 'SignedOut',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Failed',
  503: 'Busy',
  507: 'NoSpace',
};

/** The envelope of every refusal. */
export const refusalSchema: Schema = {
  type: 'object',
  properties: {
    ...envelopeOf(false),
    code: { ...wordsOf('code'), type: 'string', enum: errorCodes },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    pages: {
      ...wordsOf('pages', 'Refusal'),
      type: 'array',
      items: {
        type: 'object',
        properties: { page: { type: 'integer' }, message: { type: 'string' } },
        required: ['page', 'message'],
        additionalProperties: false,
      },
    },
    incident: { type: 'string' },
  },
  required: [...envelopeFields, 'code'],
  additionalProperties: false,
};

const refusalExamples: Record<number, MessageKey> = {
  400: 'refused.brokenJson',
  401: 'refused.signedOut',
  403: 'role.wrong',
  404: 'report.notFound',
  409: 'review.already',
  413: 'refused.tooLarge',
  415: 'refused.bodyType',
  422: 'upload.reportType',
  429: 'limit.wait',
  500: 'report.fetchFailed',
  503: 'refused.busy',
  507: 'refused.noSpace',
};

const codeExamples: Record<number, ErrorCode> = {
  ...Object.fromEntries(
    Object.entries(statusOf).map(([kind, status]) => [status, errorCodeOf(kind as RefusalKind)]),
  ),
  // Statuses of several kinds, and of what is no refusal.
  400: errorCodeOf('unreadable'),
  401: errorCodeOf('signedOut'),
  409: errorCodeOf('conflict'),
  500: errorCodeOf('failed'),
};
const waits = new Set(['429', '503']);

/** The refusals that the calls' answers refer to, one a status. */
export function refusalAnswers() {
  const responses: Record<string, Answer> = {};
  const values = { wait: { seconds: 60 } };
  for (const [status, name] of Object.entries(nameOf)) {
    const words = refusalExamples[Number(status)] ?? 'error.title';
    const message = translate(defaultLanguage, words, values);
    const example = {
      success: false,
      message,
      code: codeExamples[Number(status)],
      ...(status === '422' && { errors: { reportType: message } }),
      ...(status === '500' && { incident: '7f3a9c' }),
    };
    responses[name] = {
      description: apiWords.statuses[status] ?? '',
      headers: headersWith(
        ...(status === '401' ? ['WWW-Authenticate'] : waits.has(status) ? ['Retry-After'] : []),
      ),
      content: { [json]: { schema: { $ref: '#/components/schemas/Refusal' }, example } },
    };
  }
  const message = translate(defaultLanguage, 'login.failed');
  responses.WrongLogin = {
    description: apiWords.statuses['401 login'] ?? '',
    headers: headersWith('WWW-Authenticate'),
    content: {
      [json]: {
        schema: { $ref: '#/components/schemas/Refusal' },
        example: { success: false, message, code: errorCodeOf('wrongPassword') },
      },
    },
  };
  return responses;
}
