import { serveApiPieces } from '~/web/api/tus.server';

export const loader = serveApiPieces;
export const action = serveApiPieces;
