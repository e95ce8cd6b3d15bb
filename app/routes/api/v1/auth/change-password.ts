import { changePassword } from '~/domain/accounts/changePassword';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: changePassword });
export const loader = door;
export const action = door;
