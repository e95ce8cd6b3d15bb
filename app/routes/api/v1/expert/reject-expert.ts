import { apiDoor } from '~/web/api.server';

const door = apiDoor('expert/reject-expert');
export const loader = door;
export const action = door;
