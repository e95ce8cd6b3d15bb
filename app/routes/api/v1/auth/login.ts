import { apiDoor } from '~/web/api.server';
import { logInByForm } from '~/web/authenticator.server';

const door = apiDoor({ POST: logInByForm });
export const loader = door;
export const action = door;
