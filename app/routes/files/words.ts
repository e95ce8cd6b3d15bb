import { serveWords } from '~/web/locale/message-scripts.server';

export const loader = serveWords;
