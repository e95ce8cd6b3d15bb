import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, Link } from '@remix-run/react';
import { logOut } from '~/domain/accounts/logOut';
import { SubmitButton } from '~/ui/form';
import { useWords } from '~/ui/words';
import { readCookie, writeCookie } from '~/web/cookies.server';
import { isSignedIn, pageAction } from '~/web/page.server';
import { paths } from '~/web/paths';

export async function loader({ request }: LoaderFunctionArgs) {
  return (await isSignedIn(request)) ? null : redirect(paths.home);
}

export const action = pageAction(logOut, {
  own: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
  to: async () => ({ path: paths.home, headers: [await writeCookie('session', undefined)] }),
  signedOut: paths.home,
});

export default function Logout() {
  const { t } = useWords();
  return (
    <div className="sheet max-w-xl">
      <h1>{t('logout.title')}</h1>
      <p className="mt-3 text-muted">{t('logout.text')}</p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <SubmitButton icon="logout">{t('logout.submit')}</SubmitButton>
        <Link to={paths.dashboard} className="button plain">
          {t('logout.cancel')}
        </Link>
      </Form>
    </div>
  );
}
