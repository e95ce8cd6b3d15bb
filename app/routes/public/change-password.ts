import { redirect } from '@remix-run/node';
import { paths } from '~/web/paths';

/** Where password managers look for the page to change a password (W3C, well-known change URL). */
export const loader = () => redirect(paths.settings);
