import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useReleased } from '~/ui/hooks';
import { useWords } from '~/ui/sentence';
import { onWaitingChange, storedFlags } from './stored-flags';

type Banner = ComponentType<{ owner: string }>;

/**
 * Shows on every page of a person who is signed in the reports that wait in this browser, and goes
 * on sending them. Nothing of it is loaded where there are none.
 *
 * @param owner the ID of the account; undefined where nobody is signed in.
 */
export function WaitingReports({ owner }: { owner: string | undefined }) {
  const { language } = useWords();
  const [Banner, setBanner] = useState<Banner>();
  const released = useReleased();
  useEffect(() => {
    if (!owner) return;
    const look = () => {
      const { waiting, offlinePage } = storedFlags();
      // The page for when there is no connection is kept in the reader's language.
      if (!waiting && (!offlinePage || offlinePage === language)) return;
      // Where that fails the next page tries again.
      import('./waiting-banner').then(
        async ({ WaitingBanner }) => {
          // It moves everything below it.
          await released();
          setBanner(() => WaitingBanner);
        },
        () => undefined,
      );
    };
    look();
    return onWaitingChange(look);
  }, [owner, language, released]);
  // The boundary comes with it: in what the server has drawn it would be hydrated late.
  return Banner && owner ? (
    <Suspense>
      <Banner owner={owner} />
    </Suspense>
  ) : null;
}
