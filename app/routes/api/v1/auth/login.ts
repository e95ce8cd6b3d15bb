import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/login');
export const loader = door;
export const action = door;
