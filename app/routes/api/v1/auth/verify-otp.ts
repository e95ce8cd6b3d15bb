import { apiDoor } from '~/web/api.server';

const door = apiDoor('auth/verify-otp');
export const loader = door;
export const action = door;
