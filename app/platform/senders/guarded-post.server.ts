import dns from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const longestMs = 10_000;
const maxReadBytes = 64 * 1024;

/** The code of an address that is not public. Other codes are those of Node, such as `ECONNREFUSED`. */
const privateAddressCode = 'EPRIVATE';

/** The HTTP status of an answer, or the code of the error if there was none. */
export type PostOutcome = { status: number; code?: undefined } | { status?: undefined; code: string };

type Post = {
  headers: Record<string, string>;
  body: string | Buffer;
  /** False refuses every address that is not a public one of the internet. */
  mayBePrivate: boolean;
  /** Certificates to trust instead of the usual ones, as PEM. */
  ca?: string;
  timeoutMs?: number;
};

/** Global IPv6 addresses. An IPv4 address inside another one (mapped, NAT64) is not among them. */
const globalNetwork = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public numbers that lead to services inside a cloud: of Azure, and of IBM Cloud. */
const cloudNetworks = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((network) =>
  ipaddr.IPv4.parseCIDR(network),
);

/**
 * Checks whether an IP address is a public one: not of a private, local or reserved network, not of
 * a cloud's inner services, and no address inside another one (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.parse(plain);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalNetwork)
    : !cloudNetworks.some((network) => parsed.match(network));
}

/**
 * Checks whether the host of a URL is this machine itself: an address, since a name could lead
 * elsewhere, or `localhost`.
 */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  const plain = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}

class PrivateAddressError extends Error {
  code = privateAddressCode;
}

/** Resolves a name for a connection, which is made to the returned addresses and no others. */
const lookUpPublic: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(`${host} has an address that is not public`), []);
    const [first] = addresses;
    if (options.all || !first) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/**
 * Posts a text or bytes to an address that somebody else chose. Its name is resolved once, and the connection
 * is made to the addresses that were checked. Redirects are not followed. The answer's body is read
 * up to 64 KB and discarded. Takes at most `timeoutMs`: 10 seconds.
 *
 * @returns the outcome; never rejects.
 */
export function postGuarded(
  url: URL,
  { headers, body, mayBePrivate, ca, timeoutMs = longestMs }: Post,
): Promise<PostOutcome> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not looked up.
  if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.resolve({ code: privateAddressCode });
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestOverTls : requestPlain;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!mayBePrivate && { lookup: lookUpPublic }),
      ...(ca !== undefined && { ca }),
    });
    let answered: PostOutcome | undefined;
    request.on('error', (error: NodeJS.ErrnoException) => resolve(answered ?? { code: codeOf(error) }));
    request.on('response', (response) => {
      const outcome = { status: response.statusCode ?? 0 };
      answered = outcome;
      let readBytes = 0;
      response.on('data', (chunk: Buffer) => {
        readBytes += chunk.length;
        if (readBytes > maxReadBytes) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => resolve(outcome));
    });
    request.end(body);
  });
}

const codeOf = ({ name, code }: NodeJS.ErrnoException): string =>
  name === 'TimeoutError' || name === 'AbortError' ? 'ETIMEDOUT' : (code ?? 'EUNKNOWN');
