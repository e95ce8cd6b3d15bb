import { deleteAccount } from '~/domain/accounts/deleteAccount';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ DELETE: deleteAccount });
export const loader = door;
export const action = door;
