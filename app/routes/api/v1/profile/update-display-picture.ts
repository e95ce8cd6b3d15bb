import { apiDoor } from '~/web/api.server';

const door = apiDoor('profile/update-display-picture');
export const loader = door;
export const action = door;
