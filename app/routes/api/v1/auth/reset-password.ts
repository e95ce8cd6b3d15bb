import { resetPassword } from '~/domain/accounts/resetPassword';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: resetPassword });
export const loader = door;
export const action = door;
