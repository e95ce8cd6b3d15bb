import { listPendingReports } from '~/domain/reports/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listPendingReports });
export const loader = door;
export const action = door;
