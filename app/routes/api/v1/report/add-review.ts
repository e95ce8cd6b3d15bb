import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/add-review/:reportId');
export const loader = door;
export const action = door;
