import { everyCall } from '~/web/api.server';

export const loader = everyCall;
export const action = everyCall;
