import { useHydrated } from '~/ui/hooks';
import { useShowToast } from '~/ui/notices/show-toast';
import { useWords } from '~/ui/sentence';

/**
 * Returns the function that hands something over to the device's share sheet and says if that
 * failed; undefined without script and on devices without one.
 */
export function useShareSheet(): ((content: ShareData) => Promise<void>) | undefined {
  const { t } = useWords();
  const showToast = useShowToast();
  if (!useHydrated() || typeof navigator.share !== 'function') return undefined;
  return async (content) => {
    try {
      await navigator.share(content);
    } catch (error) {
      // Cancelling the share sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast({ type: 'error', message: t('report.shareFailed') });
    }
  };
}
