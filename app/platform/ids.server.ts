import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Creates random symbols of Crockford's base 32, of 5 bits each, in lower case: safe in paths and
 * when read aloud.
 */
export const randomSymbols = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');

/** Creates an ID: 26 symbols (130 random bits). */
export const newId = (): string => randomSymbols(26);
