import { redirect } from '@remix-run/node';
import { resendCode } from '~/domain/accounts/sign-up/sign-up.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { readCookie } from '~/web/session/cookies.server';

export const loader = () => redirect(paths.verifyEmail);

export const action = pageAction(resendCode, {
  routeInput: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  onSuccess: () => ({ path: paths.verifyEmail }),
  back: paths.verifyEmail,
  failed: paths.verifyEmail,
});
