import { noSuchCall } from '~/web/api/envelope.server';

export const loader = noSuchCall;
export const action = noSuchCall;
