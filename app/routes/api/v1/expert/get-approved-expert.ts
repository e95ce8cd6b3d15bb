import { apiDoor } from '~/web/api.server';

const door = apiDoor('expert/get-approved-expert');
export const loader = door;
export const action = door;
