import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/delete-report/:reportId?');
export const loader = door;
export const action = door;
