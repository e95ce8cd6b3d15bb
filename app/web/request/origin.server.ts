import type { IncomingMessage } from 'node:http';
import { getSettings } from '~/platform/settings/env.server';
import { pathOf } from './request-line.server';

/**
 * Whether a writing request comes from one of our own pages (docs/requirements.md#identity). An
 * `Origin` has to be ours: that of PUBLIC_URL or of the host the request came to, which another
 * site's page cannot forge. Where a browser sends none, what it says of the site (`Sec-Fetch-Site`)
 * or the page (`Referer`) must not speak against it.
 */
export function isFromOurPages(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin !== null) return isOurs(origin, hostOf(request));
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const referrer = request.headers.get('referer');
  return referrer === null || isOurs(referrer, hostOf(request));
}

const hostOf = (request: Request) => request.headers.get('host');

/**
 * Puts our own judgement in place of the `Origin` of a form. Remix compares it with the Host alone:
 * behind a proxy that sets another Host it would refuse our own pages, and it answers 500. The API
 * looks at the origin itself.
 */
export function refuseOtherOrigins(request: IncomingMessage): void {
  const { method = 'GET', headers } = request;
  const { origin } = headers;
  if (origin === undefined || method === 'GET' || method === 'HEAD') return;
  if (pathOf(request).startsWith('/api/')) return;
  headers['sec-fetch-site'] = isOurs(origin, headers.host ?? null) ? 'same-origin' : 'cross-site';
  delete headers.origin;
}

function isOurs(address: string, host: string | null) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.origin === getSettings().PUBLIC_URL || url.host === host;
}

/**
 * The path of ours that somebody came from, as their browser says; undefined when it does not, or
 * it was another site's.
 */
export function cameFrom(request: Request): string | undefined {
  const referrer = request.headers.get('referer') ?? '';
  if (!isOurs(referrer, hostOf(request))) return undefined;
  const { pathname, search } = new URL(referrer);
  return ownPath(`${pathname}${search}`);
}

/** A path of our own to go on to, or undefined: never another host's, whatever the text tries. */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return undefined;
  const base = 'http://own.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  // Asked again after the address was read: `/.//evil.example` becomes `//evil.example`.
  return url?.origin === base && /^\/(?![/\\])/.test(url.pathname)
    ? `${url.pathname}${url.search}`
    : undefined;
}
