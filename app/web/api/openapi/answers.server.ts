import { z } from 'zod';
import { type Ability, findScope } from '~/domain/kernel/abilities';
import { callWarnings } from '~/domain/kernel/fields';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { RefusalCode, RefusalKind } from '~/domain/kernel/refusal';
import { protocol } from '~/domain/report/slot-fields';
import { defaultLanguage } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { type ErrorCode, errorCodeOf, errorCodes, statusByKind } from '~/web/request/error-codes';
import { headersWith } from './answer-headers';
import { fileAnswers } from './describe-files.server';
import { apiWords } from './document-words';
import { buildExample, toJsonSchema } from './json-schema.server';
import { type DescribedAnswer, describeFile, json, type Schema, zip } from './types';

const message = z
  .string()
  .describe('Message for people, in English or in the language of `Accept-Language`.');
const envelope = z.object({ success: z.literal(true).describe('Always true.'), message });

/** The `meta` of a reading call that is no list. */
const warningsOnly = z
  .object({ warnings: callWarnings })
  .meta({
    id: 'CallMeta',
    description: 'Warnings about the call.',
    example: {
      warnings: [{ code: 'unknown_parameter', message: 'This call has no parameter status' }],
    },
  })
  .optional()
  .describe('Present if there are warnings.');

type Surroundings = {
  isRead: boolean;
  hasFields: boolean;
  schemas: Record<string, Schema>;
  clearsSiteData: boolean;
};

/** Describes the responses of a call: success, and each status of a refusal. */
export function describeAnswers(
  operation: AnyOperation,
  { isRead, hasFields, schemas, clearsSiteData }: Surroundings,
): Record<string, DescribedAnswer> {
  const output = (operation.output as z.ZodObject | undefined)?.shape ?? {};
  const successText = translate(defaultLanguage, operation.successMessage);
  const isDownload = operation.policy?.answer === 'download';
  const fileType = operation.policy?.downloadType ?? zip;
  const warned = isRead && !isDownload && !output.meta ? { meta: warningsOnly } : {};
  const schema = toJsonSchema(envelope.extend({ ...output, ...warned }), 'output', schemas);
  const example: Record<string, unknown> = {
    ...buildExample(schema, schemas),
    success: true,
    message: successText,
  };
  // Only a call with a mistake in its query gets warnings.
  if (!output.meta) delete example.meta;
  const refused = refusalsOf(operation, { isRead, hasFields });
  const hasTag = isRead && !isDownload;
  return {
    200: {
      description: apiWords.statuses[200] ?? '',
      headers: headersWith(
        ...(isDownload ? ['Content-Disposition'] : []),
        ...(output.meta ? ['Link'] : []),
        ...(hasTag ? ['ETag'] : []),
        ...(clearsSiteData ? ['Clear-Site-Data'] : []),
      ),
      content: isDownload
        ? { [fileType]: { schema: describeFile(fileType) } }
        : { [json]: { schema, example } },
    },
    ...(hasTag && { 304: { $ref: '#/components/responses/NotModified' } }),
    ...Object.fromEntries(refused),
  };
}

/** Checks whether the accounts of some role, or with some duty, may do what an ability is for. */
export const isForAccounts = (allow: Ability): boolean =>
  [...everyRank, ...everyDuty].some((rank) => findScope(rank, allow) !== undefined);

const everyRank = [
  { accountType: 'Patient', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: true },
  { accountType: 'Expert', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: false },
  { accountType: 'Admin', approved: true, suspended: false },
] as const;

const everyDuty = [
  { ...everyRank[0], isHelper: true },
  { ...everyRank[0], isFrontDesk: true },
];

