import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';

/**
 * The emergency notice, on every page where a user uploads a report or reads an answer.
 *
 * @param isInView keeps it at the bottom of the window until its own place comes.
 */
export function Emergency({ isInView = false }: { isInView?: boolean }) {
  const { t } = useWords();
  const place = isInView ? 'sticky bottom-0 z-10 short:static print:static' : '';
  return (
    <Notice
      icon="phone"
      variant={`mt-6 max-sm:mt-4 max-sm:!px-3 max-sm:!py-2 max-sm:text-small max-sm:!leading-snug ${place}`}
    >
      {t('site.emergency')}
    </Notice>
  );
}

type DoNotWaitProps = {
  /** The clinic's number; empty if it has none. */
  helpline?: string;
  variant?: string;
  /** True if nobody has read the report for long. */
  isUnread?: boolean;
};

/** Sends somebody whose report is urgent to help that does not wait for the answer. */
export function DoNotWait({ helpline, variant = '', isUnread = false }: DoNotWaitProps) {
  const { t } = useWords();
  return (
    <Notice icon="phone" variant={`bad ${variant}`}>
      <strong>{t(isUnread ? 'danger.notRead' : 'danger.doNotWait')}</strong>{' '}
      {helpline && t('danger.helpline', { helpline })}
    </Notice>
  );
}
