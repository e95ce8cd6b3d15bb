import { redirect } from '@remix-run/node';
import { paths } from '~/urls/paths';
import { isAskedAsData } from '~/web/request/exchange.server';

/** Redirects password managers to the page to change a password (W3C, well-known change URL). */
export const loader = () =>
  isAskedAsData() ? new Response(null, { status: 404 }) : redirect(`${paths.settings}#password`);
