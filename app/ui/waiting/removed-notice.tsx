import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** Says that a report waiting in this browser was removed, and why. */
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
