import { useEffect, useState } from 'react';
import { storedFlags } from './stored-flags';

/**
 * Ends push messages of another user in this browser, and removes waiting reports, an unsent form and
 * the letterbox of another user, and those of a user who has logged out or deleted their
 * account. Usually the browser did so at that time. While nobody is signed in, it also removes
 * those that can no longer be read, since the browser was logged out from another device.
 *
 * @param personId the ID of the signed-in user.
 * @param isGone true if this page follows a log-out.
 * @returns true if a report was removed without its owner knowing.
 */
export function useWaitingOver({ personId, isGone }: { personId?: string; isGone: boolean }): boolean {
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    const { waiting, unsentForm, offlineForm, pushOwner } = storedFlags();
    if (!waiting && !unsentForm && !offlineForm && !pushOwner) return;
    // If that fails, the next page tries again.
    import('./waiting-flag').then(
      async ({ forgetWaitingOfOthers: forgetOver, forgetUnreadable }) => {
        forgetOver({ personId, isGone });
        if (!personId && (await forgetUnreadable())) setRemoved(true);
      },
      () => undefined,
    );
  }, [personId, isGone]);
  return isRemoved;
}
