import { tusVersion } from '~/domain/report/slot-fields';
import type { Schema } from './types';

type Header = { description: string; schema: Schema; example?: unknown };

const text: Schema = { type: 'string' };
const always = (value: string, description: string): Header => ({
  description,
  schema: { type: 'string', const: value },
});

/** Headers that describe a single response. Responses refer to them. */
export const answerHeaders: Record<string, Header> = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  'WWW-Authenticate': always('Bearer', 'Authentication scheme of the API.'),
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
  Location: { description: 'Path of the new slot.', schema: text },
  'Tus-Version': always(tusVersion, 'Supported version of the protocol.'),
  'Upload-Offset': {
    description: 'Number of bytes that have arrived.',
    schema: { type: 'integer', minimum: 0 },
    example: 1_048_576,
  },
  'Upload-Length': {
    description: 'Size of the file in bytes.',
    schema: { type: 'integer', minimum: 1 },
    example: 2_097_152,
  },
  'Upload-Expires': { description: 'Time until which the slot is open, as in `Date`.', schema: text },
  'Accept-Ranges': always('bytes', 'A part of the file can be requested with `Range`.'),
  FileCacheControl: always('private, no-cache', 'Lets browsers store a file, but ask again before each use.'),
  FileResourcePolicy: always('cross-origin', 'Lets pages of other origins embed a file that they may open.'),
  FileOpenerPolicy: always('unsafe-none', 'Lets browsers open the file in a sandbox.'),
  'Content-Range': { description: 'The range that was sent, and the size of the file.', schema: text },
  'Content-Disposition': { description: 'Name of the file.', schema: text },
  'Clear-Site-Data': always('"cache", "storage"', "Clears this site's cache and storage in a browser."),
};

/**
 * Headers that any response may have, mostly for browsers, except those of the connection and the
 * body's type. The document lists them once: repeated in each response, they would be a quarter of
 * it.
 */
export const commonHeaders: Record<string, Header> = {
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
  'X-Request-Id': { description: 'ID of this call in the server log.', schema: text },
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
  'Tus-Resumable': always(tusVersion, 'Version of the protocol of files in pieces, which alone sends it.'),
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

/** Returns references to the headers of a response other than the common ones. */
export const headersWith = (...names: string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
