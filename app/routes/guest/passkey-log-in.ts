import { redirect } from '@remix-run/node';
import { beginPasskeyLogIn, logInWithPasskey } from '~/domain/log-in/passkey-log-in.server';
import { paths } from '~/urls/paths';
import { actionByIntent, scriptAction } from '~/web/pages/page-action.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { logInHeaders, pathAfterLogIn } from '~/web/session/session-answers.server';

/** There is nothing to read here. */
export const loader = () => redirect(paths.login);

const loginPage = ({ request }: { request: Request }) => withNext(paths.login, readNext(request));

/** Gives the options to the script of the log-in page, and takes the answer of the device. */
export const action = actionByIntent({
  options: scriptAction(beginPasskeyLogIn, {
    onSuccess: ({ value }) => Response.json(value, { headers: { 'Cache-Control': 'no-store' } }),
  }),
  finish: scriptAction(logInWithPasskey, {
    onSuccess: async ({ value, request }) => ({
      path: pathAfterLogIn(value, readNext(request)),
      headers: await logInHeaders(request, value),
    }),
    refusedPath: loginPage,
    failedPath: loginPage,
  }),
});
