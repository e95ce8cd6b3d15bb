import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/signup');
export const loader = door;
export const action = door;
