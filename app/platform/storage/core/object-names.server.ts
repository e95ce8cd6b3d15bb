import { randomBytes } from 'node:crypto';

const namePattern = /^[A-Za-z0-9_-]{22}$/;

/** Makes a name of 22 random base64url characters. */
export function newName(): string {
  return randomBytes(17).toString('base64url').slice(0, 22);
}

/** Whether a text can be the name of a stored file. */
export const isName = (name: string): boolean => namePattern.test(name);
