import { redirect } from '@remix-run/node';
import { exportData } from '~/domain/accounts/export-data.server';
import { downloadAction } from '~/web/files/download.server';
import { paths } from '~/web/request/paths';

export const loader = () => redirect(paths.myData);

export const action = downloadAction(exportData, { page: paths.myData });
