import { signup } from '~/domain/accounts/signUp';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: signup });
export const loader = door;
export const action = door;
