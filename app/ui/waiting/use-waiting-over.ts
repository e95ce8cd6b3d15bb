import { useEffect } from 'react';
import { useWords } from '~/ui/sentence';
import { storedFlags } from './stored-flags';

/**
 * Forgets reports that waited for somebody else, and those of whoever has logged out or deleted
 * their account, should the browser not have done so when it was told to. Takes who is signed in,
 * and the message this page came with.
 */
export function useWaitingOver({ personId, message }: { personId?: string; message?: string }) {
  const { t } = useWords();
  const isGone = [t('logout.done'), t('deleteAccount.done')].some((done) => message === done);
  useEffect(() => {
    if (!storedFlags().waiting) return;
    // Where that fails the next page tries again.
    import('./waiting-flag').then(
      ({ forgetOver }) => forgetOver({ personId, isGone }),
      () => undefined,
    );
  }, [personId, isGone]);
}
