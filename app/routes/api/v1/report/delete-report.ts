import { deleteReport } from '~/domain/reports/remove';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ DELETE: deleteReport });
export const loader = door;
export const action = door;
