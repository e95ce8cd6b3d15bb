import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { AddedFiles } from '~/ui/questions/question-parts';
import { useWords } from '~/ui/sentence';
import { PageNotes } from './page-notes';
import { ReportPicture } from './report-parts';
import type { Audience } from './report-waiting';

type Props = { report: PublicReport; audience: Audience; heading?: 'h2' | 'h3' };

/** What was sent: the file, notes on its pages, added files and the patient's note. */
export function ReportContent({ report, audience, heading: Heading = 'h3' }: Props) {
  const { t, moment } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <div className="grid gap-4">
      {report.correctedAt && (
        <p className="text-small text-muted">
          {t('report.correctedOn', { moment: moment(report.correctedAt) })}
        </p>
      )}
      <div className="max-w-xl">
        <ReportPicture report={report} label={type} />
        <PageNotes report={report} audience={audience} />
        <AddedFiles files={report.files} />
      </div>
      {report.description ? (
        <div>
          {audience === 'patient' && (
            <Heading className="text-body text-muted">{t('report.yourNote')}</Heading>
          )}
          <p className="whitespace-pre-wrap" dir="auto">
            {report.description}
          </p>
        </div>
      ) : (
        <p className="text-muted">{t('report.noDescription')}</p>
      )}
    </div>
  );
}
