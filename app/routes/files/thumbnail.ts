import { openReportThumbnail } from '~/domain/reports/openFile';
import { fileDoor, refuseMethod } from '~/web/file.server';

export const loader = fileDoor(openReportThumbnail);
export const action = refuseMethod;
