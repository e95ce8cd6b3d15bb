import { redirect } from '@remix-run/node';
import { paths } from '~/urls/paths';

/** Leads to the one list of people to call. */
export const loader = () => redirect(paths.toTell);
