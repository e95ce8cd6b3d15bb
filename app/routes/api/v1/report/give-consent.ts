import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/give-consent/:reportId');
export const loader = door;
export const action = door;
