import { apiDoor } from '~/web/api.server';

const door = apiDoor('report/get-report-by-patientId/:patientId');
export const loader = door;
export const action = door;
