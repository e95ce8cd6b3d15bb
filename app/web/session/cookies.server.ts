import { createCookie } from '@remix-run/node';
import { knownForDays } from '~/domain/accounts/log-in/known-clients.server';
import { secondStepMinutes } from '~/domain/accounts/two-factor/second-step.server';
import { sessionLifetimeSeconds } from '~/domain/sessions/sessions.server';
import { getSettings } from '~/platform/env.server';
import { keyFor } from '~/platform/secrets/secrets.server';

const heldMinutes = 30;
const justSentMinutes = 5;
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
  /** The address a reset e-mail was sent to, for the page that says so. */
  forgot: () => make('forgot', heldMinutes * 60),
  /** That a password was just reset, for one look at the page that says so. */
  reset: () => make('reset', justSentMinutes * 60),
  /** The address of the account that was just opened, for the log-in page. */
  opened: () => make('opened', justSentMinutes * 60),
  /** The number that somebody just asked to be called on, for the page that says so. */
  called: () => make('called', justSentMinutes * 60),
  /** The id of the report that was just sent, for its case number. */
  sent: () => make('sent', justSentMinutes * 60),
  /** What was wrong with a form that answers with a file, for one look at the page it stands on. */
  mistaken: () => make('mistaken', justSentMinutes * 60),
};

function make(name: Name, maxAge: number, isSigned = true) {
  const { name: fullName, ...options } = cookieOptions(name, maxAge);
  const secrets = isSigned ? [keyFor(`cookie ${name}`).export().toString('hex')] : undefined;
  return createCookie(fullName, { ...options, secrets });
}

type Kept = keyof typeof cookies;

/** What one of our cookies holds, or undefined. */
export async function readCookie(request: Request, name: Kept): Promise<string | undefined> {
  const value: unknown = await cookies[name]().parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The `Set-Cookie` header that keeps a value, or with `undefined` throws the cookie away. */
export async function writeCookie(name: Kept, value: string | undefined): Promise<[string, string]> {
  const written =
    value === undefined ? cookies[name]().serialize('', { maxAge: 0 }) : cookies[name]().serialize(value);
  return ['Set-Cookie', await written];
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
