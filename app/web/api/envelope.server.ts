import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import type { Failure } from '~/web/pipeline/respond.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { language } from '~/web/request/request-language.server';

type Body = { success: boolean; message: string } & Record<string, unknown>;

/** Writes an answer of the API: always an envelope `{ success, message, … }`. */
export const envelope = (status: number, body: Body, extra?: HeadersInit): Response =>
  jsonResponse(status, JSON.stringify(body), extra);

/** Writes why a call was not done. */
export function failureEnvelope(failure: Failure, extra?: HeadersInit): Response {
  const { status, message, code, errors, pages, details } = failure;
  const headers = new Headers(extra);
  for (const [name, value] of Object.entries(failure.headers)) headers.set(name, value);
  return envelope(status, { success: false, message, code, errors, pages, ...details }, headers);
}

/** Answers a path under `/api/v1` that is no call. */
export function noSuchCall(): Response {
  const message = translate(language(), 'refused.noSuchCall');
  return envelope(404, { success: false, message, code: errorCodeOf('noSuchCall') });
}

/** Answers a method that an address does not take. */
export function wrongMethod(methods: string[]): Response {
  const message = translate(language(), 'refused.method');
  const code = errorCodeOf('method');
  return envelope(405, { success: false, message, code }, { Allow: allowed(methods) });
}

/** Writes an answer whose body is JSON already. */
export function jsonResponse(status: number, body: string, extra?: HeadersInit): Response {
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

/** The headers that a script of another origin may read. */
const readable = 'Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

/** Returns the headers for another origin: CORS is off unless CORS_ORIGINS names the origin; never with cookies. */
export function corsHeaders(request: Request): Record<string, string> | undefined {
  const origin = request.headers.get('origin');
  if (!origin || !getSettings().corsOrigins.includes(origin)) return undefined;
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readable };
}

/** Answers what a browser asks before a call from another origin. */
export function preflight(methods: string[], cors: Record<string, string>) {
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
