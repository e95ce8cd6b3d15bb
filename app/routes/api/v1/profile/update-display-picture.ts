import { updatePicture } from '~/domain/accounts/picture';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ PUT: updatePicture });
export const loader = door;
export const action = door;
