import { apiDoor } from '~/web/api.server';

const door = apiDoor('profile/update-credentials');
export const loader = door;
export const action = door;
