import { servePagePieces } from '~/web/pieces/tus.server';

export const loader = servePagePieces;
export const action = servePagePieces;
