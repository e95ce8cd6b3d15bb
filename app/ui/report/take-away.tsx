import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './report-words';
import { useShareSheet } from './use-share-sheet';

/** Shares a review's next step, text and signature with the device, and neither file nor link. */
export function TakeAway({ report }: { report: PublicReport }) {
  const { t, day } = useWords();
  const doctor = useDoctorName()(report.expert);
  const title = useTypeName()(report.reportType);
  const share = useShareSheet();
  if (!share) return null;
  const signature =
    doctor && report.reviewedAt && t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) });
  const reviews = [
    report.nextStep?.sentence,
    report.review,
    ...report.translations.map(({ review }) => review),
  ];
  const text = [title, ...reviews, signature].filter(Boolean).join('\n\n');
  return (
    <button type="button" className="button plain small" onClick={() => share({ title, text })}>
      <Icon name="share" />
      {t('report.share')}
    </button>
  );
}
