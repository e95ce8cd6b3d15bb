import { serveApiPieces } from '~/web/pieces/api-pieces.server';

export const loader = serveApiPieces;
export const action = serveApiPieces;
