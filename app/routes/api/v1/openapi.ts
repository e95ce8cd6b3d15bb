import { serveDocument } from '~/web/api/api-call.server';

export const loader = serveDocument;
export const action = serveDocument;
