import { servePagePieces } from '~/web/pieces/page-pieces.server';

export const loader = servePagePieces;
export const action = servePagePieces;
