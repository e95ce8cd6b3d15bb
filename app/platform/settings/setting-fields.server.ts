import { z } from 'zod';

/** The zone of most clinics. */
export const usualTimeZone = 'Asia/Kolkata';

/** A text without spaces around it. */
export const text = (fallback = '') => z.string().trim().default(fallback);

/** Returns a number, which may have a fraction. Takes the sentence for everything else. */
export const number = (error: string) => z.coerce.number({ error });

const whole = (least: number, most: number) =>
  number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most);

/** A whole number within bounds. */
export const wholeNumber = (fallback: number, least: number, most: number) =>
  whole(least, most).default(fallback);

/** A whole number within bounds, or none. */
export const wholeNumberOrNone = (least: number, most: number) => whole(least, most).optional();

/** Whether a text is an origin: scheme, host and port, and nothing after them. */
export const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;

/** Tells whether an address has nothing behind its host and port, and no user before them. */
export function hasNoPath(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  return pathname === '/' && !username && !password && !search && !hash;
}

/** Tells whether a URL can be read whole: a `#` in a password would cut it short. */
export const isWholeUrl = (url: string): boolean => URL.canParse(url) && new URL(url).hash === '';

/** Tells whether a URL names a host. */
export const hasHost = (url: string): boolean => new URL(url).hostname !== '';

/** Says how to write a password that would break a URL. */
export const percentHint =
  'write % in user and password as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A';

/** Whether a text names a time zone; a distance from UTC is no name, and few browsers know it. */
export function isTimeZone(name: string): boolean {
  // To ask the system of any zone takes a twentieth of a start.
  if (name === usualTimeZone) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A list with commas or spaces between its entries. */
export const listOf = (isGood: (one: string) => boolean, error: string) =>
  text()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isGood), error);

/** A key of 32 bytes. */
export const keyText = z
  .string()
  .regex(
    /^[0-9a-f]{64}$/i,
    'must be 64 hexadecimal digits (32 bytes), for example from `openssl rand -hex 32`',
  );

/**
 * What of the documents is said beside each setting: what it does, what holds without it, and an
 * example.
 */
export type About = { description: string; without?: string; example?: string };

/** Says of a setting what the documents say of it. */
export const about = <Schema extends z.ZodType>(schema: Schema, text: About): Schema => schema.meta(text);

/** `yes` or `no`. */
export const yesNo = (fallback: 'yes' | 'no') =>
  z.enum(['yes', 'no'], { error: 'must be yes or no' }).default(fallback);

/**
 * Whether the way to a database is one on this machine, or one whose other end is verified, or says
 * that it is to be neither.
 */
export function isPlainOrVerified(url: string): boolean {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return !/^postgres/.test(url);
  const { hostname, searchParams } = new URL(url);
  // The driver takes what comes last, and a host of the query before that of the address.
  const modes = searchParams.getAll('sslmode');
  const hosts = [hostname, ...searchParams.getAll('host')];
  const isHere = hosts.every((host) => /^(localhost|127\.0\.0\.1|\[?::1\]?|\/.*|)$/.test(host));
  return modes.length === 0 ? isHere : modes.every((mode) => ['verify-full', 'disable'].includes(mode));
}
