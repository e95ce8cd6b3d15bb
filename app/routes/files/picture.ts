import { openPicture } from '~/domain/accounts/profile/display-picture.server';
import { fileDoor, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileDoor(openPicture);
export const action = refuseMethod;
