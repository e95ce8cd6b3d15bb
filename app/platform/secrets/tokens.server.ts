import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sign } from './secrets.server';

// Every kind of secret that opens something by itself is made, hashed and compared here. Each kind has
// a table of its own, and decides what counts as a try, what it costs, and what is told about the end.

/** Creates an opaque token: 32 random bytes, base64url (43 characters). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hashes a token for storage: SHA-256, base64url. A token of 256 random bits needs no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** Names a kind of pass. It is the purpose of the key, so that a pass of one kind is none of another. */
type PassKind = 'desk check' | 'share pass' | 'slip pass';

const toPass = (kind: PassKind, subject: readonly string[], until: number) =>
  `${until}.${sign(kind, JSON.stringify([...subject, until]))}`;

/**
 * Creates a pass, with which a browser goes on for some minutes after it has proved something.
 *
 * @param subject IDs of what it is for, and of whom it is for. It does not name them.
 */
export const newPass = (kind: PassKind, subject: readonly string[], minutes: number): string =>
  toPass(kind, subject, Date.now() + minutes * 60_000);

/** Checks whether a pass is of this kind and for this subject, and has not ended. */
export function isPass(kind: PassKind, subject: readonly string[], pass: string): boolean {
  const until = Number(pass.split('.')[0]);
  return until > Date.now() && sameText(pass, toPass(kind, subject, until));
}

/**
 * Creates a pass that names its subject.
 *
 * @param name an ID or a hash, without a dot.
 */
export const newNamedPass = (kind: PassKind, name: string, minutes: number): string =>
  `${name}.${newPass(kind, [name], minutes)}`;

/** Reads the subject from a pass of `newNamedPass`; undefined if the pass is wrong or has ended. */
export function readNamedPass(kind: PassKind, pass: string): string | undefined {
  const [name = '', ...rest] = pass.split('.');
  return isPass(kind, [name], rest.join('.')) ? name : undefined;
}
