import { listPendingExperts } from '~/domain/experts/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listPendingExperts });
export const loader = door;
export const action = door;
