import { logOut } from '~/domain/accounts/logOut';
import { apiDoor } from '~/web/api.server';
import { bearerOf } from '~/web/viewer.server';

const door = apiDoor({ POST: logOut }, { own: (request) => ({ token: bearerOf(request) }) });
export const loader = door;
export const action = door;
