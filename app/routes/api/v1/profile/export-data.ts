import { apiDoor } from '~/web/api.server';

const door = apiDoor('profile/export-data');
export const loader = door;
export const action = door;
