import { servePagePieces } from '~/web/api/tus.server';

export const loader = servePagePieces;
export const action = servePagePieces;
