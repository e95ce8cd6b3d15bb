import { openReportPage } from '~/domain/report-view/open-page.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileLoader(openReportPage);
export const action = refuseMethod;
