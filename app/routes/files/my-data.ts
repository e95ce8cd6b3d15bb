import { redirect } from '@remix-run/node';
import { exportData } from '~/domain/accounts/exportData';
import { downloadAction } from '~/web/download.server';
import { paths } from '~/web/paths';

export const loader = () => redirect(paths.myData);

export const action = downloadAction(exportData, { page: paths.myData });
