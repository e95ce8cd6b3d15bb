import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { MessageKey } from '~/i18n/message-keys';

/**
 * Every method that some address accepts. Pages, files and calls refuse other methods themselves.
 */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** The `Allow` header for an address without its own list. */
export const allMethods = methods.filter((method) => method !== 'PATCH').join(', ');

/** The reason to refuse a request before any product code handles it. */
type RequestFault = { status: 400 | 405; messageKey: MessageKey };

/** A domain name has 253 characters at most, and a port five. */
const maxHostLength = 260;

// A name or an address, and perhaps a port. A user, path or query would move the request's path.
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;

/**
 * Finds errors in a request's method, target or `Host`. Remix joins host and target into one URL
 * and parses it, so the target must be a path without a fragment (RFC 9112 §3.2.1), and the host
 * must be only a host.
 *
 * @returns undefined if the request is valid.
 */
export function requestFault({ method = '', url = '', headersDistinct, httpVersion }: IncomingMessage) {
  const hosts = headersDistinct.host ?? [];
  // Only HTTP/1.0 may omit it, as old health checks do.
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

/**
 * Returns the path of a request's target as Remix reads it: without dot segments, query or
 * fragment.
 */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const whole = `http://own.invalid${url}`;
  return URL.canParse(whole) ? new URL(whole).pathname : (url.split(/[?#]/)[0] ?? '');
}

/** Maximum length of a header that is not listed here, in characters. */
const maxHeaderLength = 1024;

/** Lengths that a valid value of these headers never exceeds, in characters. */
const maxLengthOfHeader: Record<string, number> = {
  'accept-encoding': 256,
  'accept-language': 512,
  authorization: 512,
  // All cookies of this host, including those of other programs on it.
  cookie: 8192,
  'if-none-match': 512,
  'if-range': 256,
  range: 256,
  referer: 4096,
  // The name of a file in Base64.
  'upload-metadata': 4096,
  'user-agent': 256,
};

/** Headers whose end matters: each proxy appends to the value it received. */
const countedFromTheEnd = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']);

/**
 * Shortens the headers of a request before any pattern or parser reads them. A cut value stays as
 * invalid as it was: a token matches no account, a key is still too long, and a referrer keeps its
 * host. `Host` is left whole, since `requestFault` refuses a long one.
 */
export function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const max = maxLengthOfHeader[name] ?? maxHeaderLength;
    if (typeof value !== 'string' || value.length <= max || name === 'host') continue;
    headers[name] = countedFromTheEnd.has(name) ? value.slice(-max) : value.slice(0, max);
  }
}
