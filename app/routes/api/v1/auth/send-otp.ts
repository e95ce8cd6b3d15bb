import { sendOtp } from '~/domain/accounts/signUp';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: sendOtp });
export const loader = door;
export const action = door;
