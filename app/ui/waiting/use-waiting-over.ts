import { useEffect, useState } from 'react';
import { storedFlags } from './stored-flags';

/**
 * Forgets reports that waited for somebody else, and those of whoever has logged out or deleted
 * their account, should the browser not have done so when it was told to; and while nobody is
 * signed in those that can never be read again, since the browser was logged out from elsewhere.
 *
 * @param personId who is signed in.
 * @param isGone whether this page follows a log-out.
 * @returns whether a report was removed of which its person does not know.
 */
export function useWaitingOver({ personId, isGone }: { personId?: string; isGone: boolean }): boolean {
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    if (!storedFlags().waiting) return;
    // Where that fails the next page tries again.
    import('./waiting-flag').then(
      async ({ forgetOver, forgetUnreadable }) => {
        forgetOver({ personId, isGone });
        if (!personId && (await forgetUnreadable())) setRemoved(true);
      },
      () => undefined,
    );
  }, [personId, isGone]);
  return isRemoved;
}
