import { aliveDoor } from '~/web/health.server';

export const loader = aliveDoor;
