import type { MouseEvent } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useShowToast } from '~/ui/notices/show-toast';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './report-words';

/**
 * Ways to show a review to a doctor elsewhere: on paper or as a file, and by what the device shares
 * with. Both need script.
 */
export function TakeAway({ report, type }: { report: PublicReport; type: string }) {
  const { t } = useWords();
  const share = useShare(report);
  if (!useHydrated()) return null;
  const of = <span className="sr-only"> {t('list.of', { name: type })}</span>;
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" className="button plain small" onClick={printCard}>
        <Icon name="print" />
        {t('report.print')}
        {of}
      </button>
      {typeof navigator.share === 'function' && (
        <button type="button" className="button plain small" onClick={share}>
          <Icon name="share" />
          {t('report.share')}
          {of}
        </button>
      )}
    </div>
  );
}

/** Prints the card that a button stands on, and no other: the style sheet looks for the mark. */
function printCard({ currentTarget }: MouseEvent) {
  const card = currentTarget.closest('article');
  card?.toggleAttribute('data-printed', true);
  window.addEventListener('afterprint', () => card?.toggleAttribute('data-printed', false), { once: true });
  window.print();
}

/** Hands the words of a review and who signed them to the device, and neither file nor link. */
function useShare(report: PublicReport) {
  const { t, day } = useWords();
  const doctor = useDoctorName()(report.expert);
  const title = useTypeName()(report.reportType);
  const showToast = useShowToast();
  return async () => {
    const signed =
      doctor && report.reviewedAt && t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) });
    const reviews = [report.review, ...report.translations.map(({ review }) => review)];
    try {
      await navigator.share({ title, text: [title, ...reviews, signed].filter(Boolean).join('\n\n') });
    } catch (error) {
      // Who thought better of it has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast({ type: 'error', message: t('report.shareFailed') });
    }
  };
}
