import type { IncomingMessage } from 'node:http';
import { getSettings } from '~/platform/settings/env.server';
import { pathOf } from './request-line.server';

/**
 * Checks whether a write request comes from one of our own pages (docs/requirements.md#identity).
 * An `Origin` must match PUBLIC_URL or the host of the request, which a page of another site cannot
 * forge. Without `Origin`, neither `Sec-Fetch-Site` nor `Referer` may name another site.
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
 * Replaces the `Origin` of a form by our own verdict. Remix compares it only with the Host. Behind
 * a proxy that sets another Host, it would refuse our own pages with a 500. The API checks the
 * origin itself.
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

/** Returns our path in the `Referer`; undefined if there is none or it is another site's. */
export function readReferrerPath(request: Request): string | undefined {
  const referrer = request.headers.get('referer') ?? '';
  if (!isOurs(referrer, hostOf(request))) return undefined;
  const { pathname, search } = new URL(referrer);
  return ownPath(`${pathname}${search}`);
}

/**
 * Returns a path on our own site to redirect to; undefined for anything else, including disguised
 * addresses of another host.
 */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return undefined;
  const base = 'http://own.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  // Check again after parsing: `/.//evil.example` becomes `//evil.example`.
  return url?.origin === base && /^\/(?![/\\])/.test(url.pathname)
    ? `${url.pathname}${url.search}`
    : undefined;
}
