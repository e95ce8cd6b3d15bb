import { openPicture } from '~/domain/accounts/profile/display-picture.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileLoader(openPicture);
export const action = refuseMethod;
