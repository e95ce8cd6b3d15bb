import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/get-openings/:reportId');
export const loader = door;
export const action = door;
