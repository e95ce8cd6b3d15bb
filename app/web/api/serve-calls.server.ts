import { createHash } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { apiChannel } from '~/domain/kernel/channels';
import { listMeta } from '~/domain/kernel/fields';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Download } from '~/domain/own-data/export-data.server';
import { publicChanges } from '~/domain/report/change-schemas';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { readQuery } from '~/web/body/decode-text';
import { openDownload } from '~/web/files/download.server';
import type { OperationResult } from '~/web/pipeline/call-state';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { clientNetwork, type Handler, isAskedAsData } from '~/web/request/exchange.server';
import { clearSiteDataHeader } from '~/web/request/headers.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { readBearer } from '~/web/session/request-viewer.server';
import { callerOf } from './caller.server';
import { addCalls, type Call, listCalls, type Method } from './calls.server';
import {
  corsHeaders,
  failureEnvelope,
  jsonResponse,
  noSuchCall,
  preflight,
  unmodified,
  wrongMethod,
} from './envelope.server';

/** Lists the names of the fields of an input schema, whatever is done with them afterwards. */
function listFieldNames(schema: z.ZodType): string[] {
  if ('shape' in schema) return Object.keys(schema.shape as object);
  const { in: inner } = schema.def as { in?: z.ZodType };
  return inner ? listFieldNames(inner) : [];
}

