import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/get-pending-reports');
export const loader = door;
export const action = door;
