import { pageChannel } from '~/domain/kernel/channels';
import type { Viewer } from '~/domain/kernel/viewer';
import { readCookie } from '~/web/request/cookies.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';
import { servePieces } from './tus.server';

/**
 * Files that our own pages send in pieces, for whoever the session cookie is. Each request says for
 * whom the page was drawn: of somebody else's nothing is taken.
 */
export const servePagePieces = servePieces(
  (request) => ({
    channel: pageChannel,
    findViewer: () => viewerNamedIn(request),
    findToken: () => readCookie(request, 'session'),
    headers: () => ({}),
    refused: isFromOurPages(request) ? undefined : 'refused.crossSite',
  }),
  '/uploads',
);

/** The viewer of the session cookie, if the page that asks was drawn for them. */
export async function viewerNamedIn(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOfPage(request);
  return viewer?.id === request.headers.get('x-account') ? viewer : null;
}
