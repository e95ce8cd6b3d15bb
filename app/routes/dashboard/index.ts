import { redirect } from '@remix-run/node';
import { paths } from '~/urls/paths';

export const loader = () => redirect(paths.dashboard);
