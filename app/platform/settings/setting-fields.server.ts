import { z } from 'zod';

/** The time zone of most clinics. */
export const usualTimeZone = 'Asia/Kolkata';

/** Builds a text setting, trimmed. */
export const textSetting = (fallback = '') => z.string().trim().default(fallback);

/** Builds a number setting, fractions allowed, with the message for anything else. */
export const numberSetting = (error: string) => z.coerce.number({ error });

const whole = (min: number, max: number) =>
  numberSetting(`must be a whole number from ${min} to ${max}`).int().min(min).max(max);

/** Builds a whole-number setting within bounds. */
export const wholeNumberSetting = (fallback: number, min: number, max: number) =>
  whole(min, max).default(fallback);

/** Builds a whole-number setting within bounds, or unset. */
export const wholeNumberOrNone = (min: number, max: number) => whole(min, max).optional();

/** Checks whether a text is an origin: scheme, host and port, and nothing after them. */
export const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;

/** Checks whether an address has nothing after its host and port, and no user before them. */
export function hasNoPath(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  return pathname === '/' && !username && !password && !search && !hash;
}

/** Checks whether a URL is read whole: a `#` in a password would cut it short. */
export const isWholeUrl = (url: string): boolean => URL.canParse(url) && new URL(url).hash === '';

/** Checks whether a URL names a host. */
export const hasHost = (url: string): boolean => new URL(url).hostname !== '';

/** Explains how to write a password that would break a URL. */
export const percentHint =
  'write % in user and password as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A';

/**
 * Checks whether a text names a time zone. An offset from UTC is no name, and few browsers know it.
 */
export function isTimeZone(name: string): boolean {
  // Looking up a zone in the system takes a twentieth of a start.
  if (name === usualTimeZone) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Builds a list setting, with commas or spaces between its entries. */
export const listSetting = (isGood: (one: string) => boolean, error: string) =>
  textSetting()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isGood), error);

/** A setting with a key of 32 bytes. */
export const keySetting = z
  .string()
  .regex(
    /^[0-9a-f]{64}$/i,
    'must be 64 hexadecimal digits (32 bytes), for example from `openssl rand -hex 32`',
  );

/** Checks whether a URL names no user. */
export const hasNoUser = (url: string): boolean => !new URL(url).username && !new URL(url).password;

/**
 * The description of a setting in the documents: its effect, the effect of leaving it out, and an
 * example.
 */
type SettingDescription = { description: string; ifUnset?: string; example?: string };

/** Attaches its description to a setting. */
export const describeSetting = <Schema extends z.ZodType>(schema: Schema, text: SettingDescription): Schema =>
  schema.meta(text);

/** Builds a setting that is `yes` or `no`. */
export const yesNoSetting = (fallback: 'yes' | 'no') =>
  z.enum(['yes', 'no'], { error: 'must be yes or no' }).default(fallback);

/**
 * Checks whether a connection to a database stays on this machine, has a verified server, or is
 * declared to be neither.
 */
export function isPlainOrVerified(url: string): boolean {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return !/^postgres/.test(url);
  const { hostname, searchParams } = new URL(url);
  // The driver uses the last value, and prefers a host in the query to that of the address.
  const modes = searchParams.getAll('sslmode');
  const hosts = [hostname, ...searchParams.getAll('host')];
  const isHere = hosts.every((host) => /^(localhost|127\.0\.0\.1|\[?::1\]?|\/.*|)$/.test(host));
  return modes.length === 0 ? isHere : modes.every((mode) => ['verify-full', 'disable'].includes(mode));
}
