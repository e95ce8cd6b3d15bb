import { approveExpert } from '~/domain/experts/approve';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: approveExpert });
export const loader = door;
export const action = door;
