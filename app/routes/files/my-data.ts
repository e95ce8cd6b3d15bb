import { redirect } from '@remix-run/node';
import { exportData } from '~/domain/own-data/export-data.server';
import { paths } from '~/urls/paths';
import { downloadAction } from '~/web/files/download.server';

export const loader = () => redirect(paths.myData);

export const action = downloadAction(exportData, { page: paths.myData });
