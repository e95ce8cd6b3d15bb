import { apiDoor } from '~/web/api.server';

const door = apiDoor('expert/get-pending-expert');
export const loader = door;
export const action = door;
