import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { logOut } from '~/domain/log-in/log-out.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { isSignedIn } from '~/web/pages/require-viewer.server';
import { readCookie } from '~/web/request/cookies.server';
import { readReferrerPath } from '~/web/request/origin.server';
import { logOutHeaders, redirectSignedOut } from '~/web/session/session-answers.server';

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isSignedIn(request))) return redirectSignedOut(request, paths.home);
  const from = readReferrerPath(request);
  return { back: from && !from.startsWith(paths.logout) ? from : paths.dashboard };
}

export const meta = pageTitle('nav.logOut');

export const action = pageAction(logOut, {
  routeInput: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
  onSuccess: async ({ request }) => ({ path: paths.home, headers: await logOutHeaders(request) }),
  signedOut: paths.home,
  failedPath: paths.dashboard,
});

export default function Logout() {
  const { t } = useWords();
  const { back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t('logout.title')}
      operation="account.logOut"
      reloadDocument
      submit={{ icon: 'logout', label: t('logout.submit') }}
      back={{ to: back, icon: 'close', label: t('logout.cancel') }}
    >
      <p>{t('logout.text')}</p>
    </ConfirmPage>
  );
}
