import { noSuchCall } from '~/web/api/api-call.server';

export const loader = noSuchCall;
export const action = noSuchCall;
