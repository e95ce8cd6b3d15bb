import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** Stands on every page where somebody sends a report or reads an answer. */
export function Emergency() {
  const { t } = useWords();
  return (
    <Notice icon="phone" variant="mt-6">
      {t('site.emergency')}
    </Notice>
  );
}
