import { askForReset } from '~/domain/accounts/resetPassword';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: askForReset });
export const loader = door;
export const action = door;
