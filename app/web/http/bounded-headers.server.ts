import type { IncomingHttpHeaders } from 'node:http';

/** The longest value of a header that is not named here, in characters. */
const maxLength = 1024;

/** Lengths that a right value of these headers stays below, in characters. */
const maxLengthOf: Record<string, number> = {
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
    const max = maxLengthOf[name] ?? maxLength;
    if (typeof value !== 'string' || value.length <= max || name === 'host') continue;
    headers[name] = countedFromTheEnd.has(name) ? value.slice(-max) : value.slice(0, max);
  }
}
