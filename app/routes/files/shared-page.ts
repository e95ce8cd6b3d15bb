import { openSharedPage } from '~/domain/shares/shared-files.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';
import { readOpenedShare } from '~/web/session/opened-share.server';

export const loader = fileLoader(openSharedPage, undefined, readOpenedShare);
export const action = refuseMethod;
