import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { OtherViewerPage, otherViewerIn } from '~/ui/notices/other-viewer';
import { Picture, picturePaper } from '~/ui/picture';
import { useWords } from '~/ui/sentence';

/**
 * The page for an error: not found, or the message of the failure with its number and a way to try
 * again. `home` is the path that the not-found page links to.
 */
export function PageError({ home }: { home: string }) {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const refused = otherViewerIn(error);
  if (refused) return <OtherViewerPage refusal={refused} />;
  return isMissing ? <NotFound home={home} /> : <Failed error={error} />;
}

/** A torn paper. */
const FailedPicture = () => (
  <Picture>
    <path d="M34 20h38l14 14v26l-9 7-8-7-9 7-9-7-9 7-8-6z" fill={picturePaper} />
    <path d="M34 82l8-6 9 7 9-7 9 7 8-7 9 7v18H34z" fill={picturePaper} />
    <path d="M60 32v14m0 7.500v.1" />
  </Picture>
);

function NotFound({ home }: { home: string }) {
  const { t } = useWords();
  return (
    <div className="max-w-2xl">
      <FailedPicture />
      <h1 className="mt-4">{t('error.notFound')}</h1>
      <p className="mt-3 text-muted">{t('error.notFoundHint')}</p>
      <ButtonLink to={home} icon="home" variant="mt-6">
        {t('error.home')}
      </ButtonLink>
    </div>
  );
}

// The address of the document that the browser has loaded.
const loadedAddress = typeof location === 'undefined' ? '' : location.href;

/**
 * Reloads the document if a page's data could not be read: the server that answered has another
 * version than the loaded scripts. Errors that a server answers are not affected.
 */
function useWholePage(error: unknown) {
  useEffect(() => {
    if (!isRouteErrorResponse(error) && location.href !== loadedAddress) location.reload();
  }, [error]);
}

/** Returns the stack of an error that no loader answered, in development only. */
const stackOf = (error: unknown) => (import.meta.env.DEV && error instanceof Error ? error.stack : undefined);

function Failed({ error }: { error: unknown }) {
  useWholePage(error);
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const details = isRouteErrorResponse(error)
    ? (error.data as { message?: string; incident?: string; stack?: string } | string | null)
    : null;
  const message = typeof details === 'string' ? details : details?.message;
  const { incident, stack = stackOf(error) } = typeof details === 'object' ? (details ?? {}) : {};
  return (
    <div className="max-w-2xl" role="alert">
      <FailedPicture />
      <h1 className="mt-4">{message ?? t('error.title')}</h1>
      <p className="mt-3 text-muted">{t('error.text')}</p>
      {incident && <p className="mt-2 text-muted">{t('error.incident', { incident })}</p>}
      {stack && <pre className="mt-4 overflow-x-auto text-small">{stack}</pre>}
      <Link to={`${pathname}${search}`} reloadDocument className="button mt-6">
        <Icon name="again" />
        {t('error.retry')}
      </Link>
    </div>
  );
}
