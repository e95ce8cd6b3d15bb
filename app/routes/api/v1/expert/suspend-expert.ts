import { apiDoor } from '~/web/api.server';

const door = apiDoor('expert/suspend-expert');
export const loader = door;
export const action = door;
