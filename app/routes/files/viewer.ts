import type { LoaderFunctionArgs } from '@remix-run/node';
import { refuseMethod } from '~/web/files/serve-file.server';
import { whoIsSignedIn } from '~/web/pages/who-is-signed-in.server';

export const loader = ({ request }: LoaderFunctionArgs) => whoIsSignedIn(request);

export const action = refuseMethod;
