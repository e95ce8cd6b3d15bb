import { readyDoor } from '~/web/health.server';

export const loader = readyDoor;
