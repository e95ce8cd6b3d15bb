import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { logOut } from '~/domain/accounts/log-in/log-out.server';
import { SubmitButton } from '~/ui/forms/form';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { forgetAll } from '~/web/http/headers.server';
import { cameFrom } from '~/web/http/origin.server';
import { isSignedIn, pageAction } from '~/web/pages/page.server';
import { paths } from '~/web/paths';
import { readCookie, writeCookie } from '~/web/session/cookies.server';

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isSignedIn(request))) return redirect(paths.home);
  const from = cameFrom(request);
  return { back: from && !from.startsWith(paths.logout) ? from : paths.dashboard };
}

export const meta = pageTitle('nav.logOut');

export const action = pageAction(logOut, {
  routeInput: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
  onSuccess: async () => ({
    path: paths.home,
    headers: [await writeCookie('session', undefined), forgetAll],
  }),
  signedOut: paths.home,
  failed: paths.dashboard,
});

export default function Logout() {
  const { t } = useWords();
  const { back } = useLoaderData<typeof loader>();
  return (
    <div className="sheet max-w-xl">
      <h1>{t('logout.title')}</h1>
      <p className="mt-3 text-muted">{t('logout.text')}</p>
      <PostForm operation="account.logOut" className="actions mt-6">
        <SubmitButton icon="logout">{t('logout.submit')}</SubmitButton>
        <Link to={back} className="button plain">
          <Icon name="close" />
          {t('logout.cancel')}
        </Link>
      </PostForm>
    </div>
  );
}
