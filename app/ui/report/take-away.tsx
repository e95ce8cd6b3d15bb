import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useShowToast } from '~/ui/notices/show-toast';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './report-words';

/** Shares a review with the device's share sheet, which needs script. */
export function TakeAway({ report }: { report: PublicReport }) {
  const { t } = useWords();
  const share = useShare(report);
  if (typeof navigator.share !== 'function') return null;
  return (
    <button type="button" className="button plain small" onClick={share}>
      <Icon name="share" />
      {t('report.share')}
    </button>
  );
}

/** Shares a review's next step, text and signature with the device, and neither file nor link. */
function useShare(report: PublicReport) {
  const { t, day } = useWords();
  const doctor = useDoctorName()(report.expert);
  const title = useTypeName()(report.reportType);
  const showToast = useShowToast();
  return async () => {
    const signature =
      doctor && report.reviewedAt && t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) });
    const reviews = [
      report.nextStep?.sentence,
      report.review,
      ...report.translations.map(({ review }) => review),
    ];
    try {
      await navigator.share({ title, text: [title, ...reviews, signature].filter(Boolean).join('\n\n') });
    } catch (error) {
      // Cancelling the share sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast({ type: 'error', message: t('report.shareFailed') });
    }
  };
}
