import type { LinksFunction, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { defaultLanguage } from './copy/say';
import styles from './styles.css?url';
import { Arrival } from './ui/Arrival';
import { Footer } from './ui/Footer';
import { Header } from './ui/Header';
import { Icon } from './ui/Icon';
import { LogOutDialog } from './ui/LogOut';
import { NonceContext } from './ui/nonce';
import { pageTitle } from './ui/pageTitle';
import { ToastStack } from './ui/Toast';
import { useWords, WordsProvider } from './ui/words';
import { paths } from './web/paths';
import { rootLoader } from './web/root.server';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The title of a page that went wrong; every other page has its own. */
export const meta: MetaFunction = (page) =>
  pageTitle(isMissing(page.error) ? 'error.notFound' : 'error.title')(page);

export const loader = rootLoader;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang={defaultLanguage} dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b5a70" />
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const house = useRouteLoaderData<typeof loader>('root');
  const navigation = useNavigation();
  // The dashboard marks its own content, after its menu.
  const isInShell = useMatches().some(({ id }) => id === 'routes/dashboard/shell') && Boolean(house?.person);
  const { t } = useWords();
  const headerLinks = {
    home: paths.home,
    login: paths.login,
    signup: paths.signup,
    dashboard: paths.myProfile,
    logout: paths.logout,
  };
  return (
    <LogOutDialog isSignedIn={Boolean(house?.person)} action={paths.logout}>
      <a href="#content" className="button absolute top-2 left-2 z-50 -translate-y-24 focus:translate-y-0">
        {t('site.skip')}
      </a>
      <Arrival />
      <ToastStack
        first={house?.toast}
        isBusy={navigation.state !== 'idle' && navigation.formMethod === 'POST'}
      >
        <Header productName={house?.productName ?? ''} person={house?.person ?? null} links={headerLinks} />
        <main id={isInShell ? undefined : 'content'} tabIndex={-1} className="grow focus:outline-none">
          {children}
        </main>
        <Footer productName={house?.productName ?? ''} social={house?.social ?? []} />
      </ToastStack>
    </LogOutDialog>
  );
}

export default function App() {
  const { language } = useLoaderData<typeof loader>();
  return (
    <WordsProvider language={language}>
      <Frame>
        <Outlet />
      </Frame>
    </WordsProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <WordsProvider language={defaultLanguage}>
      <Frame>
        <div className="page pt-12">{isMissing(error) ? <NotFound /> : <Failed error={error} />}</div>
      </Frame>
    </WordsProvider>
  );
}

function isMissing(error: unknown) {
  return isRouteErrorResponse(error) && error.status === 404;
}

function NotFound() {
  const { t } = useWords();
  return (
    <div className="sheet max-w-2xl">
      <h1>{t('error.notFound')}</h1>
      <p className="mt-3 text-muted">{t('error.notFoundHint')}</p>
      <Link to={paths.home} className="button mt-6">
        <Icon name="home" />
        {t('error.home')}
      </Link>
    </div>
  );
}

function Failed({ error }: { error: unknown }) {
  const { t } = useWords();
  const facts = isRouteErrorResponse(error)
    ? (error.data as { message?: string; incident?: string } | string | null)
    : null;
  const message = typeof facts === 'string' ? facts : facts?.message;
  const incident = typeof facts === 'object' ? facts?.incident : undefined;
  return (
    <div className="sheet max-w-2xl" role="alert">
      <h1>{message ?? t('error.title')}</h1>
      <p className="mt-3 text-muted">{t('error.text', { incident: incident ?? '—' })}</p>
      <Link to="." reloadDocument className="button mt-6">
        {t('error.retry')}
      </Link>
    </div>
  );
}
