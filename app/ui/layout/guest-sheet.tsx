import { useRouteLoaderData, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { Mark } from './logo';

/**
 * Explains why log-in cannot work: the page was opened over http although cookies need https, which
 * script shows before a password is typed, or the browser did not keep the cookie of a
 * log-in or sign-up: the address says so (`withLostCookie`).
 */
function LostCookieNotice() {
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

type GuestSheetProps = {
  title: string;
  lead?: ReactNode;
  points?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
};

/**
 * The frame of the pages before log-in: the introduction beside the form, or above it on a phone.
 */
export function GuestSheet({ title, lead, points, children, isWide = false }: GuestSheetProps) {
  return (
    <div
      className={`guest page grid items-start gap-6 pt-8 short:pt-3 md:pt-14 ${isWide ? 'lg:grid-cols-[20rem_minmax(0,36rem)]' : 'md:grid-cols-[18rem_minmax(0,30rem)]'} md:justify-center md:gap-14`}
    >
      <div className="min-w-0">
        <Mark className="mb-4 hidden h-12 w-16 text-accent md:block" />
        <h1>{title}</h1>
        {lead && <p className="mt-3 text-muted">{lead}</p>}
        {points && <p className="mt-3 text-muted">{points}</p>}
      </div>
      <div className="sheet min-w-0">
        <LostCookieNotice />
        {children}
      </div>
    </div>
  );
}
