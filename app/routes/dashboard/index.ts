import { redirect } from '@remix-run/node';
import { paths } from '~/web/request/paths';

export const loader = () => redirect(paths.dashboard);
