import { noSuchCall } from '~/web/api.server';

export const loader = noSuchCall;
export const action = noSuchCall;
