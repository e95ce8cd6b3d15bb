import { findWaitingKey, giveWaitingKey } from '~/web/api/waiting-key.server';

export const loader = findWaitingKey;
export const action = giveWaitingKey;
