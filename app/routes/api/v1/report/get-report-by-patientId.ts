import { listReportsOfPatient } from '~/domain/reports/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listReportsOfPatient });
export const loader = door;
export const action = door;
