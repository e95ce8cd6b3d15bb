import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Creates an id: 26 characters (130 random bits) of lower-case Crockford base 32, safe in paths and
 * when read aloud.
 */
export function newId(): string {
  return Array.from(randomBytes(26), (byte) => alphabet[byte & 31]).join('');
}
