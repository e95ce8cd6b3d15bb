import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/logout');
export const loader = door;
export const action = door;
