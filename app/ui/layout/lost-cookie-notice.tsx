import { useRouteLoaderData, useSearchParams } from '@remix-run/react';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';

/**
 * Says why nobody can log in here: the page was opened over http where cookies need https (told by
 * script, before a password is typed), or the browser did not keep the cookie of a log-in or a
 * sign-up (told by the address, see `withLostCookie`).
 */
export function LostCookieNotice() {
  const { t } = useWords();
  const secureAddress = useRouteLoaderData<{ secureAddress?: string }>('root')?.secureAddress;
  const isLost = useSearchParams()[0].has('lost');
  const isHydrated = useHydrated();
  const isInsecure = Boolean(secureAddress) && isHydrated && !window.isSecureContext;
  if (!isLost && !isInsecure) return null;
  return (
    <Notice icon="alert" variant="bad mb-5">
      {t(isInsecure ? 'login.insecure' : 'login.lostCookie')}
      {secureAddress && (
        <>
          {' '}
          {t('login.openSecure')} <a href={secureAddress}>{secureAddress}</a>
        </>
      )}
    </Notice>
  );
}
