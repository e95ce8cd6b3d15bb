import { createCookie } from '@remix-run/node';
import { secondStepMinutes } from '~/domain/accounts/second-step.server';
import { knownForDays } from '~/domain/identity/known-clients.server';
import { sessionLifetimeSeconds } from '~/domain/identity/sessions.server';
import { keyFor } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';

const heldMinutes = 30;
const memoMinutes = 5;
const daySeconds = 24 * 60 * 60;
const yearSeconds = 365 * daySeconds;

type Name =
  | 'language'
  | 'session'
  | 'signup'
  | 'step'
  | 'sent'
  | 'opened'
  | 'called'
  | 'toast'
  | 'forgot'
  | 'reset'
  | 'mistaken'
  | 'device';

/** The whole name of a cookie of ours. */
export function cookieName(name: Name) {
  return getSettings().isSecure ? `__Host-${name}` : name;
}

/**
 * HttpOnly, SameSite=Lax; `__Host-` and Secure wherever the public address is https
 * (docs/requirements.md#identity).
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
   * By which accounts this browser is known after a log-in; it opens none of them, and outlives a
   * log-out.
   */
  device: () => make('device', knownForDays * daySeconds),
  /** The key of the sign-up that is held in the database. */
  signup: () => make('signup', heldMinutes * 60),
  /** The key of the log-in whose second step is still to come. */
  step: () => make('step', secondStepMinutes * 60),
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
};

/**
 * The cookies that neither a log-in nor a log-out ends, each with its reason. All others are ended
 * by both, so that nobody sees on a shared phone what the person before them left.
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

type Kept = keyof typeof cookies;

/** The names of all cookies that hold more than a language or a message. */
export const cookieNames = Object.keys(cookies) as Kept[];

/** Memos: what a form leaves for the page that follows it, for one person alone. */
export type MemoName = 'forgot' | 'reset' | 'opened' | 'called' | 'sent' | 'mistaken';
type ValueName = Exclude<Kept, MemoName>;

/** What one of our cookies holds, or undefined. */
export async function readCookie(request: Request, name: ValueName): Promise<string | undefined> {
  const value: unknown = await cookies[name]().parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Finds the text of a cookie as the browser sent it. It reads names as the parser of Remix does,
 * which reads the signed ones: the first of a name counts, blanks around it do not.
 */
export function findRawCookie(header: string | null | undefined, name: Name): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === cookieName(name)) return pair.slice(end + 1).trim();
  }
  return undefined;
}

/** The `Set-Cookie` header that keeps a value, or with `undefined` throws the cookie away. */
export async function writeCookie(name: ValueName, value: string | undefined): Promise<[string, string]> {
  return value === undefined ? endCookie(name) : ['Set-Cookie', await cookies[name]().serialize(value)];
}

const endCookie = async (name: Kept): Promise<[string, string]> => [
  'Set-Cookie',
  await cookies[name]().serialize('', { maxAge: 0 }),
];

/** Makes the headers that end all cookies of a request but the lasting ones. */
export async function endCookiesOf(request: Request): Promise<[string, string][]> {
  const header = request.headers.get('cookie');
  const names = cookieNames.filter(
    (name) => !(name in lastingCookies) && findRawCookie(header, name) !== undefined,
  );
  return Promise.all(names.map(endCookie));
}

type Owner = { id: string } | null;

/**
 * Makes the `Set-Cookie` header that leaves a memo.
 *
 * @param viewer whom it is for; null for a visitor who is not signed in.
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

/** Reads a memo for one look: the headers end it, whoever it was for. */
export async function takeMemo(
  request: Request,
  name: MemoName,
  viewer: Owner,
): Promise<{ value?: string; headers: [string, string][] }> {
  if (findRawCookie(request.headers.get('cookie'), name) === undefined) return { headers: [] };
  return { value: await readMemo(request, name, viewer), headers: [await endCookie(name)] };
}

/**
 * The `Set-Cookie` header of the language switch: a plain word, so that every answer can read it at
 * once.
 */
export function languageCookie(value: string): string {
  const { name, path, secure, maxAge } = cookieOptions('language', yearSeconds);
  const flags = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? '; Secure' : ''}`;
}
