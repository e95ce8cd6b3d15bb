import { serveDocument } from '~/web/api/openapi/serve-document.server';

export const loader = serveDocument;
export const action = serveDocument;
