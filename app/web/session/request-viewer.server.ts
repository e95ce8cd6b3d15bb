import { findKeyViewer, findKeyViewerById, isKeySecret } from '~/domain/identity/key-viewers.server';
import { findViewer, findViewerById, isSessionEnded } from '~/domain/identity/sessions.server';
import { Refusal } from '~/domain/kernel/refusal';
import { readCookie } from '~/web/request/cookies.server';
import { viewerOfLink } from './signed-link.server';

/** Finds the viewer of a page from the session cookie; null if there is none. */
export async function viewerOfPage(request: Request) {
  const token = await readCookie(request, 'session');
  return token ? findViewer(token, 'web') : null;
}

/**
 * Checks whether the browser's session was ended on purpose: its cookie names a session that no
 * longer exists. An expired session still exists, and the user can continue after a log-in.
 */
export async function isSessionOfPageEnded(request: Request): Promise<boolean> {
  const token = await readCookie(request, 'session');
  return token !== undefined && (await isSessionEnded(token));
}

/** Reads the token of an `Authorization: Bearer` header; undefined if there is none. */
export function readBearer(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/**
 * Finds the viewer of a bearer token: an account, or a key for machines. A key is for programs and
 * never for browsers.
 *
 * @throws Refusal: `forbidden` for a key beside the cookie of a session; as `findKeyViewer` does.
 */
async function viewerOfBearer(request: Request, token: string) {
  if (!isKeySecret(token)) return findViewer(token, 'api');
  if (await readCookie(request, 'session'))
    throw new Refusal('forbidden', 'key.withCookie', { code: 'keyWithCookie' });
  return findKeyViewer(token);
}

/**
 * Finds the viewer of an API call from the bearer token. Reads also accept the session cookie if
 * they come from our own pages. Writes never do (docs/requirements.md#identity).
 */
export async function viewerOfCall(request: Request) {
  const token = readBearer(request);
  if (token) return viewerOfBearer(request, token);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin';
  return isRead && isOwnPage ? viewerOfPage(request) : null;
}

/**
 * Finds the viewer who opens a file: from a signed link, otherwise from the bearer token, otherwise
 * from the session cookie.
 */
export async function viewerOfFile(request: Request) {
  const linked = viewerOfLink(new URL(request.url));
  if (linked === null) return null;
  if (linked !== undefined) return (await findViewerById(linked)) ?? findKeyViewerById(linked);
  const token = readBearer(request);
  return token ? viewerOfBearer(request, token) : viewerOfPage(request);
}
