import { createCookieSessionStorage, redirect, redirectDocument } from '@remix-run/node';
import { createToastUtilsWithCustomSession } from 'remix-toast';
import { keyFor } from '~/platform/secrets/secrets.server';
import {
  cookieName,
  cookieOptions,
  endCookiesOf,
  readCookie,
  writeCookie,
} from '~/web/request/cookies.server';
import { forgetAll } from '~/web/request/headers.server';
import { languageAfterLogIn } from '~/web/request/request-language.server';

/**
 * Makes a redirect load the document anew. Otherwise Remix draws the next page into the document
 * that is there, whose first script holds the data of the person it was drawn for.
 */
export const inNewDocument: [string, string] = ['X-Remix-Reload-Document', 'true'];

/** Returns whether an answer gives the browser another session, or takes its session away. */
export function changesSession(headers: HeadersInit | undefined): boolean {
  const start = `${cookieName('session')}=`;
  return new Headers(headers).getSetCookie().some((cookie) => cookie.startsWith(start));
}

/**
 * Redirects a visitor who is not signed in. If the browser still has the cookie of a session, its
 * document may be drawn for that person, and goes.
 */
export async function redirectSignedOut(request: Request, path: string): Promise<Response> {
  return (await readCookie(request, 'session')) ? redirectDocument(path) : redirect(path);
}

/** Makes the headers of a log-in on the page. Ends what the person before left in this browser. */
export async function logInHeaders(
  request: Request,
  { token, device }: { token: string; device?: string },
): Promise<[string, string][]> {
  return [
    await writeCookie('session', token),
    await writeCookie('device', device),
    await languageAfterLogIn(request, token),
    ...(await endCookiesOf(request)),
  ];
}

/** Makes the headers of a log-out on the page, and of what logs out as well. */
export async function logOutHeaders(request: Request): Promise<[string, string][]> {
  return [await writeCookie('session', undefined), ...(await endCookiesOf(request)), forgetAll];
}

let utils: ReturnType<typeof createToastUtilsWithCustomSession> | undefined;

function toasts() {
  utils ??= createToastUtilsWithCustomSession(
    createCookieSessionStorage({
      cookie: { ...cookieOptions('toast', 60), secrets: [keyFor('cookie toast').export().toString('hex')] },
    }),
  );
  return utils;
}

/**
 * A redirect that carries a message to the page it leads to, in the same response; `more` is its
 * second line.
 */
export function redirectWith(
  type: 'success' | 'error',
  path: string,
  message: string,
  { headers, more }: { headers?: HeadersInit; more?: string } = {},
) {
  return toasts().redirectWithToast(path, { message, type, description: more }, { headers });
}

/** The message that a redirect carried here, and the header that takes it out of the cookie. */
export function takeToast(request: Request) {
  return toasts().getToast(request);
}
