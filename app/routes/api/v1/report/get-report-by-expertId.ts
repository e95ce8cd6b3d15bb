import { listReviewedReports } from '~/domain/reports/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listReviewedReports });
export const loader = door;
export const action = door;
