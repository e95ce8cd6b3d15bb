import type { IncomingMessage } from 'node:http';
import type { MessageKey } from '~/i18n/messages/en';

/**
 * Every method that some address takes; a page, file or call refuses what it does not take itself.
 */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** What an address that takes nothing else is said to take. */
export const allMethods = methods.filter((method) => method !== 'PATCH').join(', ');

/** Why a request is refused before anything of the product sees it. */
type RequestFault = { status: 400 | 405; messageKey: MessageKey };

// A name or an address, and perhaps a port: no user, path or query, which would move the path of
// the request.
/** A domain name has 253 characters at most, and a port five. */
const maxHostLength = 260;

const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;

/**
 * Finds what is wrong with a request's method, target or `Host`. Remix joins host and target to one
 * URL and parses that, so a target must be a path without a fragment (RFC 9112 §3.2.1), and the
 * host nothing but a host.
 *
 * @returns undefined where the request can be answered.
 */
export function requestFault({ method = '', url = '', headersDistinct, httpVersion }: IncomingMessage) {
  const hosts = headersDistinct.host ?? [];
  // Only HTTP/1.0 may leave it out: old health checks do.
  const [host = httpVersion === '1.0' ? 'localhost' : ''] = hosts;
  const isReadable =
    hosts.length < 2 &&
    host.length <= maxHostLength &&
    hostPattern.test(host) &&
    url.startsWith('/') &&
    !url.includes('#') &&
    URL.canParse(`http://${host}${url}`);
  if (!isReadable && method !== 'CONNECT') return fault(400, 'refused.badAddress');
  return methods.includes(method) ? undefined : fault(405, 'refused.method');
}

const fault = (status: RequestFault['status'], messageKey: MessageKey): RequestFault => ({
  status,
  messageKey,
});

/** The path of a request's target as Remix reads it: without dot segments, query or fragment. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const whole = `http://own.invalid${url}`;
  return URL.canParse(whole) ? new URL(whole).pathname : (url.split(/[?#]/)[0] ?? '');
}
