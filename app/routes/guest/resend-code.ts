import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { resendCode } from '~/domain/accounts/sign-up.server';
import { paths } from '~/urls/paths';
import { scriptAction } from '~/web/pages/page-action.server';
import { readCookie } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';

const codePage = ({ request }: { request: Request }) => withNext(paths.verifyEmail, readNext(request));

export const loader = (args: LoaderFunctionArgs) => redirect(codePage(args));

export const action = scriptAction(resendCode, {
  routeInput: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  onSuccess: (done) => ({ path: codePage(done) }),
  refusedPath: codePage,
  failedPath: codePage,
});
