import { findWaitingKey, giveWaitingKey } from '~/web/pieces/waiting-key.server';

export const loader = findWaitingKey;
export const action = giveWaitingKey;
