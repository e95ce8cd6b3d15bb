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
      'How many calls are left (`r`) for how many seconds (`t`). `"token"` counts for the token, `"network"` for calls without a valid one, `"wrong-tokens"` for a network that tries too many wrong ones.',
    schema: { type: 'string', pattern: '^"(token|network|wrong-tokens)";r=\\d+;t=\\d+$' },
    example: '"token";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'How many calls there may be (`q`) in how many seconds (`w`).',
    schema: { type: 'string', pattern: '^"(token|network|wrong-tokens)";q=\\d+;w=\\d+$' },
    example: '"token";q=300;w=60',
  },
  'Retry-After': {
    description: 'How many seconds to wait.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  'WWW-Authenticate': always('Bearer', 'That a token is asked for.'),
  'X-Request-Id': { description: 'The name of this call in the log of the server.', schema: text },
  Link: {
    description: 'Where more rows follow: the address of the next page, as `<…>; rel="next"` (RFC 8288).',
    schema: text,
  },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  'Clear-Site-Data': always('"cache", "storage"', 'What a browser forgets of the clinic now.'),
};

/**
 * Headers that any response may have, mostly for browsers, except those of the connection and the
 * body's type. The document lists them once: repeated in each response, they would be a quarter of
 * it.
 */
export const commonHeaders: Record<string, Header> = {
  'Access-Control-Allow-Origin': {
    description: 'The other website whose page made the call, where the clinic names it.',
    schema: text,
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that a page of another website may read.',
    schema: text,
  },
  'Content-Encoding': { description: 'How the body is packed, as `Accept-Encoding` lets it.', schema: text },
  Vary: { description: 'What another answer may hang on.', schema: text },
  'Cache-Control': always('no-store', 'No answer is kept.'),
  'Content-Security-Policy': { description: 'Nothing in an answer is a page.', schema: text },
  'X-Content-Type-Options': always('nosniff', 'The body is of the type it says.'),
  'Referrer-Policy': { description: 'What a browser says of where it was.', schema: text },
  'Permissions-Policy': { description: 'What a browser may not switch on.', schema: text },
  'X-Frame-Options': always('SAMEORIGIN', 'No frame of another website shows it.'),
  'Cross-Origin-Resource-Policy': always('same-origin', 'No page of another website embeds it.'),
  'Cross-Origin-Opener-Policy': always('same-origin', 'No page of another website holds its window.'),
  'Strict-Transport-Security': {
    description: 'That the service is reached over HTTPS alone; only where it is.',
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
