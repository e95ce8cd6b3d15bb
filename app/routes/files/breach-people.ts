import { redirect } from '@remix-run/node';
import { exportBreachPeople } from '~/domain/clinic/breach-people.server';
import { paths } from '~/urls/paths';
import { downloadAction } from '~/web/files/download.server';

export const loader = () => redirect(paths.breaches);

export const action = downloadAction(exportBreachPeople, { page: paths.breaches });
