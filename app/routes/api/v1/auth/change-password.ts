import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/change-password');
export const loader = door;
export const action = door;
