import { createCookie } from '@remix-run/node';
import { knownForDays } from '~/domain/identity/known-clients.server';
import { sessionLifetimeSeconds } from '~/domain/identity/sessions.server';
import { secondStepMinutes } from '~/domain/log-in/second-step.server';
import { slipMinutes } from '~/domain/shares/open-slip.server';
import { shareMinutes } from '~/domain/shares/share-constants';
import { keyFor } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';

const heldMinutes = 30;
const memoMinutes = 5;
const daySeconds = 24 * 60 * 60;
const yearSeconds = 365 * daySeconds;
/** The longest that browsers keep a cookie. */
const longestSeconds = 400 * daySeconds;

type Name =
  | 'language'
  | 'session'
  | 'signup'
  | 'step'
  | 'slip'
  | 'share'
  | 'sent'
  | 'opened'
  | 'called'
  | 'toast'
  | 'forgot'
  | 'reset'
  | 'mistaken'
  | 'helped'
  | 'desk'
  | 'push'
  | 'device';

/** Returns the full name of one of our cookies. */
export function cookieName(name: Name) {
  return getSettings().isSecure ? `__Host-${name}` : name;
}

/**
 * Returns a cookie's options: HttpOnly, SameSite=Lax, and `__Host-` with Secure if the public
 * address is https (docs/requirements.md#identity).
 */
export function cookieOptions(name: Name, maxAge?: number) {
  const { isSecure } = getSettings();
  return {
    name: cookieName(name),
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: isSecure,
    maxAge,
  };
}

const cookies = {
  /** The opaque session token. */
  session: () => make('session', sessionLifetimeSeconds, false),
  /**
   * The key under which accounts know this browser after a log-in. It opens none of them, and
   * outlives a log-out.
   */
  device: () => make('device', knownForDays * daySeconds),
  /** The key of the sign-up held in the database. */
  signup: () => make('signup', heldMinutes * 60),
  /** The key of the log-in that awaits its second step. */
  step: () => make('step', secondStepMinutes * 60),
  /** The pass of the opened slip of a report. */
  slip: () => make('slip', slipMinutes * 60),
  /** The pass of the opened share of another doctor's patient. */
  share: () => make('share', shareMinutes * 60),
  /** The address a reset e-mail was sent to. */
  forgot: () => make('forgot', memoMinutes * 60),
  /** Set once a password was reset. */
  reset: () => make('reset', memoMinutes * 60),
  /** The address of the account that was just opened. */
  opened: () => make('opened', memoMinutes * 60),
  /** The number to be called back on. */
  called: () => make('called', memoMinutes * 60),
  /** The ID of the report that was just sent, for its case number. */
  sent: () => make('sent', memoMinutes * 60),
  /** The mistakes in a form that answers with a file. */
  mistaken: () => make('mistaken', memoMinutes * 60),
  /** The clinic number and year of birth that a helper typed, for the upload that follows. */
  helped: () => make('helped', heldMinutes * 60),
  /** The push subscription of this browser, which a log-in hands on or ends. */
  push: () => make('push', longestSeconds),
  /** The pass of the answers of a patient that the front desk has checked. */
  desk: () => make('desk', heldMinutes * 60),
};

/**
 * The cookies that neither a log-in nor a log-out deletes, each with its reason. Both delete all
 * others, so that nobody on a shared phone sees what the previous user left.
 */
export const lastingCookies = {
  session: 'A log-in replaces it, and a log-out ends it and its row.',
  device: 'It names nobody and opens nothing; without it the owner would be a stranger next time.',
  language: 'It says the language of the pages and nothing about a person.',
  toast: 'It carries the message of the log-in or log-out itself, and is read once within a minute.',
} satisfies Partial<Record<Name, string>>;

function make(name: Name, maxAge: number, isSigned = true) {
  const { name: fullName, ...options } = cookieOptions(name, maxAge);
  const secrets = isSigned ? [keyFor(`cookie ${name}`).export().toString('hex')] : undefined;
  return createCookie(fullName, { ...options, secrets });
}

type CookieKey = keyof typeof cookies;

/** The names of all cookies that hold more than a language or a message. */
export const cookieNames = Object.keys(cookies) as CookieKey[];

/** Memos: data that a form leaves for the next page, for one viewer only. */
type MemoName = 'forgot' | 'reset' | 'opened' | 'called' | 'sent' | 'mistaken' | 'helped' | 'desk';
type ValueName = Exclude<CookieKey, MemoName>;

/** Reads the value of one of our cookies; undefined if there is none. */
export async function readCookie(request: Request, name: ValueName): Promise<string | undefined> {
  const value: unknown = await cookies[name]().parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Finds the raw value of a cookie. Names are parsed like in Remix, which parses the signed ones:
 * the first of a name counts, and surrounding spaces do not.
 */
export function findRawCookie(header: string | null | undefined, name: Name): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === cookieName(name)) return pair.slice(end + 1).trim();
  }
  return undefined;
}

/** Builds the `Set-Cookie` header that stores a value, or deletes the cookie if it is undefined. */
export async function writeCookie(name: ValueName, value: string | undefined): Promise<[string, string]> {
  return value === undefined ? endCookie(name) : ['Set-Cookie', await cookies[name]().serialize(value)];
}

const endCookie = async (name: CookieKey): Promise<[string, string]> => [
  'Set-Cookie',
  await cookies[name]().serialize('', { maxAge: 0 }),
];

/** Builds the headers that delete all cookies of a request except the lasting ones. */
export async function endCookiesOf(request: Request): Promise<[string, string][]> {
  const header = request.headers.get('cookie');
  const names = cookieNames.filter(
    (name) => !(name in lastingCookies) && findRawCookie(header, name) !== undefined,
  );
  return Promise.all(names.map(endCookie));
}

type Owner = { id: string } | null;

/**
 * Builds the `Set-Cookie` header that stores a memo.
 *
 * @param viewer the viewer it is for; null for a visitor who is not signed in.
 */
export async function writeMemo(name: MemoName, value: string, viewer: Owner): Promise<[string, string]> {
  return ['Set-Cookie', await cookies[name]().serialize({ owner: viewer?.id ?? null, value })];
}

/** Reads a memo, if there is one for this viewer. */
export async function readMemo(request: Request, name: MemoName, viewer: Owner): Promise<string | undefined> {
  const memo: unknown = await cookies[name]().parse(request.headers.get('cookie'));
  if (typeof memo !== 'object' || memo === null || !('owner' in memo && 'value' in memo)) return undefined;
  const isTheirs = memo.owner === (viewer?.id ?? null);
  return isTheirs && typeof memo.value === 'string' ? memo.value : undefined;
}

/** Reads a memo once. The headers delete it, whoever it was for. */
export async function takeMemo(
  request: Request,
  name: MemoName,
  viewer: Owner,
): Promise<{ value?: string; headers: [string, string][] }> {
  if (findRawCookie(request.headers.get('cookie'), name) === undefined) return { headers: [] };
  return { value: await readMemo(request, name, viewer), headers: [await endCookie(name)] };
}

/**
 * Builds the `Set-Cookie` header of the language switch. The value is a plain word, so that every
 * response can read it at once.
 */
export function languageCookie(value: string): string {
  const { name, path, secure, maxAge } = cookieOptions('language', yearSeconds);
  const flags = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? '; Secure' : ''}`;
}
