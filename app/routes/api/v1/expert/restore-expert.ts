import { apiDoor } from '~/web/api.server';

const door = apiDoor('expert/restore-expert');
export const loader = door;
export const action = door;
