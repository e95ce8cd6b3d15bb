import { readyDoor } from '~/web/http/probes.server';

export const loader = readyDoor;
