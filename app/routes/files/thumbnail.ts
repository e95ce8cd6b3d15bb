import { openReportThumbnail } from '~/domain/report-view/open-file.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileLoader(openReportThumbnail);
export const action = refuseMethod;
