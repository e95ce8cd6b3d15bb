import { openReportPage } from '~/domain/reports/files/open-page.server';
import { fileDoor, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileDoor(openReportPage);
export const action = refuseMethod;
