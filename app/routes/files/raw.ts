import { openReportFile } from '~/domain/reports/openFile';
import { fileDoor, refuseMethod } from '~/web/file.server';

export const loader = fileDoor(openReportFile, 'raw');
export const action = refuseMethod;
