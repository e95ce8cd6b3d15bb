import { createHash } from 'node:crypto';

const tagLength = 27;

/** The part of a signed link that differs each time it is made. */
const linkSignature = /\?viewer=[^"&]*&until=\d+&signature=[\w-]+/g;

/**
 * Returns the weak entity tag of a JSON response. It stays the same while only the signatures of
 * file links differ.
 */
export const entityTagOf = (body: string) =>
  `W/"${createHash('sha256').update(body.replace(linkSignature, '')).digest('base64url').slice(0, tagLength)}"`;

/** Checks whether a client already has the response with this tag (RFC 9110 §13.1.2). */
export function isUnmodified(request: Request, tag: string): boolean {
  const knownTags = request.headers.get('if-none-match') ?? '';
  return knownTags.split(',').some((known) => known.trim().replace(/^W\//, '') === tag.slice(2));
}
