import { listAllReviewedReports } from '~/domain/reports/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listAllReviewedReports });
export const loader = door;
export const action = door;
