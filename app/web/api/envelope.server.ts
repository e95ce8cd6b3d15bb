import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import type { Failure } from '~/web/pipeline/respond.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { requestLanguage } from '~/web/request/request-language.server';

type Body = { success: boolean; message: string } & Record<string, unknown>;

/** Creates a response of the API, always an envelope `{ success, message, … }`. */
export const envelope = (status: number, body: Body, extra?: HeadersInit): Response =>
  jsonResponse(status, JSON.stringify(body), extra);

/** Creates the envelope for a call that failed or was refused. */
export function failureEnvelope(failure: Failure, extra?: HeadersInit): Response {
  const { status, message, code, errors, pages, details } = failure;
  const headers = new Headers(extra);
  for (const [name, value] of Object.entries(failure.headers)) headers.set(name, value);
  return envelope(status, { success: false, message, code, errors, pages, ...details }, headers);
}

/** Creates the 404 response for a path under `/api/v1` that is not a call. */
export function noSuchCall(): Response {
  const message = translate(requestLanguage(), 'refused.noSuchCall');
  return envelope(404, { success: false, message, code: errorCodeOf('noSuchCall') });
}

/** Creates the 405 response for a method that an address does not accept. */
export function wrongMethod(methods: string[]): Response {
  const message = translate(requestLanguage(), 'refused.method');
  const code = errorCodeOf('method');
  return envelope(405, { success: false, message, code }, { Allow: allowHeader(methods) });
}

/** Creates the 304 response for a client that already has the current response. */
export const unmodified = (extra: HeadersInit): Response =>
  new Response(null, { status: 304, headers: protectiveHeaders(extra) });

/** Creates a response whose body is already JSON. */
export function jsonResponse(status: number, body: string, extra?: HeadersInit): Response {
  const headers = protectiveHeaders(extra);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  return new Response(body, { status, headers });
}

function protectiveHeaders(extra?: HeadersInit): Headers {
  const headers = new Headers(extra);
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.append('Vary', 'Origin, Accept-Encoding');
  return headers;
}

function allowHeader(methods: string[]) {
  return (methods.includes('GET') ? ['HEAD', ...methods] : methods).sort().join(', ');
}

/** Response headers that a script of another origin may read. */
const readableHeaders =
  'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

/**
 * Returns the CORS headers if CORS_ORIGINS names the request's origin; cookies are never allowed.
 *
 * @returns undefined for any other origin.
 */
export function corsHeaders(request: Request): Record<string, string> | undefined {
  const origin = request.headers.get('origin');
  if (!origin || !getSettings().corsOrigins.includes(origin)) return undefined;
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readableHeaders };
}

/** Answers a CORS preflight request. */
export function preflight(methods: string[], cors: Record<string, string>) {
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'Access-Control-Allow-Methods': allowHeader(methods),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin',
    },
  });
}
