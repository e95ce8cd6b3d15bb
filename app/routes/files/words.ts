import { wordsDoor } from '~/web/locale/message-scripts.server';

export const loader = wordsDoor;
