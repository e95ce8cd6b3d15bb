import { serveWords } from '~/web/pages/message-scripts.server';

export const loader = serveWords;
