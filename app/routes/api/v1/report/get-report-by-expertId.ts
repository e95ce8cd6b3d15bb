import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/get-report-by-expertId');
export const loader = door;
export const action = door;
