import { openReportFile } from '~/domain/reports/files/open-file.server';
import { fileDoor, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileDoor(openReportFile, 'image');
export const action = refuseMethod;
