import { aliveDoor } from '~/web/http/probes.server';

export const loader = aliveDoor;
