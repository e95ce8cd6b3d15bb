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
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { defaultLanguage, say } from './copy/say';
import styles from './styles.css?url';
import { useDraftsOver } from './ui/drafts';
import { Footer } from './ui/Footer';
import { Header } from './ui/Header';
import { Icon } from './ui/Icon';
import { NonceContext } from './ui/nonce';
import { LoadingToast, Toast } from './ui/Toast';
import { useWords, WordsProvider } from './ui/words';
import { paths } from './web/paths';
import { rootLoader } from './web/root.server';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction<typeof loader> = ({ data: house }) => [
  { title: house?.productName },
  { name: 'description', content: say(defaultLanguage, 'site.description') },
];

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
  const isHome = useLocation().pathname === paths.home;
  useDraftsOver({ personId: house?.person?.id, message: house?.toast?.message, isHome });
  const headerLinks = {
    home: paths.home,
    aboutUs: paths.aboutUs,
    contactUs: paths.contactUs,
    login: paths.login,
    signup: paths.signup,
    dashboard: paths.myProfile,
    logout: paths.logout,
  };
  return (
    <>
      <a href="#content" className="button absolute top-2 left-2 z-50 -translate-y-24 focus:translate-y-0">
        {t('site.skip')}
      </a>
      <Toast toast={house?.toast} />
      <LoadingToast isBusy={navigation.state !== 'idle' && navigation.formMethod === 'POST'} />
      <Header productName={house?.productName ?? ''} person={house?.person ?? null} links={headerLinks} />
      <main id={isInShell ? undefined : 'content'} tabIndex={-1} className="grow focus:outline-none">
        {children}
      </main>
      <Footer productName={house?.productName ?? ''} social={house?.social ?? []} links={headerLinks} />
    </>
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
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <WordsProvider language={defaultLanguage}>
      <Frame>
        <div className="page pt-12">{isMissing ? <NotFound /> : <Failed error={error} />}</div>
      </Frame>
    </WordsProvider>
  );
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
