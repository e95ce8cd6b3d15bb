import { createCookieSessionStorage, redirect, redirectDocument } from '@remix-run/node';
import { createToastUtilsWithCustomSession } from 'remix-toast';
import { handOnPush } from '~/domain/notifications/push-subscriptions.server';
import { keyFor } from '~/platform/secrets/secrets.server';
import { paths } from '~/urls/paths';
import {
  cookieName,
  cookieOptions,
  endCookiesOf,
  readCookie,
  writeCookie,
} from '~/web/request/cookies.server';
import { clearSiteDataHeader } from '~/web/request/headers.server';
import { keepLanguage, languageAfterLogIn, requestLanguage } from '~/web/request/request-language.server';

/**
 * Makes a redirect reload the document. Otherwise, Remix renders the next page into the current
 * document, whose first script contains the data of the previous user.
 */
export const inNewDocument: [string, string] = ['X-Remix-Reload-Document', 'true'];

/** Makes a redirect take the place of the page in the browser's history, where script runs. */
export const inPlaceOfPage: [string, string] = ['X-Remix-Replace', 'true'];

/** Checks whether a response replaces or deletes the browser's session. */
export function changesSession(headers: HeadersInit | undefined): boolean {
  const start = `${cookieName('session')}=`;
  return new Headers(headers).getSetCookie().some((cookie) => cookie.startsWith(start));
}

/**
 * Redirects a visitor who is not signed in. If the browser still has a session cookie, the redirect
 * reloads the document, because it may have been rendered for that user.
 */
export async function redirectSignedOut(request: Request, path: string): Promise<Response> {
  return (await readCookie(request, 'session')) ? redirectDocument(path) : redirect(path);
}

/**
 * Builds the headers of a log-in on a page. They also delete what the previous user left in this
 * browser: its push messages go on for the same account alone. If the account has another language
 * than the page, the next page is a new document.
 */
export async function logInHeaders(
  request: Request,
  { token, device }: { token: string; device?: string },
): Promise<[string, string][]> {
  const language = await languageAfterLogIn(request, token);
  return [
    await writeCookie('session', token),
    await writeCookie('device', device),
    keepLanguage(language, { isAccounts: true }),
    ...(language === requestLanguage() ? [] : [inNewDocument]),
    ...(await endCookiesOf(request)),
    ...(await pushCookie(request, token)),
  ];
}

/** Hands on the browser's push messages, and builds the cookie by which they stay its own. */
async function pushCookie(request: Request, token: string): Promise<[string, string][]> {
  const id = await readCookie(request, 'push');
  return id && (await handOnPush(id, token)) ? [await writeCookie('push', id)] : [];
}

/**
 * Returns the page after a log-in: the one that the user wanted, unless ways into the account have
 * changed since the log-in before, which the first page of the dashboard names.
 */
export const pathAfterLogIn = ({ changes }: { changes?: unknown[] }, next: string | undefined): string =>
  changes || !next ? paths.dashboard : next;

/** Builds the headers of a log-out on a page, and of other actions that log out. */
export async function logOutHeaders(request: Request): Promise<[string, string][]> {
  return [await writeCookie('session', undefined), ...(await endCookiesOf(request)), clearSiteDataHeader];
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

/** Redirects with a message that the target page shows. `more` is its second line. */
export function redirectWith(
  type: 'success' | 'error',
  path: string,
  message: string,
  { headers, detail }: { headers?: HeadersInit; detail?: string } = {},
) {
  return toasts().redirectWithToast(path, { message, type, description: detail }, { headers });
}

/** Reads the message of a redirect, with the header that removes it from the cookie. */
export function takeToast(request: Request) {
  return toasts().getToast(request);
}
