import { documentDoor } from '~/web/api.server';

export const loader = documentDoor;
export const action = documentDoor;
