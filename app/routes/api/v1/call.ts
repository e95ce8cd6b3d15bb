import { everyCall } from '~/web/api/api-call.server';

export const loader = everyCall;
export const action = everyCall;
