import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/get-all-reviewed-reports');
export const loader = door;
export const action = door;
