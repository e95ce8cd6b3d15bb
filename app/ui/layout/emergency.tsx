import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/**
 * The emergency notice, on every page where a user uploads a report or reads an answer.
 *
 * @param isInView keeps it at the bottom of the window until its own place comes.
 */
export function Emergency({ isInView = false }: { isInView?: boolean }) {
  const { t } = useWords();
  return (
    <Notice
      icon="phone"
      variant={
        isInView
          ? 'mt-6 sticky bottom-0 z-10 !py-2 text-[0.92rem] !leading-snug short:static print:static'
          : 'mt-6'
      }
    >
      {t('site.emergency')}
    </Notice>
  );
}