/** Derives every response except success that an operation can return from its declaration. */
function refusalsOf(operation: AnyOperation, around: { isRead: boolean; hasFields: boolean }) {
  const ofAccounts = statusesOf(operation, around);
  // A key may come with any call, also with one that no key may make.
  const statuses = [...new Set([...ofAccounts, ...keyStatuses])].sort((a, b) => a - b);
  return statuses.map((status): [string, DescribedAnswer] => {
    const isOfKeysOnly = !ofAccounts.includes(status);
    const isLogin = status === 401 && operation.allow === 'anyone';
    const name = isOfKeysOnly ? keyNameOf[status] : isLogin ? 'WrongLogin' : nameOf[status];
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
}

/** The statuses with which any call refuses a key: it has ended, or its scopes do not include the call. */
const keyStatuses = [statusByKind.signedOut, statusByKind.forbidden];

/** Derives every status except 200 with which an operation can answer anybody but a key. */
function statusesOf(
  { allow, policy, refusals = [] }: AnyOperation,
  { isRead, hasFields }: { isRead: boolean; hasFields: boolean },
): number[] {
  const kinds: RefusalKind[] = ['tooMany', ...refusals];
  if (allow !== 'anyone') kinds.push('signedOut');
  if (allow !== 'anyone' && everyRank.some((rank) => !findScope(rank, allow))) kinds.push('forbidden');
  const isFactorDemanded = getSettings().secondFactorFor.length > 0;
  if (allow !== 'anyone' && isFactorDemanded && policy?.secondFactor !== 'optional') kinds.push('forbidden');
  if (hasFields) kinds.push('invalid');
  // An unneeded body is read anyway, and may be malformed or too large.
  if (!isRead) kinds.push('tooLarge', 'wrongType');
  return [...kinds.map((kind) => statusByKind[kind]), 400, 500, 503, 507];
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

/** The names of the responses that only keys get from a call. */
const keyNameOf: Record<number, string> = { 401: 'KeyEnded', 403: 'KeyForbidden' };

/** The envelope of every refusal. */
export const refusal = z
  .object({
    success: z.literal(false).describe('Always false.'),
    message,
    code: z.enum(errorCodes).describe('Kind of error. Independent of the language of `message`.'),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .describe('Message for each invalid field, by field name.'),
    pages: z
      .array(
        z.object({
          page: z.int().describe('Number of the page in the upload, starting at 1.'),
          message: z.string().describe('Reason for the rejection, as a message for people.'),
        }),
      )
      .optional()
      .describe('Pages that were rejected, if several were sent.'),
    incident: z.string().optional().describe('ID of an internal error, as it appears in the server log.'),
  })
  .meta({ id: 'Refusal', description: 'Response to a call that was refused or failed.' });

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
    Object.entries(statusByKind).map(([kind, status]) => [status, errorCodeOf(kind as RefusalKind)]),
  ),
  // Statuses shared by several kinds, or not caused by a refusal.
  400: errorCodeOf('unreadable'),
  401: errorCodeOf('signedOut'),
  409: errorCodeOf('conflict'),
  500: errorCodeOf('failed'),
};
const waits = new Set(['429', '503']);

/** Describes the shared refusal responses, one per status. */
export function refusalAnswers() {
  const responses: Record<string, DescribedAnswer> = {};
  const values = { wait: { seconds: 60 } };
  for (const [status, name] of Object.entries(nameOf)) {
    const words = refusalExamples[Number(status)] ?? 'error.title';
    const sentence = translate(defaultLanguage, words, values);
    const example = {
      success: false,
      message: sentence,
      code: codeExamples[Number(status)],
      ...(status === '422' && { errors: { reportType: sentence } }),
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
  responses.NotModified = {
    description: apiWords.statuses[304] ?? '',
    headers: headersWith('ETag'),
    content: {},
  };
  const { statuses, pieces } = apiWords;
  responses.WrongLogin = describeRefusal(
    statuses['401 login'],
    'login.failed',
    'wrongPassword',
    schemeHeader,
  );
  responses.KeyEnded = describeRefusal(statuses['401 key'], 'key.revoked', 'keyRevoked', schemeHeader);
  responses.KeyForbidden = describeRefusal(statuses['403 key'], 'key.missingScope', 'missingScope');
  responses.WrongVersion = describeRefusal(pieces.wrongVersion, 'pieces.protocol', 'invalid', 'Tus-Version');
  responses.WrongOffset = describeRefusal(pieces.wrongOffset, 'pieces.notNext', 'conflict', 'Upload-Offset');
  return { ...responses, ...fileAnswers() };
}

const schemeHeader = 'WWW-Authenticate';

/** Describes a response that shares its status with another one, or that few calls have. */
function describeRefusal(
  description = '',
  message: MessageKey,
  code: RefusalCode,
  ...rareHeaders: string[]
): DescribedAnswer {
  const values = { protocol };
  const sentence = translate(defaultLanguage, message, values);
  const example = { success: false, message: sentence, code: errorCodeOf(code) };
  return {
    description,
    headers: headersWith(...rareHeaders),
    content: { [json]: { schema: { $ref: '#/components/schemas/Refusal' }, example } },
  };
}
