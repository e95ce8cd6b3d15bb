import { redirect } from '@remix-run/node';
import { resendCode } from '~/domain/accounts/sign-up.server';
import { pageAction } from '~/web/pages/page-action.server';
import { readCookie } from '~/web/request/cookies.server';
import { paths } from '~/web/request/paths';

export const loader = () => redirect(paths.verifyEmail);

export const action = pageAction(resendCode, {
  routeInput: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  onSuccess: () => ({ path: paths.verifyEmail }),
  refusedPath: paths.verifyEmail,
  failedPath: paths.verifyEmail,
});
