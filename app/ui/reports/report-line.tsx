import type { PublicReport } from '~/domain/reports/present-report';
import { useWords } from '~/ui/sentence';
import { useTypeName } from './type-name';

/** Which report it is, in a line: its type, whose it is if that was said, and when it was sent. */
export function ReportLine({
  report,
}: {
  report: Pick<PublicReport, 'reportType' | 'createdAt'> & { about: { name: string } | null };
}) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <>
      {type}, {report.about && <bdi>{report.about.name}, </bdi>}
      {t('report.submittedOn')} {day(report.createdAt)}
    </>
  );
}
