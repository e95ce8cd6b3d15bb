import { findViewer, findViewerById, isSessionEnded } from '~/domain/identity/sessions.server';
import { readCookie } from '~/web/request/cookies.server';
import { viewerOfLink } from './signed-link.server';

/** Who sits before a page: the viewer of the session cookie, or null. */
export async function viewerOfPage(request: Request) {
  const token = await readCookie(request, 'session');
  return token ? findViewer(token, 'web') : null;
}

/**
 * Returns whether the session of the browser was ended on purpose: its cookie names one that is
 * gone. One that ran out is still there, and its work may be gone on with after a log-in.
 */
export async function isSessionOfPageEnded(request: Request): Promise<boolean> {
  const token = await readCookie(request, 'session');
  return token !== undefined && (await isSessionEnded(token));
}

/** The token of an `Authorization: Bearer` header, or undefined. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/**
 * Who calls the API: the viewer of the bearer token. Safe reads take the session cookie too when
 * they come from our own pages; writes never do (docs/requirements.md#identity).
 */
export async function viewerOfCall(request: Request) {
  const token = bearerOf(request);
  if (token) return findViewer(token, 'api');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin';
  return isRead && isOwnPage ? viewerOfPage(request) : null;
}

/**
 * Who opens a file: the viewer a signed link names, else of the bearer token, else of the session
 * cookie.
 */
export async function viewerOfFile(request: Request) {
  const linked = viewerOfLink(new URL(request.url));
  if (linked !== undefined) return linked === null ? null : findViewerById(linked);
  const token = bearerOf(request);
  return token ? findViewer(token, 'api') : viewerOfPage(request);
}
