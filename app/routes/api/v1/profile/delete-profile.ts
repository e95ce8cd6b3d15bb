import { apiDoor } from '~/web/api.server';

const door = apiDoor('profile/delete-profile');
export const loader = door;
export const action = door;
