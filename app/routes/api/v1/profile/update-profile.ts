import { updateProfile } from '~/domain/accounts/profile';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ PUT: updateProfile });
export const loader = door;
export const action = door;
