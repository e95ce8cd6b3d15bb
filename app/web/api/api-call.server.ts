import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { Download } from '~/domain/accounts/own-data/export-data.server';
import { apiChannel } from '~/domain/kernel/channels';
import {
  type AnyOperation,
  type CallContext,
  type Outcome,
  saysOnlyFailure,
} from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { consume } from '~/platform/limits/limits.server';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { startDownload } from '~/web/files/download.server';
import { signedLink } from '~/web/files/signed-link.server';
import type { Handler } from '~/web/http/answers/answer-directly.server';
import { clientNetwork, isAskedAsData } from '~/web/http/exchange.server';
import { forgetAll } from '~/web/http/headers.server';
import { language } from '~/web/locale/request-language.server';
import { readQuery } from '~/web/pipeline/body/decode-text';
import { discardBody } from '~/web/pipeline/body/discard-body';
import { pagesOf, sentencesOf } from '~/web/pipeline/field-error-sentence';
import { type OperationResult, runOperation } from '~/web/pipeline/run-operation.server';
import { statusOf } from '~/web/pipeline/status';
import { callerOf, limitHeaders, takeOfNetwork } from './caller.server';
import { type Call, type CallPath, calls, type Method } from './calls.server';
import { errorCodeOf, errorCodeOfFields } from './error-codes';
import { linkToNextPage } from './next-page.server';
import { openApiText } from './openapi/document.server';
import { type ApiGuide, apiGuide } from './openapi/guide.server';

/**
 * The API's channel into operations (docs/requirements.md#api): method, limit, who, role, size,
 * input, then the operation, and always an envelope `{ success, message, … }`. Takes which call.
 *
 * @returns what serves its route, as its loader and as its action.
 */
export function apiContext(path: CallPath) {
  const { routeInput = {}, forgets, ...operations }: Call = calls[path];
  const methods = Object.keys(operations);
  return async function serve({ request, params }: RequestArgs): Promise<Response> {
    if (isAskedAsData()) return noSuchCall();
    const cors = corsHeaders(request);
    if (request.method === 'OPTIONS' && cors) return preflight(methods, cors);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const operation = operations[method as Method];
    if (!operation) {
      discardBody(request);
      return wrongMethod(methods);
    }
    const client = clientNetwork(request);
    const caller = callerOf(request, client);
    const found = caller.find();
    // Where nobody is found, the step that asks who it is says why.
    const viewer = await found.catch(() => null);
    const headers = { ...cors, ...caller.limitHeaders() };
    const context: CallContext = {
      ...apiChannel,
      language: language(),
      client,
      userAgent: request.headers.get('user-agent') ?? undefined,
      sentence: (messageKey) => translate(language(), messageKey),
      linkTo: (path, viewerId = viewer?.id) =>
        viewerId ? signedLink(path, viewerId) : `${getSettings().PUBLIC_URL}${path}`,
    };
    const query = method === 'GET' || method === 'DELETE' ? () => readQuery(request.url) : undefined;
    const ofRequest = Object.entries(routeInput).map(([field, read]) => [field, read(request)]);
    const known = { ...params, ...Object.fromEntries(ofRequest) };
    const result = await runOperation(operation, {
      request,
      context,
      findViewer: () => found,
      query,
      routeInput: known,
      key: request.headers.get('idempotency-key') ?? undefined,
    });
    if (operation.policy?.answer === 'download') {
      const sent = await startDownload(result as OperationResult<{ data: Download }>, headers);
      return sent.status === 'download' ? sent.response : reply(sent, operation, headers);
    }
    const answer = reply(result, operation, headers);
    if (result.status !== 'done') return answer;
    if (forgets) answer.headers.set(...forgetAll);
    const next = linkToNextPage(request, result.value);
    if (next) answer.headers.set('Link', next);
    return answer;
  };
}

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** By folder and name, with a slash after them where a value follows. */
const callsByPath = new Map(
  Object.keys(calls).flatMap((path) => {
    const [folder, name, parameter] = path.split('/');
    const key = `${folder}/${name}`.toLowerCase();
    const call = { routeInput: parameter?.replace(/^:|\?$/g, ''), serve: apiContext(path as CallPath) };
    const keys = [...(parameter ? [`${key}/`] : []), ...(!parameter || parameter.endsWith('?') ? [key] : [])];
    return keys.map((one) => [one, call] as const);
  }),
);

/**
 * The one route of all calls. Takes the parts of the path after `/api/v1`. A path that is no call
 * is a 404 in the envelope.
 */
export async function everyCall({ request, params }: RequestArgs): Promise<Response> {
  return callOf(params)?.(request) ?? noSuchCall();
}

// What a path may hold that is nowhere written in two ways.
const plainPath = /^\/api\/v1\/([\w-]+)\/([\w-]+)(?:\/([\w-]+))?(?:\?|$)/;

/** What answers the call that a target names; nothing where Remix has to read it first. */
export function callAt(target: string): Handler | undefined {
  const [, folder, name, id] = plainPath.exec(target) ?? [];
  return callOf({ folder, name, id });
}

