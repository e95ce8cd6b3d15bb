import { redirect } from '@remix-run/node';
import { resendCode } from '~/domain/accounts/signUp';
import { readCookie } from '~/web/cookies.server';
import { pageAction } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = () => redirect(paths.verifyEmail);

export const action = pageAction(resendCode, {
  routeInput: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  onSuccess: () => ({ path: paths.verifyEmail }),
  back: paths.verifyEmail,
  failed: paths.verifyEmail,
});
