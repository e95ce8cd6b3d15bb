import type { HeadersFunction, LinksFunction, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { Icon } from '~/ui/icon';
import { useDraftsOver } from '~/ui/notices/drafts';
import { PageAnnouncer } from '~/ui/notices/page-arrival';
import { SignedContext } from '~/ui/notices/post-form';
import { paths } from '~/urls/paths';
import { clinicTime } from './i18n/clinic-time';
import { directionOf } from './i18n/languages';
import { DashboardShell, useIsWholeWindow } from './routes/dashboard/shell';
import styles from './styles.css?url';
import { usePageNavigation } from './ui/connection/connection';
import { hasProgress } from './ui/connection/send';
import icon from './ui/layout/favicon.svg?inline';
import { Footer } from './ui/layout/footer';
import { Header } from './ui/layout/header';
import { LogOutDialog } from './ui/layout/log-out-dialog';
import { PageError } from './ui/layout/page-error';
import { pageTitle } from './ui/layout/page-title';
import { NonceContext } from './ui/nonce';
import { otherViewerIn } from './ui/notices/other-viewer';
import { ToastStack } from './ui/notices/toast-stack';
import { useOwnDocument, ViewerNotice } from './ui/notices/viewer-notice';
import { LocaleContext, useOwnWords, useWords } from './ui/sentence';
import { RemovedNotice } from './ui/waiting/removed-notice';
import { useWaitingOver } from './ui/waiting/use-waiting-over';
import { WaitingReports } from './ui/waiting/waiting-reports';
import type { PageHandle } from './web/pages/page-handle';
import { rootLoader } from './web/pages/root-data.server';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  // Inlined: on a slow line a request costs more than these few bytes.
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
];

/** The title of an error page. Every other page has its own. */
export const meta: MetaFunction = ({ error, matches }) => {
  const frame = frameIn(error);
  const drawnWith = frame ? [{ id: 'root', data: frame }] : matches;
  return pageTitle(isMissing(error) ? 'error.notFound' : 'error.title')({ matches: drawnWith });
};

export const loader = rootLoader;

/** Adds Retry-After to a page that cannot be rendered for now. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const seconds = errorHeaders?.get('Retry-After');
  return new Headers(seconds ? { 'Retry-After': seconds } : undefined);
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const { language, words, allWords } = useContext(LocaleContext);
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0b5a70" />
        <Meta />
        <Links />
        <link
          id="words"
          rel="modulepreload"
          href={words}
          data-words={words}
          data-all-words={allWords}
          data-clinic-time={JSON.stringify(clinicTime())}
        />
      </head>
      <body className="flex flex-col">
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * Returns true if the page belongs to the frame of the dashboard. A layout route would cost one
 * more request.
 */
function useIsInShell() {
  const settings = useRouteLoaderData<typeof loader>('root');
  const isOfDashboard = useMatches().some(({ id }) => id.startsWith('routes/dashboard/'));
  return isOfDashboard && Boolean(settings?.person);
}

/**
 * Returns the frame's data from an error if no loader ran: for a form of another user, or a page
 * whose user is unknown.
 */
function frameIn<Root>(error: unknown): Root | undefined {
  const refused = otherViewerIn<Root>(error);
  if (refused) return refused.otherViewer.page.root;
  return isRouteErrorResponse(error) ? (error.data as { frame?: Root } | null)?.frame : undefined;
}

/** Returns the frame's data. */
function useFrameData() {
  const loaded = useRouteLoaderData<typeof loader>('root');
  const error = useRouteError();
  return loaded ?? frameIn<typeof loaded>(error);
}

/** Returns the ID of the signed-in user; null for a guest, undefined if no loader ran. */
function useViewerId(): string | null | undefined {
  const loaded = useRouteLoaderData<typeof loader>('root');
  return loaded && (loaded.person?.id ?? null);
}

/** The frame of every page. `isBare` leaves out the header and the footer. */
function Frame({ isBare = false, children }: { isBare?: boolean; children: ReactNode }) {
  useOwnWords();
  const settings = useFrameData();
  const navigation = usePageNavigation();
  const { pathname } = useLocation();
  const isSubmitting = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  // The progress bar of a form with files takes the place of the toast.
  const hasProgressBar = navigation.formEncType === 'multipart/form-data' && hasProgress();
  const isFolded = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.hasFoldedHeader);
  // The dashboard marks its own content, after its menu.
  const isInShell = useIsInShell();
  const { t } = useWords();
  const personId = settings?.person?.id;
  const message = settings?.toast?.message;
  const hasLoggedOut = [t('logout.done'), t('deleteAccount.done')].some((done) => message === done);
  // A log-out leads home; an expired session leads to the log-in page.
  const isLeft = pathname === paths.home || settings?.isEnded === true;
  useOwnDocument(useViewerId());
  useDraftsOver({ personId, message, isLeft });
  const isRemoved = useWaitingOver({ personId, isGone: hasLoggedOut });
  const headerLinks = {
    home: paths.home,
    aboutUs: paths.aboutUs,
    contactUs: paths.contactUs,
    privacy: paths.privacy,
    login: paths.login,
    signup: paths.signup,
    dashboard: paths.myProfile,
    logout: paths.logout,
    language: paths.language,
  };
  const person = settings?.person ?? null;
  return (
    <SignedContext.Provider value={person}>
      <LogOutDialog isSignedIn={person !== null} action={paths.logout}>
        <a
          href="#content"
          className="button absolute top-2 start-2 z-50 [translate:0_-6rem] focus:[translate:none]"
        >
          <Icon name="next" />
          {t('site.skip')}
        </a>
        <PageAnnouncer />
        <ViewerNotice person={person} address={paths.viewer} hasLoggedOut={hasLoggedOut}>
          <ToastStack
            first={settings?.toast}
            isBusy={isSubmitting && !hasProgressBar}
            isLeaving={navigation.state === 'loading' && navigation.location.pathname !== pathname}
            header={
              !isBare && (
                <Header
                  productName={settings?.productName ?? ''}
                  person={person}
                  links={headerLinks}
                  isFolded={isFolded && person !== null}
                />
              )
            }
          >
            {isRemoved && (
              <div className="page pt-5">
                <RemovedNotice />
              </div>
            )}
            {/* Guests have a higher header on a phone. A kept element would move; a new one does not. */}
            <main
              key={isInShell ? 'dashboard' : 'open'}
              id={isInShell ? undefined : 'content'}
              tabIndex={-1}
              className="grow focus:outline-none"
            >
              {children}
            </main>
            <WaitingReports owner={personId} />
            {!isBare && (
              <Footer
                isLow={isInShell}
                productName={settings?.productName ?? ''}
                social={settings?.social ?? []}
                links={headerLinks}
              />
            )}
          </ToastStack>
        </ViewerNotice>
      </LogOutDialog>
    </SignedContext.Provider>
  );
}

export default function App() {
  const isInShell = useIsInShell();
  const isWholeWindow = useIsWholeWindow();
  return (
    <Frame isBare={isWholeWindow}>
      {isInShell ? (
        <DashboardShell>
          <Outlet />
        </DashboardShell>
      ) : (
        <Outlet />
      )}
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <div className="page pt-12">
        <PageError home={paths.home} />
      </div>
    </Frame>
  );
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
