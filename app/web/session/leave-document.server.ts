import { redirect, redirectDocument } from '@remix-run/node';
import { cookieName, readCookie } from '~/web/request/cookies.server';

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
