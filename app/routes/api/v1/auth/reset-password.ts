import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/reset-password');
export const loader = door;
export const action = door;
