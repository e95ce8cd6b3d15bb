import { isFromOurPages } from '~/web/http/origin.server';
import { pageContext } from '~/web/pages/page-context.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';
import { tusContext } from './tus.server';

/** Files that our own pages send in pieces, for whoever the session cookie is. */
export const servePagePieces = tusContext(
  (request) => ({
    context: pageContext(request),
    findViewer: () => viewerOfPage(request),
    headers: () => ({}),
    refused: isFromOurPages(request) ? undefined : 'refused.crossSite',
  }),
  '/uploads',
);
