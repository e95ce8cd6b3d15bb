import { openPicture } from '~/domain/accounts/picture';
import { fileDoor, refuseMethod } from '~/web/file.server';

export const loader = fileDoor(openPicture);
export const action = refuseMethod;
