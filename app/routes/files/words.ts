import { wordsDoor } from '~/web/words.server';

export const loader = wordsDoor;