function callOf({ folder, name, id }: RequestArgs['params']): Handler | undefined {
  const call = callsByPath.get(`${folder}/${name}${id === undefined ? '' : '/'}`.toLowerCase());
  const params = call?.routeInput && id !== undefined ? { [call.routeInput]: id } : {};
  return call && ((request) => call.serve({ request, params }));
}

/**
 * The channel to the API's document: for everybody, under the limit of calls, and for other origins
 * where CORS lets them.
 */
export async function serveDocument({ request }: Pick<RequestArgs, 'request'>): Promise<Response> {
  if (isAskedAsData()) return noSuchCall();
  const cors = corsHeaders(request);
  if (request.method === 'OPTIONS' && cors) return preflight(['GET'], cors);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    discardBody(request);
    return wrongMethod(['GET']);
  }
  const state = await takeOfNetwork(clientNetwork(request));
  const headers = { ...cors, ...limitHeaders(state) };
  if (state.isExceeded) {
    const { seconds } = state;
    const message = translate(language(), 'limit.wait', { wait: { seconds } });
    const code = errorCodeOf('tooMany');
    return envelope(429, { success: false, message, code }, { ...headers, 'Retry-After': String(seconds) });
  }
  return answer(200, openApiText(), headers);
}

/** Loads what the page of the API shows: for everybody, under the limit of calls. */
export async function loadGuide({ request }: Pick<RequestArgs, 'request'>): Promise<ApiGuide> {
  const wait = await consume('apiCalls', clientNetwork(request));
  if (wait > 0) {
    const message = translate(language(), 'limit.wait', { wait: { seconds: wait } });
    throw data({ message }, { status: 429, headers: { 'Retry-After': String(wait) } });
  }
  return apiGuide();
}

/** What answers every path under /api/v1 that is no call: a 404 in the envelope. */
export async function noSuchCall(): Promise<Response> {
  const message = translate(language(), 'refused.noSuchCall');
  return envelope(404, { success: false, message, code: errorCodeOf('noSuchCall') });
}

function reply<Result extends Outcome>(
  result: OperationResult<Result>,
  operation: AnyOperation,
  cors?: HeadersInit,
): Response {
  if (result.status === 'done') {
    const body = { success: true, message: translate(language(), operation.successMessage), ...result.value };
    return envelope(200, body, cors);
  }
  if (result.status === 'invalid') {
    const worstFirst = [...result.fieldErrors].sort((a, b) => statusOf[a.kind] - statusOf[b.kind]);
    const [worst] = worstFirst;
    const errors = sentencesOf(language(), result.fieldErrors);
    const pages = pagesOf(language(), result.fieldErrors);
    const message = saysOnlyFailure(operation)
      ? translate(language(), operation.failureMessage)
      : Object.values(errors)[0];
    const code = errorCodeOfFields(worstFirst);
    return envelope(
      worst ? statusOf[worst.kind] : 422,
      { success: false, message, code, errors, pages },
      cors,
    );
  }
  if (result.status === 'refused') {
    const { kind, code, messageKey, values, retryAfterSeconds } = result.refusal;
    const headers = new Headers(cors);
    if (retryAfterSeconds) headers.set('Retry-After', String(retryAfterSeconds));
    const message = saysOnlyFailure(operation)
      ? translate(language(), operation.failureMessage)
      : translate(language(), messageKey, values);
    return envelope(statusOf[kind], { success: false, message, code: errorCodeOf(code) }, headers);
  }
  if (result.status === 'unreadable') {
    const message = translate(language(), result.messageKey);
    return envelope(400, { success: false, message, code: errorCodeOf('unreadable') }, cors);
  }
  const message = translate(language(), operation.failureMessage);
  const { incident } = result;
  const details = { incident, ...developerDetails(incident) };
  return envelope(500, { success: false, message, code: errorCodeOf('failed'), ...details }, cors);
}

function envelope(status: number, body: Record<string, unknown>, extra?: HeadersInit) {
  return answer(status, JSON.stringify(body), extra);
}

function answer(status: number, body: string, extra?: HeadersInit) {
  const headers = new Headers(extra);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.append('Vary', 'Origin, Accept-Encoding');
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  return new Response(body, { status, headers });
}

function allowed(methods: string[]) {
  return (methods.includes('GET') ? ['HEAD', ...methods] : methods).sort().join(', ');
}

function wrongMethod(methods: string[]) {
  const message = translate(language(), 'refused.method');
  const code = errorCodeOf('method');
  return envelope(405, { success: false, message, code }, { Allow: allowed(methods) });
}

/** The headers that a script of another origin may read. */
const readable = 'Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

/** CORS is off unless CORS_ORIGINS names the origin; never with cookies. */
function corsHeaders(request: Request): Record<string, string> | undefined {
  const origin = request.headers.get('origin');
  if (!origin || !getSettings().corsOrigins.includes(origin)) return undefined;
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readable };
}

function preflight(methods: string[], cors: Record<string, string>) {
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'Access-Control-Allow-Methods': allowed(methods),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin',
    },
  });
}
