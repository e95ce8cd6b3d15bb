import { openReportPage } from '~/domain/reports/openPage';
import { fileDoor, refuseMethod } from '~/web/file.server';

export const loader = fileDoor(openReportPage);
export const action = refuseMethod;
