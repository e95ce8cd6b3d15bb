import { verifyOtp } from '~/domain/accounts/verifyOtp';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: verifyOtp });
export const loader = door;
export const action = door;
