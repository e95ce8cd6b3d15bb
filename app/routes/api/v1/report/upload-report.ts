import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/upload-report');
export const loader = door;
export const action = door;
