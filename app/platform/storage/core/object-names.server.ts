import { randomBytes } from 'node:crypto';

const namePattern = /^[A-Za-z0-9_-]{22}$/;

/** Generates a name of 22 random base64url characters. */
export function newName(): string {
  return randomBytes(17).toString('base64url').slice(0, 22);
}

/** Checks whether a string is a valid name of a stored file. */
export const isName = (name: string): boolean => namePattern.test(name);
