import { listApprovedExperts } from '~/domain/experts/lists';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ GET: listApprovedExperts });
export const loader = door;
export const action = door;
