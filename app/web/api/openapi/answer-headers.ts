import type { Schema } from './types';

type Header = { description: string; schema: Schema; example?: unknown };

const text: Schema = { type: 'string' };
const always = (value: string, description: string): Header => ({
  description,
  schema: { type: 'string', const: value },
});

/** Headers that describe a single response. Responses refer to them. */
export const answerHeaders: Record<string, Header> = {
  RateLimit: {
    description:
      'Remaining calls (`r`) and seconds until the limit resets (`t`). `"token"` is the limit of the token, `"network"` that of calls without a valid token, and `"wrong-tokens"` that of invalid tokens from a network.',
    schema: { type: 'string', pattern: '^"(token|network|wrong-tokens)";r=\\d+;t=\\d+$' },
    example: '"token";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'Allowed calls (`q`) per window of `w` seconds.',
    schema: { type: 'string', pattern: '^"(token|network|wrong-tokens)";q=\\d+;w=\\d+$' },
    example: '"token";q=300;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  'WWW-Authenticate': always('Bearer', 'Authentication scheme of the API.'),
  'X-Request-Id': { description: 'ID of this call in the server log.', schema: text },
  Link: {
    description:
      'Address of the next page, or of the next changes, as `<…>; rel="next"` (RFC 8288). Omitted if nothing follows.',
    schema: text,
  },
  ETag: {
    description:
      'Tag of this response for `If-None-Match`. It does not change with the signatures of file links.',
    schema: text,
    example: 'W/"b0JhYmFtYS1pcy1hLXRhZy0wMQ"',
  },
  'Content-Disposition': { description: 'Name of the file.', schema: text },
  'Clear-Site-Data': always('"cache", "storage"', "Clears this site's cache and storage in a browser."),
};

/**
 * Headers that any response may have, mostly for browsers, except those of the connection and the
 * body's type. The document lists them once: repeated in each response, they would be a quarter of
 * it.
 */
export const commonHeaders: Record<string, Header> = {
  'Access-Control-Allow-Origin': {
    description: 'Origin of the page that made the call, if the clinic allows that origin.',
    schema: text,
  },
  'Access-Control-Expose-Headers': {
    description: 'Headers that pages of other origins may read.',
    schema: text,
  },
  'Content-Encoding': {
    description: 'Compression of the body, negotiated with `Accept-Encoding`.',
    schema: text,
  },
  Vary: { description: 'Request headers that the response depends on.', schema: text },
  'Cache-Control': always('no-store', 'Forbids caches to store the response.'),
  'Content-Security-Policy': {
    description: 'Blocks all content if a browser displays the response as a page.',
    schema: text,
  },
  'X-Content-Type-Options': always('nosniff', 'Makes browsers trust the content type.'),
  'Referrer-Policy': { description: 'Limits the `Referer` header that a browser sends.', schema: text },
  'X-Robots-Tag': { description: 'Tells search engines to ignore a path with a code.', schema: text },
  'Permissions-Policy': { description: 'Disables browser features.', schema: text },
  'X-Frame-Options': always('SAMEORIGIN', 'Prevents framing by other origins.'),
  'Cross-Origin-Resource-Policy': always('same-origin', 'Prevents embedding by other origins.'),
  'Cross-Origin-Opener-Policy': always('same-origin', 'Isolates the window from pages of other origins.'),
  'Strict-Transport-Security': {
    description: 'Restricts browsers to HTTPS. Sent only if the service uses HTTPS.',
    schema: text,
  },
};

/**
 * Returns references to a response's headers other than the common ones.
 *
 * @param rareHeaders the names of headers that only few responses have.
 */
export const headersWith = (...rareHeaders: string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(
    ['RateLimit', 'RateLimit-Policy', 'X-Request-Id', ...rareHeaders].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
