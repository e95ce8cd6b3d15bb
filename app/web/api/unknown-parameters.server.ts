import type { z } from 'zod';
import { Refusal } from '~/domain/kernel/refusal';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { readQuery } from '~/web/body/decode-text';

/** Lists the names of the fields of an input schema, whatever is done with them afterwards. */
function listFieldNames(schema: z.ZodType): string[] {
  if ('shape' in schema) return Object.keys(schema.shape as object);
  const { in: inner } = schema.def as { in?: z.ZodType };
  return inner ? listFieldNames(inner) : [];
}

/** Lists the parameters of a query that a call does not have. */
export function listUnknownParameters(input: z.ZodType, request: Request): string[] {
  const query = new URL(request.url).search;
  if (query.length < 2) return [];
  const known = new Set(listFieldNames(input));
  return Object.keys(readQuery(request.url)).filter((name) => !known.has(name));
}

/** Checks whether the caller wants unknown parameters to be refused (RFC 7240). */
const isStrict = ({ headers }: Request) =>
  /(?:^|[,;\s])handling\s*=\s*"?strict"?(?:$|[,;\s])/i.test(headers.get('prefer') ?? '');

/**
 * Reads the query of a call.
 *
 * @throws Refusal: `invalid` beside the first parameter that the call does not have, if the caller
 *   asks for that.
 */
export function readKnownQuery(input: z.ZodType, request: Request): Record<string, string> {
  const query = readQuery(request.url);
  const [unknown] = isStrict(request) ? listUnknownParameters(input, request) : [];
  if (unknown !== undefined)
    throw new Refusal('invalid', 'refused.unknownParameter', { field: unknown, values: { name: unknown } });
  return query;
}

/** Builds the warnings about the parameters that a call ignored. */
export const warnOfUnknown = (names: string[], language: Language) =>
  names.map((name) => ({
    code: 'unknown_parameter' as const,
    message: translate(language, 'refused.unknownParameter', { name }),
  }));