/** Lists the parameters of a query that a call does not have. */
function listUnknownParameters(input: z.ZodType, request: Request): string[] {
  const query = new URL(request.url).search;
  if (query.length < 2) return [];
  const knownNames = new Set(listFieldNames(input));
  return Object.keys(readQuery(request.url)).filter((name) => !knownNames.has(name));
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
function readKnownQuery(input: z.ZodType, request: Request): Record<string, string> {
  const query = readQuery(request.url);
  const [unknown] = isStrict(request) ? listUnknownParameters(input, request) : [];
  if (unknown !== undefined)
    throw new Refusal('invalid', 'refused.unknownParameter', { field: unknown, values: { name: unknown } });
  return query;
}

/** Builds the warnings about the parameters that a call ignored. */
const warnOfUnknown = (names: string[], language: Language) =>
  names.map((name) => ({
    code: 'unknown_parameter' as const,
    message: translate(language, 'refused.unknownParameter', { name }),
  }));

const tagLength = 27;

/** The part of a signed link that differs each time it is made. */
const linkSignature = /\?viewer=[^"&]*&until=\d+&signature=[\w-]+/g;

/**
 * Returns the weak entity tag of a JSON response. It stays the same while only the signatures of
 * file links differ.
 */
const entityTagOf = (body: string) =>
  `W/"${createHash('sha256').update(body.replace(linkSignature, '')).digest('base64url').slice(0, tagLength)}"`;

/** Checks whether a client already has the response with this tag (RFC 9110 §13.1.2). */
function isUnmodified(request: Request, tag: string): boolean {
  const knownTags = request.headers.get('if-none-match') ?? '';
  return knownTags.split(',').some((known) => known.trim().replace(/^W\//, '') === tag.slice(2));
}

/**
 * Builds the `Link` header for the next page of a list, or its next changes (RFC 8288).
 *
 * @param outcome the result of the call, which contains `meta` if it is a list, and `changes` if it
 *   was asked for them.
 * @returns undefined if nothing follows.
 */
function linkToNext(request: Request, outcome: Outcome): string | undefined {
  const fields = findNextFields(outcome);
  if (!fields) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  for (const [name, value] of Object.entries(fields)) searchParams.set(name, String(value));
  return `<${getSettings().PUBLIC_URL}${pathname}?${searchParams}>; rel="next"`;
}

/** Returns the fields that ask for what follows. */
function findNextFields({ meta, changes }: Outcome): Record<string, string | number> | undefined {
  const { data: pageMeta } = listMeta.safeParse(meta);
  if (!pageMeta) return undefined;
  const { page, limit, total } = pageMeta;
  const { data: position } = publicChanges.safeParse(changes);
  if (position) return position.hasMore ? { changedSince: position.cursor, limit } : undefined;
  return page * limit < total ? { page: page + 1, limit } : undefined;
}

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/**
 * Declares the calls of one part of the API (docs/requirements.md#api).
 *
 * @param part the first segment after `/api/v1`.
 * @returns the loader and action of their route. A path that is not a call gets a 404 envelope.
 */
export function apiCalls(part: string, calls: Record<string, Call>) {
  addCalls(part, calls);
  return async ({ request, params: { name, id } }: RequestArgs): Promise<Response> =>
    findHandler(part, name, id)?.(request) ?? noSuchCall();
}

// Matches only paths with a single spelling.
const plainPath = /^\/api\/v1\/([\w-]+)\/([\w-]+)(?:\/([\w-]+))?(?:\?|$)/;

/** Finds the handler for a request target; undefined if Remix has to read it first. */
export function findCall(target: string): Handler | undefined {
  const [, part, name, id] = plainPath.exec(target) ?? [];
  return findHandler(part, name, id);
}

function findHandler(part?: string, name?: string, id?: string): Handler | undefined {
  const start = `${part}/${name}`.toLowerCase();
  for (const [path, call] of Object.entries(listCalls())) {
    const [beginning = '', parameter] = path.split('/:');
    const isWhole = parameter?.endsWith('?') ?? true;
    if (beginning.toLowerCase() !== start || (id === undefined ? !isWhole : !parameter)) continue;
    const params = parameter && id !== undefined ? { [parameter.replace(/\?$/, '')]: id } : {};
    return (request) => serveCall(call, request, params);
  }
  return undefined;
}

/**
 * Serves one call: checks its method, limit, caller, role, size and input, and then runs its
 * operation.
 */
export async function serveCall(
  call: Call,
  request: Request,
  params: RequestArgs['params'],
): Promise<Response> {
  const { routeInput = {}, clearsSiteData, ...operations } = call;
  if (isAskedAsData()) return noSuchCall();
  const methods = Object.keys(operations);
  const cors = corsHeaders(request);
  if (request.method === 'OPTIONS' && cors) return preflight(methods, cors);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const operation = operations[method as Method];
  if (!operation) return wrongMethod(methods);
  const caller = callerOf(request, clientNetwork(request));
  const viewerPromise = caller.find();
  // If the lookup fails, the pipeline's identify step reports the reason.
  const viewer = await viewerPromise.catch(() => null);
  const headers = { ...cors, ...caller.limitHeaders() };
  const ofRequest = Object.entries(routeInput).map(([field, read]) => [field, read(request)]);
  const result = await runOperation(operation, {
    request,
    context: await contextOf(request, apiChannel, viewer),
    findViewer: () => viewerPromise,
    query:
      method === 'GET' || method === 'DELETE' ? () => readKnownQuery(operation.input, request) : undefined,
    routeInput: { ...params, ...Object.fromEntries(ofRequest) },
    key: request.headers.get('idempotency-key') ?? undefined,
  });
  const failed = (failure: Failure) => failureEnvelope(nameScheme(failure, request), headers);
  if (operation.policy?.answer === 'download') {
    const opened = await openDownload(result as OperationResult<{ data: Download }>, headers);
    return respond(operation, opened, { onFailed: failed, onDone: ({ value }) => value.response });
  }
  return respond(operation, result, {
    onFailed: failed,
    onDone: ({ value }) => doneEnvelope(operation, value, { request, headers, clearsSiteData }),
  });
}

/** Names the header that is wanted if a caller who is not logged in has sent a token in another one. */
function nameScheme(failure: Failure, request: Request): Failure {
  const { result } = failure;
  const isSignedOut = result.status === 'refused' && result.refusal.kind === 'signedOut';
  const { headers } = request;
  if (!isSignedOut || readBearer(request) || !(headers.has('authorization') || headers.has('x-api-key')))
    return failure;
  return { ...failure, message: translate(requestLanguage(), 'refused.scheme') };
}

function doneEnvelope(
  operation: AnyOperation,
  value: Outcome,
  { request, headers, clearsSiteData }: { request: Request; headers: HeadersInit; clearsSiteData?: boolean },
): Response {
  const message = translate(requestLanguage(), operation.successMessage);
  const answerHeaders = new Headers(headers);
  if (clearsSiteData) answerHeaders.set(...clearSiteDataHeader);
  const next = linkToNext(request, value);
  if (next) answerHeaders.set('Link', next);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const unknown = isRead ? listUnknownParameters(operation.input, request) : [];
  const warnings = warnOfUnknown(unknown, requestLanguage());
  const meta = warnings.length > 0 ? { meta: { ...(value.meta as object | undefined), warnings } } : {};
  const body = JSON.stringify({ success: true, message, ...value, ...meta });
  if (!isRead) return jsonResponse(200, body, answerHeaders);
  const tag = entityTagOf(body);
  answerHeaders.set('ETag', tag);
  return isUnmodified(request, tag) ? unmodified(answerHeaders) : jsonResponse(200, body, answerHeaders);
}
