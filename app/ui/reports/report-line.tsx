import type { PublicReport } from '~/domain/reports/present-report';
import { useWords } from '~/ui/sentence';
import { useTypeName } from './type-name';

/** Which report it is, in a line: its type, and when it was sent. */
export function ReportLine({ report }: { report: Pick<PublicReport, 'reportType' | 'createdAt'> }) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <>
      {type}, {t('report.submittedOn')} {day(report.createdAt)}
    </>
  );
}
