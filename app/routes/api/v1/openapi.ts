import { documentDoor } from '~/web/api/api-call.server';

export const loader = documentDoor;
export const action = documentDoor;
