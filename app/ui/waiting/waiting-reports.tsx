import { type ComponentType, useEffect, useState } from 'react';
import { changeEvent, forgetWaiting, offlineLanguage, waitingOwner } from './waiting-flag';

type Banner = ComponentType<{ owner: string }>;

/**
 * Shows on every page of the dashboard the reports that wait in this browser, and goes on sending
 * them. Nothing of it is loaded where there are none. `owner`: the ID of the account.
 */
export function WaitingReports({ owner }: { owner: string }) {
  const [Banner, setBanner] = useState<Banner>();
  useEffect(() => {
    const look = () => {
      const { lang } = document.documentElement;
      const isWaiting = waitingOwner() === owner;
      const isOtherLanguage = ![null, lang].includes(offlineLanguage());
      if (!isWaiting && !isOtherLanguage) return;
      import('./waiting-banner').then(
        ({ WaitingBanner, keepOfflinePage }) => {
          if (isWaiting) setBanner(() => WaitingBanner);
          if (isOtherLanguage) keepOfflinePage(lang).catch(() => undefined);
        },
        // The next page tries again.
        () => undefined,
      );
    };
    look();
    window.addEventListener(changeEvent, look);
    return () => window.removeEventListener(changeEvent, look);
  }, [owner]);
  return Banner ? <Banner owner={owner} /> : null;
}

/**
 * Forgets reports that waited for somebody else: after a log-out, which leads home, and where
 * another account is signed in. (A session that ran out leads to the log-in page.)
 */
export function useWaitingOver({ personId, isHome }: { personId: string | undefined; isHome: boolean }) {
  useEffect(() => {
    const owner = waitingOwner();
    if (owner && (personId ? owner !== personId : isHome)) forgetWaiting();
  }, [personId, isHome]);
}
