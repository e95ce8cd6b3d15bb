import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useReleased } from '~/ui/hooks';
import { useWords } from '~/ui/sentence';
import { onWaitingChange, storedFlags } from './stored-flags';

const renewedEveryMs = 3_600_000;

/** Returns true if the stored form is of another release or language, or was not renewed for an hour. */
function isOfflineFormDue(language: string): boolean {
  const [, at, , version, formLanguage] = storedFlags().offlineForm?.split(' ') ?? [];
  if (!at) return false;
  const isCurrent = version === window.__remixManifest.version && formLanguage === language;
  return !isCurrent || Math.abs(Date.now() - Number(at)) > renewedEveryMs;
}

type Banner = ComponentType<{ owner: string }>;

/**
 * Shows the reports that wait in this browser on every page of a signed-in user, and continues to
 * send them. Nothing of it is loaded if there are none.
 *
 * @param owner the ID of the account; undefined if nobody is signed in.
 */
export function WaitingReports({ owner }: { owner: string | undefined }) {
  const { language } = useWords();
  const [Banner, setBanner] = useState<Banner>();
  const untilReleased = useReleased();
  useEffect(() => {
    if (!owner) return;
    const look = () => {
      const { waiting, offlinePage } = storedFlags();
      // Keeps the offline page in the reader's language.
      if (!waiting && (!offlinePage || offlinePage === language)) return;
      // If that fails, the next page tries again.
      import('./waiting-banner').then(
        async ({ WaitingBanner }) => {
          // It covers the lower edge of the page.
          await untilReleased();
          setBanner(() => WaitingBanner);
        },
        () => undefined,
      );
    };
    look();
    return onWaitingChange(look);
  }, [owner, language, untilReleased]);
  useEffect(() => {
    if (!owner || !isOfflineFormDue(language)) return;
    // If that fails, the next page tries again.
    import('./offline-form')
      .then(({ renewOfflineForm }) => renewOfflineForm(owner, language))
      .catch(() => undefined);
  }, [owner, language]);
  // The boundary comes with it. Inside the server's markup it would be hydrated late.
  return Banner && owner ? (
    <Suspense>
      <Banner owner={owner} />
    </Suspense>
  ) : null;
}
