import { redirect } from '@remix-run/node';
import { paths } from '~/web/paths';

export const loader = () => redirect(paths.dashboard);
