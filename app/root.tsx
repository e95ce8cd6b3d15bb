import type { LinksFunction, MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { defaultLanguage, say } from './copy/say';
import styles from './styles.css?url';
import { useDraftsOver } from './ui/drafts';
import { Footer } from './ui/Footer';
import { Header } from './ui/Header';
import { NonceContext } from './ui/nonce';
import { PageError } from './ui/PageError';
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
  const { pathname } = useLocation();
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
      <LoadingToast
        isBusy={navigation.state !== 'idle' && navigation.formMethod === 'POST'}
        isLeaving={navigation.state === 'loading' && navigation.location.pathname !== pathname}
      />
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
  return (
    <WordsProvider language={defaultLanguage}>
      <Frame>
        <div className="page pt-12">
          <PageError home={paths.home} />
        </div>
      </Frame>
    </WordsProvider>
  );
}
