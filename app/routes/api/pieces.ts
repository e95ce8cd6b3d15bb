import { serveApiPieces } from '~/web/pieces/tus.server';

export const loader = serveApiPieces;
export const action = serveApiPieces;
