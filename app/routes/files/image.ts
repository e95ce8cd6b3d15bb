import { openReportFile } from '~/domain/reports/openFile';
import { fileDoor, refuseMethod } from '~/web/file.server';

export const loader = fileDoor(openReportFile, 'image');
export const action = refuseMethod;
