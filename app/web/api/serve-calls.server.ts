import type { ActionFunctionArgs } from '@remix-run/node';
import type { Download } from '~/domain/accounts/export-data.server';
import { apiChannel } from '~/domain/kernel/channels';
import { listMeta } from '~/domain/kernel/fields';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { readQuery } from '~/web/body/decode-text';
import { discardBody } from '~/web/body/discard-body';
import { openDownload } from '~/web/files/download.server';
import type { OperationResult } from '~/web/pipeline/call-state';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { clientNetwork, type Handler, isAskedAsData } from '~/web/request/exchange.server';
import { forgetAll } from '~/web/request/headers.server';
import { language } from '~/web/request/request-language.server';
import { callerOf } from './caller.server';
import { addCalls, type Call, listCalls, type Method } from './calls.server';
import {
  corsHeaders,
  envelope,
  failureEnvelope,
  noSuchCall,
  preflight,
  wrongMethod,
} from './envelope.server';

/**
 * The `Link` of a page of a list that another page follows (RFC 8288): the same call with `page`
 * and `limit` of the next one. Takes the request and what it was answered with.
 *
 * @returns undefined where nothing follows.
 */
function linkToNextPage(request: Request, { meta }: Outcome): string | undefined {
  const { data: found } = listMeta.safeParse(meta);
  if (!found || found.page * found.limit >= found.total) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('page', String(found.page + 1));
  searchParams.set('limit', String(found.limit));
  return `<${getSettings().PUBLIC_URL}${pathname}?${searchParams}>; rel="next"`;
}

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/**
 * Declares the calls of one part of the API (docs/requirements.md#api).
 *
 * @param part the first segment after `/api/v1`.
 * @returns what serves them, as the loader and the action of their route. A path that is no call is
 *   a 404 in the envelope.
 */
export function apiCalls(part: string, calls: Record<string, Call>) {
  addCalls(part, calls);
  return async ({ request, params: { name, id } }: RequestArgs): Promise<Response> =>
    findHandler(part, name, id)?.(request) ?? noSuchCall();
}

// What a path may hold that is nowhere written in two ways.
const plainPath = /^\/api\/v1\/([\w-]+)\/([\w-]+)(?:\/([\w-]+))?(?:\?|$)/;

/** Finds what answers the call that a target names; undefined if Remix has to read it first. */
export function callAt(target: string): Handler | undefined {
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

/** Serves one call: its method, limit, who, role, size, input, and then its operation. */
export async function serveCall(
  call: Call,
  request: Request,
  params: RequestArgs['params'],
): Promise<Response> {
  const { routeInput = {}, forgets, ...operations } = call;
  if (isAskedAsData()) return noSuchCall();
  const methods = Object.keys(operations);
  const cors = corsHeaders(request);
  if (request.method === 'OPTIONS' && cors) return preflight(methods, cors);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const operation = operations[method as Method];
  if (!operation) {
    discardBody(request);
    return wrongMethod(methods);
  }
  const caller = callerOf(request, clientNetwork(request));
  const found = caller.find();
  // If nobody is found, the step that asks who it is says why.
  const viewer = await found.catch(() => null);
  const headers = { ...cors, ...caller.limitHeaders() };
  const ofRequest = Object.entries(routeInput).map(([field, read]) => [field, read(request)]);
  const result = await runOperation(operation, {
    request,
    context: await contextOf(request, apiChannel, viewer),
    findViewer: () => found,
    query: method === 'GET' || method === 'DELETE' ? () => readQuery(request.url) : undefined,
    routeInput: { ...params, ...Object.fromEntries(ofRequest) },
    key: request.headers.get('idempotency-key') ?? undefined,
  });
  const failed = (failure: Failure) => failureEnvelope(failure, headers);
  if (operation.policy?.answer === 'download') {
    const opened = await openDownload(result as OperationResult<{ data: Download }>, headers);
    return respond(operation, opened, { failed, done: ({ value }) => value.response });
  }
  return respond(operation, result, {
    failed,
    done: ({ value }) => doneEnvelope(operation, value, { request, headers, forgets }),
  });
}

function doneEnvelope(
  operation: AnyOperation,
  value: Outcome,
  { request, headers, forgets }: { request: Request; headers: HeadersInit; forgets?: boolean },
): Response {
  const message = translate(language(), operation.successMessage);
  const answer = envelope(200, { success: true, message, ...value }, headers);
  if (forgets) answer.headers.set(...forgetAll);
  const next = linkToNextPage(request, value);
  if (next) answer.headers.set('Link', next);
  return answer;
}
