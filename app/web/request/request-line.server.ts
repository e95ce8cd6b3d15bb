import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { MessageKey } from '~/i18n/message-keys';

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

/** The longest value of a header that is not named here, in characters. */
const maxHeaderLength = 1024;

/** Lengths that a right value of these headers stays below, in characters. */
const maxLengthOfHeader: Record<string, number> = {
  'accept-encoding': 256,
  'accept-language': 512,
  authorization: 512,
  // A browser's cookies of this host, those of other programs on it included.
  cookie: 8192,
  'if-none-match': 512,
  'if-range': 256,
  range: 256,
  referer: 4096,
  // The name of a file in Base64.
  'upload-metadata': 4096,
  'user-agent': 256,
};

/** Headers of which the end counts: each proxy adds what it knows behind what it was sent. */
const countedFromTheEnd = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']);

/**
 * Shortens the headers of a request before any pattern or parser reads them. A cut value stays as
 * wrong as it was: a token belongs to nobody, a key is still too long, a referrer keeps its host.
 * `Host` is left whole, since `requestFault` refuses a long one.
 */
export function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const max = maxLengthOfHeader[name] ?? maxHeaderLength;
    if (typeof value !== 'string' || value.length <= max || name === 'host') continue;
    headers[name] = countedFromTheEnd.has(name) ? value.slice(-max) : value.slice(0, max);
  }
}
