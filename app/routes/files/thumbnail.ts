import { openReportThumbnail } from '~/domain/reports/files/open-file.server';
import { fileDoor, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileDoor(openReportThumbnail);
export const action = refuseMethod;
