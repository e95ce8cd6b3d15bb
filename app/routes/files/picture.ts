import { openPicture } from '~/domain/accounts/display-picture.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileLoader(openPicture);
export const action = refuseMethod;
