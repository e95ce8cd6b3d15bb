import { openReportFile } from '~/domain/report-view/open-file.server';
import { fileLoader, refuseMethod } from '~/web/files/serve-file.server';

export const loader = fileLoader(openReportFile, 'image');
export const action = refuseMethod;
