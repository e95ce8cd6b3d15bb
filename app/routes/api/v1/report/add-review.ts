import { addReview } from '~/domain/reports/review';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: addReview });
export const loader = door;
export const action = door;
