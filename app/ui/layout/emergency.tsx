import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/** The emergency notice, on every page where a user uploads a report or reads an answer. */
export function Emergency() {
  const { t } = useWords();
  return (
    <Notice icon="phone" variant="mt-6">
      {t('site.emergency')}
    </Notice>
  );
}
