import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** Says that a report which waited in this browser is gone, and why. */
export function RemovedNotice() {
  const { t } = useWords();
  return (
    <div role="status">
      <Notice icon="alert" variant="bad mb-5">
        {t('waiting.removed')}
      </Notice>
    </div>
  );
}
